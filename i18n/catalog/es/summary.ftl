## La página para la visita al médico, la novedad semanal y los gráficos. Nombra cifras y nunca juzga lo que significan.

summary-title = Resumen de salud para la visita al médico
summary-who = { $name } · { $period }
summary-made = Hecho el { $day } en el propio dispositivo de la persona, con sus propios registros. No se ha enviado nada a ninguna parte.
summary-sources = Fuentes: { $titles }
summary-sources-none = Fuentes: ninguna; no hay nada registrado en estos días.
summary-source-record = historial médico
summary-withheld = No se incluye, porque la persona no permite que se lea: { $titles }
summary-limit = Esta página no es un diagnóstico. Muestra lo que se registró; un médico puede decir qué significa.
summary-method = Media: media de los días con datos. Tendencia: pendiente de Theil–Sen por semana con su intervalo del 95 %. Inusual: fuera de la mediana ± 3 × 1,4826 × MAD de los 60 días anteriores al periodo. Un día sin datos falta, nunca es cero.

summary-out = Lo que destaca
summary-out-none = No destaca nada.
summary-out-empty = De este periodo no hay datos, o ninguno que se permita leer.
summary-out-range = { $name }: { $value } de media, { $verdict ->
    [below] por debajo
   *[above] por encima
 } del rango publicado de { $range } ({ $title }).
summary-out-trend = { $name }: { $direction ->
    [rising] sube
   *[falling] baja
 } unos { $change } por semana (intervalo del 95 %: de { $low } a { $high }).
summary-out-trend-alone = { $name }: { $direction ->
    [rising] sube
   *[falling] baja
 } unos { $change } por semana.
summary-out-compared = { $name }: { $value } de media, { $difference } { $verdict ->
    [less] menos
   *[more] más
 } que en los { $days } días anteriores ({ $before }).
summary-out-unusual = { $name }: fuera de su rango habitual (de { $low } a { $high }) { $n ->
    [one] { $count } día
   *[other] { $count } días
 }; el más alejado, el { $day } ({ $value }).

summary-figures = Cifras
summary-head-measure = Medida
summary-head-average = Media
summary-head-days = Días con datos
summary-head-before = Periodo anterior
summary-head-trend = Tendencia por semana
summary-head-unusual = Días inusuales
summary-head-course = Evolución
summary-days = { $known } de { $all }
summary-figure = { $value }
summary-before = { $value } ({ $known } de { $all } días)
summary-trend-rising = sube: { $change } (de { $low } a { $high })
summary-trend-rising-alone = sube: { $change }
summary-trend-falling = baja: { $change } (de { $low } a { $high })
summary-trend-falling-alone = baja: { $change }
summary-trend-steady = más o menos estable (de { $low } a { $high })
summary-unusual = { $count } ({ $value } el { $day })
summary-unusual-none = ninguno
summary-unusual-level = { $count }: otro nivel que antes
summary-unknown = faltan datos

summary-record = Medicamentos, problemas de salud, alergias, laboratorio
summary-record-none = Aquí no hay nada de esto registrado, lo que no significa que no exista.
summary-medication = Medicamentos
summary-medication-past = Medicamentos anteriores
summary-condition = Problemas de salud
summary-allergy = Alergias
summary-lab = Últimos resultados de laboratorio
summary-listed-none = Aquí no hay nada registrado, lo que no significa que no exista.
summary-listed-more = { $n ->
    [one] Hay { $count } más en el registro.
   *[other] Hay { $count } más en el registro.
 }
summary-lab-outside = { $line } (fuera de sus valores de referencia)

summary-ask = Preguntas para la consulta
summary-ask-range = { $name }: { $value } de media, y el rango publicado es { $range }. ¿Qué significa eso en mi caso?
summary-ask-trend = { $name }: { $direction ->
    [rising] sube
   *[falling] baja
 } unos { $change } por semana. ¿Conviene estudiarlo?
summary-ask-unusual = { $name }: { $count } días fuera de lo habitual en mí. ¿A qué puede deberse?
summary-ask-lab = Mi resultado de { $name } fue { $value }, fuera de sus valores de referencia. ¿Qué significa y cuándo conviene repetirlo?
summary-ask-medication = ¿Sigo necesitando todos mis medicamentos tal como están, y se llevan bien entre ellos?
summary-ask-watch = ¿Cuáles de estas cifras debo vigilar, y a partir de qué valor debo llamar?

summary-page = También puedo hacer con esto una página para llevar, con la orden auricle data report.

summary-measure-sleep_duration = Sueño por noche
summary-measure-total_sleep = Sueño por día
summary-measure-resting_heart_rate = Frecuencia cardíaca en reposo
summary-measure-heart_rate = Frecuencia cardíaca
summary-measure-systolic = Presión arterial sistólica
summary-measure-diastolic = Presión arterial diastólica
summary-measure-weight = Peso
summary-measure-bmi = Índice de masa corporal
summary-measure-glucose = Glucosa
summary-measure-time_in_range = Glucosa en rango
summary-measure-steps = Pasos por día
summary-measure-active_minutes = Tiempo activo por día
summary-measure-distance = Distancia por día
summary-measure-hrv = Variabilidad del pulso (RMSSD)
summary-measure-hrv_sdnn = Variabilidad del pulso (SDNN)
summary-measure-spo2 = Oxígeno en sangre
summary-measure-respiratory_rate = Frecuencia respiratoria
summary-measure-body_temperature = Temperatura corporal
summary-measure-skin_temperature = Temperatura de la piel
summary-measure-vo2max = Capacidad aeróbica (VO₂ máx.)

summary-insight-none = No ha cambiado nada que merezca mención.
summary-insight-untested = { $why ->
    [none] No hay datos de los últimos siete días ni de las ocho semanas anteriores.
    [week] No hay datos de los últimos siete días.
   *[few] Hay muy pocos días con datos para comparar: hacen falta { $now } de los últimos siete y { $before } de las ocho semanas anteriores.
 }
summary-insight-some = { $n ->
    [one] Se ha comprobado una cifra, y ha cambiado:
   *[other] Se han comprobado { $count } cifras, y estas han cambiado:
 }

chart-title = { $name }, { $period }
chart-compared = { $name }, { $period }, frente a { $against }
chart-missing = sin datos
chart-day = Día
chart-week = Semana desde
chart-value = Valor
chart-average = Media
chart-days = Días con datos
chart-source = Fuente
chart-table = Ver como tabla
