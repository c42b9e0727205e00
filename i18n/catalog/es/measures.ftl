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
measured-hrv = { $statistic ->
    [mean] { $when } la variabilidad de tu frecuencia cardíaca fue de { $value } de media.
   *[value] { $when } la variabilidad de tu frecuencia cardíaca fue de { $value }.
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
name-hrv = la variabilidad de tu frecuencia cardíaca
name-weight = tu peso
name-glucose = tu glucosa

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
