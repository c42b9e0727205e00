## Grabaciones del pulso, lo que muestran, estimaciones y límites que pone la persona.

recording-at = { $day } a { $time }
recording-in = { $form ->
    [spoken] En la grabación hecha { $at },
   *[shown] En la grabación hecha { $at }
 }
recording-again = En esa grabación
signal = He encontrado { $kind ->
    [ppg] una grabación del pulso
    [ecg] un electrocardiograma
   *[other] un registro de tus latidos
 } { $kind ->
    [ppg] hecha
   *[other] hecho
 } { $at }. Dura { $length }.
pulse = { $in } tu frecuencia cardíaca fue de { $rate } y la variabilidad de latido a latido fue de { $rmssd }.
pulse-sdnn = En toda la grabación la variabilidad de tu frecuencia cardíaca fue de { $sdnn }.
pulse-kept = El { $kept } de los latidos tenía claridad suficiente.
unusable-noisy = { $in } no puedo leer tu pulso: la señal tiembla demasiado.
unusable-gaps = { $in } no puedo leer tu pulso: hay muy pocos latidos claros seguidos.
unusable-short = { $in } no puedo leer tu pulso: es muy breve.
unusable-disagrees = { $in } la frecuencia cardíaca no coincide con la que mostró tu dispositivo, así que no me fío de ella.
unusable-none = No encuentro ninguna grabación de tu pulso de ese tiempo.
unusable-advice = Para una grabación clara, no te muevas, mantén las manos calientes y graba al menos { $length }.

stressed = { $in } tu cuerpo estaba { $n ->
    [1] tan tranquilo como en tus grabaciones más tranquilas
    [2] más tranquilo de lo habitual
    [3] más o menos igual de tranquilo o tenso que de costumbre
    [4] más tenso de lo habitual
   *[5] tan tenso como en tus grabaciones más tensas
 }: nivel { $level } de un total de { $most }.
stressed-estimate = Es una estimación a partir de tu pulso, comparado con { $n ->
    [one] otra grabación tuya
   *[other] { $recordings } grabaciones tuyas
 }. No es un diagnóstico; el ejercicio, el café o la fiebre pueden dar el mismo resultado.
stressed-signal = { $in } la señal no es lo bastante clara para saber si tu cuerpo estaba tranquilo o tenso.
stressed-baseline = Todavía no puedo decir si tu cuerpo estaba tranquilo o tenso. Para saber qué es habitual en ti necesito más grabaciones tuyas; por ahora { $n ->
    [0] no tengo ninguna
   *[other] tengo { $recordings }
 }.
stressed-unsure = { $in } no puedo decir si tu cuerpo estaba tranquilo o tenso: encaja con más de un nivel, y prefiero no adivinar.

forecast = { $when } { $name } será probablemente de unos { $value }.
forecast-estimate = Es una estimación a partir de { $labelled } días que valoraste, y puede fallar.
forecast-few = { $name } todavía no se puede estimar: no hay bastantes datos tuyos. Has valorado { $labelled } de los { $needed } días que necesito.
forecast-useless = { $name } no se puede estimar: los { $labelled } días que valoraste no muestran un patrón claro.

watched = Te avisaré cuando { $name } sea { $limit } { $n ->
    [1] un día
   *[other] durante { $days } días seguidos
 }.
watched-reached = Me pediste que te avisara: { $name } fue { $limit } { $n ->
    [1] { $day }
   *[other] durante { $days } días seguidos, el último { $day }
 }.
watch-days = Puedo vigilar un límite durante { $most } días seguidos como máximo. Di menos días, por favor.
watch-range = { $name } solo puede estar entre { $low } y { $high }. Di un límite entre esos dos, por favor.
confirm-watch = ¿Te aviso cuando { $name } sea { $limit } { $n ->
    [1] un día
   *[other] durante { $days } días seguidos
 }? Di sí o no, por favor.
