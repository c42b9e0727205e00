## La página web. Los huecos de estos mensajes los rellena la propia página.

ui-tagline = Pregunta por tu sueño, tu actividad, tu corazón y tus demás datos.
ui-language = Idioma
ui-language-auto = Automático
ui-local = Todo se queda en este ordenador. No sale nada.
ui-leaves = Lo que preguntas se envía al modelo de lenguaje en { $host }. El sonido y tus datos se quedan en este ordenador.
ui-not-doctor = Auricle no es médico y no diagnostica; en una emergencia llama al { $emergency }.
ui-conversation = Conversación
ui-greeting = ¿Qué te gustaría saber?
ui-example-1 = ¿Cómo dormí la semana pasada en comparación con la anterior?
ui-example-2 = ¿Cuántos pasos di ayer?
ui-example-3 = ¿Qué ayuda cuando cuesta dormirse?
ui-you = Tú
ui-type = Escribe tu pregunta
ui-send = Enviar
ui-picture = Añadir una imagen
ui-picture-remove = Quitar { $name }
ui-picture-with = Con una imagen: { $name }
ui-drop = Suelta aquí la imagen
ui-talk = Hablar
ui-talk-send = Parar y enviar
ui-talk-cancel = Parar
ui-discard = Descartar
ui-state-connecting = Conectando …
ui-state-ready = Pulsa o mantén pulsado para hablar, o usa la barra espaciadora
ui-state-opening = Pidiendo el micrófono …
ui-state-listening = Escuchando … pulsa otra vez para enviar
ui-state-thinking = Pensando … pulsa para parar
ui-state-speaking = Hablando … pulsa para interrumpir, Escape para parar
ui-state-lost = Sin conexión. Vuelvo a intentarlo …
ui-repeat = Repetir
ui-slower = Más despacio
ui-sources = Fuentes
ui-feeling-sad = ¿Parece que estás triste?
ui-feeling-anxious = ¿Parece que algo te preocupa?
ui-feeling-angry = ¿Parece que algo te ha enfadado?
ui-feeling-happy = ¿Parece que estás de buen ánimo?
ui-feeling-pain = ¿Parece que te duele algo?
ui-feeling-tired = ¿Parece que sientes cansancio?
ui-feeling-no = No
ui-feeling-dropped = De acuerdo, me equivoqué.
ui-how = Cómo lo he sabido
ui-how-empty = Aquí aparecen los pasos que llevan a una respuesta y lo que tardó cada uno.
ui-emergency = Esto puede ser una emergencia.
ui-crisis = No tienes que pasar por esto sin compañía.
ui-call = Llamar al { $number }
ui-alarm-close = Cerrar este aviso
ui-retry = Intentar de nuevo
ui-error-denied = El micrófono está bloqueado; permítelo para esta página en el navegador o escribe tu pregunta.
ui-error-missing = No hay micrófono; conecta uno o escribe tu pregunta.
ui-error-microphone = El micrófono no funciona en este navegador; escribe tu pregunta.
ui-error-empty = No he oído nada; pulsa Hablar, habla y pulsa otra vez.
ui-error-blank = Escribe primero una pregunta.
ui-error-lost = Se perdió la conexión; tu pregunta está guardada y puedes enviarla de nuevo.
ui-error-long = Ha durado más de un minuto; he oído el primer minuto.
ui-error-wide = El texto es demasiado largo; pregunta con menos de 2000 caracteres.
ui-error-picture = Ese archivo no es una imagen o pasa de 30 MB; elige un JPEG, PNG o WebP.
ui-error-busy = Se están respondiendo otras preguntas; inténtalo dentro de un momento.
ui-error-failed = Algo falló al responder; tu pregunta está guardada, inténtalo de nuevo.
ui-error-mute = La voz falló; la respuesta está aquí para leerla.
ui-error-play = El navegador no reprodujo la respuesta; pulsa Repetir para oírla.
ui-stopped = Parado.
trace-step-hear = Oí tu pregunta
trace-step-feel = Escuché cómo te sientes
trace-step-guard = Comprobé si es una emergencia
trace-step-plan = Decidí qué consultar
trace-step-execute = Lo consulté
trace-step-answer = Escribí la respuesta
trace-step-speak = La dije
trace-step-total = En total
trace-felt-none = nada que pueda asegurar
trace-felt-sad = quizá tristeza
trace-felt-anxious = quizá preocupación
trace-felt-angry = quizá enfado
trace-felt-happy = quizá alegría
trace-felt-pain = quizá dolor
trace-felt-tired = quizá cansancio
trace-felt-neutral = tranquilidad
trace-guard-clear = ninguna señal
trace-guard-hit = { $words }
trace-plan-answer = { $strategy ->
    [router] claro por tus palabras
    [consent] dijiste que sí
    [tree_of_thought] comparé varias formas
    [react] paso a paso
   *[other] el modelo de lenguaje coincidió
 }
trace-plan-clarify = dudé, así que pregunté
trace-plan-small_talk = solo un saludo
trace-plan-out_of_scope = fuera de lo que sé hacer
trace-days = { $n ->
    [one] { $n } de { $days } días tiene datos
   *[other] { $n } de { $days } días tienen datos
 }
trace-plan-somebody_else = sobre otra persona
trace-plan-declined = dijiste que no
trace-result-waiting = espera tu sí
trace-result-failed = no funcionó
trace-result-no_data = no hay nada registrado
