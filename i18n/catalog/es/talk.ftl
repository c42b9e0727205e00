## Lo que se dice alrededor de una respuesta. "-words": las propias palabras muestran el sentimiento; "-voice": solo lo sugiere la voz y no se nombra.

ack-sad-words = Siento que estés pasando un mal momento.
ack-sad-voice = Gracias por preguntarme. Lo miro contigo.
ack-anxious-words = Entiendo que esto te preocupe. Vamos a verlo con calma.
ack-anxious-voice = Vamos a verlo con calma, paso a paso.
ack-angry-words = Entiendo que esto sea frustrante.
ack-angry-voice = Vamos al grano.
ack-pain-words = Siento que tengas dolor.
ack-pain-voice = Te ayudo en lo que pueda.
ack-tired-words = Debe de ser agotador. Seré breve.
ack-tired-voice = Seré breve.
ack-happy-words = ¡Qué alegría oír eso!
ack-happy-voice = ¡Con mucho gusto te lo digo!

advice-pain = Si el dolor es fuerte, nuevo o va a más, llama a un médico, por favor.
advice-knowledge = Si continúa o te preocupa, habla con un médico, por favor.

small-talk = Soy Auricle, y me alegra hablar contigo. Puedes preguntarme por tu sueño, tus pasos, tu frecuencia cardíaca, tus demás datos de salud o por un tema de salud.
out-of-scope = Con eso no puedo ayudarte. Puedo hablarte de tus datos de salud, como el sueño, la actividad y la frecuencia cardíaca, y explicarte temas de salud. Si se trata de tu salud, en la consulta o en la farmacia pueden ayudarte.
refused = Para eso hace falta algo de fuera de este dispositivo, y en los ajustes está desactivado.
refused-record = No has permitido que se lean esos datos; la orden auricle data consent puede volver a permitirlo.
left-out = Una de las cosas que pediste ha quedado sin hacer. Pídela aparte, por favor.
clarify = Quiero entenderte bien. ¿Te refieres a { $readings }?
clarify-days = Solo puedo mirar días que ya han llegado, enteros y seguidos. ¿A qué días te refieres?
clarify-open = No sé bien a qué te refieres. ¿Puedes decirlo de otra manera?
failed = Ahora mismo no he podido consultar { $task }. Inténtalo de nuevo en un momento, por favor.
failed-other = Algo no ha funcionado. Inténtalo de nuevo en un momento, por favor.

confirm = { $form ->
    [spoken] ¿Hago esto: { $task }, { $text }? Di sí o no, por favor.
   *[shown] ¿Hago esto: { $task }, «{ $text }»? Di sí o no, por favor.
 }
confirm-task = ¿Hago esto: { $task }? Di sí o no, por favor.
confirm-note = { $form ->
    [spoken] ¿Escribo esto en tu diario: { $text }? Di sí o no, por favor.
   *[shown] ¿Escribo esto en tu diario: «{ $text }»? Di sí o no, por favor.
 }
declined = De acuerdo, no he hecho nada.
noted = { $form ->
    [spoken] He escrito esto en tu diario: { $text }.
   *[shown] He escrito esto en tu diario: «{ $text }».
 }
somebody-else = Solo tengo tus propios datos, así que no puedo decirte nada sobre los de otra persona.
found = { $form ->
    [spoken] He encontrado esta página: { $text }.
   *[shown] He encontrado esta página: «{ $text }».
 }
excerpt = { $form ->
    [spoken] He encontrado esto: { $text }.
   *[shown] He encontrado esto: «{ $text }»
 }
excerpt-source = Eso es lo que dice { $text }. No lo he comprobado.
used = He usado { $task }.
used-source = He usado { $task }, de { $titles }.
used-days = He mirado { $task } { $for }.
used-days-source = He mirado { $task } { $for }, en los datos de { $titles }.
used-nothing = Para esa respuesta no consulté nada.
used-why-sounds_like = Lo elegí porque tu pregunta sonaba a eso.
used-why-agreed = El modelo de lenguaje leyó tu pregunta de la misma manera.
used-why-model = El modelo de lenguaje de este dispositivo entendió así tu pregunta.
used-why-follow_up = Tu pregunta continuaba la anterior.
used-why-correction = Me habías corregido.
used-why-answered = Se desprendía de tu respuesta a mi pregunta.
used-why-picture = Habías enviado una imagen.
used-why-consented = Habías dicho que sí.
used-why-reasoned = Comparé varias formas de responder y esta encajaba mejor.

task-sleep = tu sueño
task-activity = tu actividad
task-heart_rate = tu frecuencia cardíaca
task-breathing = tu respiración
task-body = tus medidas corporales
task-blood_pressure = tu presión arterial
task-glucose = tu glucosa
task-cycle = tu ciclo
task-health_record = tu historial médico
task-recording = una grabación de tu pulso
task-pulse = lo que muestra tu pulso
task-stress = si tu cuerpo estaba tranquilo o tenso
task-forecast = una estimación para un día
task-report = un resumen para tu médico
task-insight = lo que ha cambiado en ti
task-watch = un límite que vigilar
task-knowledge = un tema de salud
task-clock = la fecha y la hora
task-explain = cómo llegué a una respuesta
task-read_picture = el texto de tu imagen
task-search = páginas sobre ese tema
task-extract_text = el texto de una página
task-note = tu diario

notice-didnt-hear = No he oído nada. Inténtalo de nuevo, por favor.
notice-foreign = He oído otro idioma. Por ahora entiendo español, inglés y alemán.
notice-no-plan = No te he entendido. ¿Puedes decirlo de otra manera?
notice-no-results = No he encontrado nada para responder a eso.
notice-picture-unreadable = No puedo abrir esa imagen. Envíala como PNG o JPEG, por favor.
notice-voice-basic = Para este idioma solo tengo una voz básica.
notice-wait = Un momento, por favor.
notice-failed = Algo ha fallado por mi parte. Pregúntame otra vez, por favor.
notice-not-a-doctor = No reemplazo a un médico y no puedo hacer un diagnóstico.
notice-language-english = Entiendo tu idioma, pero por ahora solo puedo responder en inglés.
