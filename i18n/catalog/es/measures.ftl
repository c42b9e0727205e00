## Una frase por medida: la media de un periodo, el total cuando tiene sentido, o el valor de un día.

measured-sleep_duration = { $statistic ->
    [mean] { $when } dormiste una media de { $value } por noche.
    [total] { $when } dormiste { $value } en total.
   *[value] { $when } dormiste { $value }.
 }
measured-deep_sleep = { $statistic ->
    [mean] { $when } tuviste una media de { $value } de sueño profundo por noche.
    [total] { $when } tuviste { $value } de sueño profundo en total.
   *[value] { $when } tuviste { $value } de sueño profundo.
 }
measured-rem_sleep = { $statistic ->
    [mean] { $when } tuviste una media de { $value } de sueño REM por noche.
    [total] { $when } tuviste { $value } de sueño REM en total.
   *[value] { $when } tuviste { $value } de sueño REM.
 }
measured-light_sleep = { $statistic ->
    [mean] { $when } tuviste una media de { $value } de sueño ligero por noche.
    [total] { $when } tuviste { $value } de sueño ligero en total.
   *[value] { $when } tuviste { $value } de sueño ligero.
 }
measured-awake = { $statistic ->
    [mean] { $when } pasaste una media de { $value } sin dormir por noche.
    [total] { $when } pasaste { $value } sin dormir en total.
   *[value] { $when } pasaste { $value } sin dormir.
 }
measured-steps = { $statistic ->
    [mean] { $when } diste una media de { $value } al día.
    [total] { $when } diste { $value } en total.
   *[value] { $when } diste { $value }.
 }
measured-distance = { $statistic ->
    [mean] { $when } recorriste una media de { $value } al día.
    [total] { $when } recorriste { $value } en total.
   *[value] { $when } recorriste { $value }.
 }
measured-active_minutes = { $statistic ->
    [mean] { $when } tuviste una media de { $value } de actividad al día.
    [total] { $when } tuviste { $value } de actividad en total.
   *[value] { $when } tuviste { $value } de actividad.
 }
measured-energy = { $statistic ->
    [mean] { $when } gastaste una media de { $value } al día.
    [total] { $when } gastaste { $value } en total.
   *[value] { $when } gastaste { $value }.
 }
measured-resting_heart_rate = { $statistic ->
    [mean] { $when } tu frecuencia cardíaca en reposo fue de { $value } de media.
   *[value] { $when } tu frecuencia cardíaca en reposo fue de { $value }.
 }
# A day's heart rate is the mean of that day: a bare "highest: 86" would sound like the peak.
measured-heart_rate = { $statistic ->
    [mean] { $when } tu frecuencia cardíaca fue de { $value } de media.
   *[value] { $when } tu frecuencia cardíaca media fue de { $value }.
 }
measured-weight = { $statistic ->
    [mean] { $when } tu peso fue de { $value } de media.
   *[value] { $when } tu peso fue de { $value }.
 }
measured-glucose = { $statistic ->
    [mean] { $when } tu glucosa fue de { $value } de media.
   *[value] { $when } tu glucosa fue de { $value }.
 }

name-sleep_duration = tu tiempo de sueño
name-deep_sleep = tu sueño profundo
name-rem_sleep = tu sueño REM
name-light_sleep = tu sueño ligero
name-awake = tu tiempo sin dormir por la noche
name-steps = tu número de pasos
name-distance = tu distancia diaria
name-active_minutes = tu tiempo de actividad
name-energy = tu gasto de energía
name-resting_heart_rate = tu frecuencia cardíaca en reposo
name-heart_rate = tu frecuencia cardíaca media
name-hrv = { $form ->
    [spoken] la variabilidad de tu frecuencia cardíaca por R M S S D
   *[shown] la variabilidad de tu frecuencia cardíaca (RMSSD)
 }
name-weight = tu peso
name-glucose = tu glucosa
name-time_in_bed = tu tiempo en la cama
name-sleep_efficiency = tu eficiencia de sueño
name-sleep_latency = tu tiempo hasta dormirte
name-rem_share = tu proporción de sueño REM
name-deep_share = tu proporción de sueño profundo
name-naps = tu tiempo de siesta
name-total_sleep = tu sueño con siestas
name-bedtime = tu hora de acostarte
name-wake_time = tu hora de despertarte
name-sleep_regularity = la variación de tu horario de sueño
name-active_energy = tu gasto de energía en movimiento
name-basal_energy = tu gasto de energía en reposo
name-light_minutes = tu tiempo de actividad ligera
name-moderate_minutes = tu tiempo de actividad moderada
name-vigorous_minutes = tu tiempo de actividad intensa
name-sedentary_minutes = tu tiempo en reposo
name-floors = tu número de pisos
name-vo2max = tu capacidad aeróbica
name-max_heart_rate = tu pico de frecuencia cardíaca
name-walking_heart_rate = tu frecuencia cardíaca al caminar
name-hrv_sdnn = { $form ->
    [spoken] la variabilidad de tu frecuencia cardíaca por S D N N
   *[shown] la variabilidad de tu frecuencia cardíaca (SDNN)
 }
name-spo2 = tu oxígeno en sangre
name-respiratory_rate = tu frecuencia respiratoria
name-body_temperature = tu temperatura corporal
name-skin_temperature = la temperatura de tu piel
name-bmi = tu índice de masa corporal
name-body_fat = tu grasa corporal
name-systolic = la cifra alta de tu presión arterial
name-diastolic = la cifra baja de tu presión arterial
name-time_in_range = tu tiempo con la glucosa en rango
name-time_below_range = tu tiempo con la glucosa por debajo del rango
name-time_above_range = tu tiempo con la glucosa por encima del rango
name-glucose_variability = la variación de tu glucosa
name-gmi = { $form ->
    [spoken] tu G M I
   *[shown] tu GMI
 }
name-menstruation = tu sangrado menstrual
name-stress_score = tu puntuación de estrés
name-perceived_stress = tu propia nota de estrés
name-soreness = tu dolor muscular
name-injury_risk = tu riesgo de lesión

data-sleep_duration = datos de sueño
data-deep_sleep = datos de sueño profundo
data-rem_sleep = datos de sueño REM
data-light_sleep = datos de sueño ligero
data-awake = datos del tiempo sin dormir
data-steps = datos de pasos
data-distance = datos de distancia
data-active_minutes = datos de actividad
data-energy = datos de gasto de energía
data-resting_heart_rate = datos de frecuencia cardíaca en reposo
data-heart_rate = datos de frecuencia cardíaca
data-hrv = datos de variabilidad cardíaca
data-weight = datos de peso
data-glucose = datos de glucosa
data-time_in_bed = datos sobre tu tiempo en la cama
data-sleep_efficiency = datos sobre tu eficiencia de sueño
data-sleep_latency = datos sobre tu tiempo hasta dormirte
data-rem_share = datos sobre tu proporción de sueño REM
data-deep_share = datos sobre tu proporción de sueño profundo
data-naps = datos sobre tu tiempo de siesta
data-total_sleep = datos sobre tu sueño con siestas
data-bedtime = datos sobre tu hora de acostarte
data-wake_time = datos sobre tu hora de despertarte
data-sleep_regularity = datos sobre la variación de tu horario de sueño
data-active_energy = datos sobre tu gasto de energía en movimiento
data-basal_energy = datos sobre tu gasto de energía en reposo
data-light_minutes = datos sobre tu tiempo de actividad ligera
data-moderate_minutes = datos sobre tu tiempo de actividad moderada
data-vigorous_minutes = datos sobre tu tiempo de actividad intensa
data-sedentary_minutes = datos sobre tu tiempo en reposo
data-floors = datos sobre tu número de pisos
data-vo2max = datos sobre tu capacidad aeróbica
data-max_heart_rate = datos sobre tu pico de frecuencia cardíaca
data-walking_heart_rate = datos sobre tu frecuencia cardíaca al caminar
data-hrv_sdnn = { $form ->
    [spoken] datos sobre la variabilidad de tu frecuencia cardíaca por S D N N
   *[shown] datos sobre la variabilidad de tu frecuencia cardíaca (SDNN)
 }
data-spo2 = datos sobre tu oxígeno en sangre
data-respiratory_rate = datos sobre tu frecuencia respiratoria
data-body_temperature = datos sobre tu temperatura corporal
data-skin_temperature = datos sobre la temperatura de tu piel
data-bmi = datos sobre tu índice de masa corporal
data-body_fat = datos sobre tu grasa corporal
data-systolic = datos sobre la cifra alta de tu presión arterial
data-diastolic = datos sobre la cifra baja de tu presión arterial
data-time_in_range = datos sobre tu tiempo con la glucosa en rango
data-time_below_range = datos sobre tu tiempo con la glucosa por debajo del rango
data-time_above_range = datos sobre tu tiempo con la glucosa por encima del rango
data-glucose_variability = datos sobre la variación de tu glucosa
data-gmi = { $form ->
    [spoken] datos sobre tu G M I
   *[shown] datos sobre tu GMI
 }
data-menstruation = datos sobre tu sangrado menstrual
data-stress_score = datos sobre tu puntuación de estrés
data-perceived_stress = datos sobre tu propia nota de estrés
data-soreness = datos sobre tu dolor muscular
data-injury_risk = datos sobre tu riesgo de lesión

## Medidas que no necesitan una frase propia.
measured = { $statistic ->
    [mean] { $when } { $name } fue de { $value } de media.
   *[value] { $when } { $name } fue de { $value }.
 }

measured-time_in_bed = { $statistic ->
    [mean] { $when } pasaste una media de { $value } en la cama por noche.
   *[value] { $when } pasaste { $value } en la cama.
 }
measured-sleep_efficiency = { $statistic ->
    [mean] { $when } dormiste de media el { $value } de tu tiempo en la cama.
   *[value] { $when } dormiste el { $value } de tu tiempo en la cama.
 }
measured-sleep_latency = { $statistic ->
    [mean] { $when } tardaste una media de { $value } en dormirte.
   *[value] { $when } tardaste { $value } en dormirte.
 }
measured-rem_share = { $statistic ->
    [mean] { $when } el { $value } de tu sueño fue sueño REM de media.
   *[value] { $when } el { $value } de tu sueño fue sueño REM.
 }
measured-deep_share = { $statistic ->
    [mean] { $when } el { $value } de tu sueño fue sueño profundo de media.
   *[value] { $when } el { $value } de tu sueño fue sueño profundo.
 }
measured-naps = { $statistic ->
    [mean] { $when } dormiste una media de { $value } de siesta al día.
   *[value] { $when } dormiste { $value } de siesta.
 }
measured-total_sleep = { $statistic ->
    [mean] { $when } dormiste una media de { $value } al día, siestas incluidas.
   *[value] { $when } dormiste { $value }, siestas incluidas.
 }
measured-bedtime = { $statistic ->
    [mean] { $when } te acostaste de media a { $value }.
   *[value] { $when } te acostaste a { $value }.
 }
measured-wake_time = { $statistic ->
    [mean] { $when } te despertaste de media a { $value }.
   *[value] { $when } te despertaste a { $value }.
 }
measured-sleep_regularity = { $when } el punto medio de tu sueño se desplazó aproximadamente { $value } de una noche a otra.
measured-active_energy = { $statistic ->
    [mean] { $when } gastaste una media de { $value } al día al moverte.
    [total] { $when } gastaste { $value } al moverte en total.
   *[value] { $when } gastaste { $value } al moverte.
 }
measured-basal_energy = { $statistic ->
    [mean] { $when } tu cuerpo gastó una media de { $value } al día en reposo.
    [total] { $when } tu cuerpo gastó { $value } en reposo en total.
   *[value] { $when } tu cuerpo gastó { $value } en reposo.
 }
measured-light_minutes = { $statistic ->
    [mean] { $when } tuviste una media de { $value } de actividad ligera al día.
    [total] { $when } tuviste { $value } de actividad ligera en total.
   *[value] { $when } tuviste { $value } de actividad ligera.
 }
measured-moderate_minutes = { $statistic ->
    [mean] { $when } tuviste una media de { $value } de actividad moderada al día.
    [total] { $when } tuviste { $value } de actividad moderada en total.
   *[value] { $when } tuviste { $value } de actividad moderada.
 }
measured-vigorous_minutes = { $statistic ->
    [mean] { $when } tuviste una media de { $value } de actividad intensa al día.
    [total] { $when } tuviste { $value } de actividad intensa en total.
   *[value] { $when } tuviste { $value } de actividad intensa.
 }
measured-sedentary_minutes = { $statistic ->
    [mean] { $when } pasaste una media de { $value } al día sin moverte.
    [total] { $when } pasaste { $value } sin moverte en total.
   *[value] { $when } pasaste { $value } sin moverte.
 }
measured-floors = { $statistic ->
    [mean] { $when } subiste una media de { $value } al día.
    [total] { $when } subiste { $value } en total.
   *[value] { $when } subiste { $value }.
 }
measured-max_heart_rate = { $statistic ->
    [mean] { $when } tu frecuencia cardíaca llegó de media hasta { $value }.
   *[value] { $when } tu frecuencia cardíaca llegó hasta { $value }.
 }
measured-blood_pressure = { $statistic ->
    [mean] { $when } tu presión arterial fue de { $value } de media.
   *[value] { $when } tu presión arterial fue de { $value }.
 }
measured-time_in_range = { $when } tu glucosa estuvo en rango el { $value } del tiempo.
measured-time_below_range = { $when } tu glucosa estuvo por debajo del rango el { $value } del tiempo.
measured-time_above_range = { $when } tu glucosa estuvo por encima del rango el { $value } del tiempo.
measured-glucose_variability = { $when } tu glucosa varió un { $value } alrededor de su valor medio.
measured-gmi = { $when } { $name }, una estimación de tu glucosa a largo plazo, fue de { $value }.
