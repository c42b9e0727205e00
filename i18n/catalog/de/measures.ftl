## Ein Satz je Messgröße: Mittel eines Zeitraums, Summe, wo sie Sinn hat, oder Wert eines Tages.

measured-sleep_duration = { $statistic ->
    [mean] { $when } haben Sie im Schnitt { $value } pro Nacht geschlafen.
    [total] { $when } haben Sie insgesamt { $value } geschlafen.
   *[value] { $when } haben Sie { $value } geschlafen.
 }
measured-deep_sleep = { $statistic ->
    [mean] { $when } hatten Sie im Schnitt { $value } Tiefschlaf pro Nacht.
    [total] { $when } hatten Sie insgesamt { $value } Tiefschlaf.
   *[value] { $when } hatten Sie { $value } Tiefschlaf.
 }
measured-rem_sleep = { $statistic ->
    [mean] { $when } hatten Sie im Schnitt { $value } REM-Schlaf pro Nacht.
    [total] { $when } hatten Sie insgesamt { $value } REM-Schlaf.
   *[value] { $when } hatten Sie { $value } REM-Schlaf.
 }
measured-light_sleep = { $statistic ->
    [mean] { $when } hatten Sie im Schnitt { $value } leichten Schlaf pro Nacht.
    [total] { $when } hatten Sie insgesamt { $value } leichten Schlaf.
   *[value] { $when } hatten Sie { $value } leichten Schlaf.
 }
measured-awake = { $statistic ->
    [mean] { $when } lagen Sie im Schnitt { $value } pro Nacht wach.
    [total] { $when } lagen Sie insgesamt { $value } wach.
   *[value] { $when } lagen Sie { $value } wach.
 }
measured-steps = { $statistic ->
    [mean] { $when } sind Sie im Schnitt { $value } am Tag gegangen.
    [total] { $when } sind Sie insgesamt { $value } gegangen.
   *[value] { $when } sind Sie { $value } gegangen.
 }
measured-distance = { $statistic ->
    [mean] { $when } haben Sie im Schnitt { $value } am Tag zurückgelegt.
    [total] { $when } haben Sie insgesamt { $value } zurückgelegt.
   *[value] { $when } haben Sie { $value } zurückgelegt.
 }
measured-active_minutes = { $statistic ->
    [mean] { $when } waren Sie im Schnitt { $value } am Tag aktiv.
    [total] { $when } waren Sie insgesamt { $value } aktiv.
   *[value] { $when } waren Sie { $value } aktiv.
 }
measured-energy = { $statistic ->
    [mean] { $when } haben Sie im Schnitt { $value } am Tag verbraucht.
    [total] { $when } haben Sie insgesamt { $value } verbraucht.
   *[value] { $when } haben Sie { $value } verbraucht.
 }
measured-resting_heart_rate = { $statistic ->
    [mean] { $when } betrug Ihr Ruhepuls im Schnitt { $value }.
   *[value] { $when } betrug Ihr Ruhepuls { $value }.
 }
# A day's heart rate is the mean of that day: a bare "highest: 86" would sound like the peak.
measured-heart_rate = { $statistic ->
    [mean] { $when } betrug Ihr Puls im Schnitt { $value }.
   *[value] { $when } betrug Ihr durchschnittlicher Puls { $value }.
 }
measured-weight = { $statistic ->
    [mean] { $when } lag Ihr Gewicht im Schnitt bei { $value }.
   *[value] { $when } lag Ihr Gewicht bei { $value }.
 }
measured-glucose = { $statistic ->
    [mean] { $when } lag Ihr Blutzucker im Schnitt bei { $value }.
   *[value] { $when } lag Ihr Blutzucker bei { $value }.
 }

name-sleep_duration = Ihre Schlafdauer
name-deep_sleep = Ihr Tiefschlaf
name-rem_sleep = Ihr REM-Schlaf
name-light_sleep = Ihr leichter Schlaf
name-awake = Ihre nächtliche Wachzeit
name-steps = Ihre Schrittzahl
name-distance = Ihre Tagesstrecke
name-active_minutes = Ihre aktive Zeit
name-energy = Ihr Energieverbrauch
name-resting_heart_rate = Ihr Ruhepuls
name-heart_rate = Ihr durchschnittlicher Puls
name-hrv = { $form ->
    [spoken] Ihre Herzfrequenzvariabilität nach R M S S D
   *[shown] Ihre Herzfrequenzvariabilität (RMSSD)
 }
name-weight = Ihr Gewicht
name-glucose = Ihr Blutzucker
name-time_in_bed = Ihre Zeit im Bett
name-sleep_efficiency = Ihre Schlafeffizienz
name-sleep_latency = Ihre Einschlafzeit
name-rem_share = Ihr Anteil an REM-Schlaf
name-deep_share = Ihr Anteil an Tiefschlaf
name-naps = Ihr Tagesschlaf
name-total_sleep = Ihr gesamter Schlaf
name-bedtime = Ihre Zubettgehzeit
name-wake_time = Ihre Aufwachzeit
name-sleep_regularity = die Schwankung Ihrer Schlafzeiten
name-active_energy = Ihr Energieverbrauch durch Bewegung
name-basal_energy = Ihr Energieverbrauch in Ruhe
name-light_minutes = Ihre Zeit mit leichter Aktivität
name-moderate_minutes = Ihre Zeit mit mäßiger Aktivität
name-vigorous_minutes = Ihre Zeit mit intensiver Aktivität
name-sedentary_minutes = Ihre Zeit im Sitzen
name-floors = Ihre Zahl an Stockwerken
name-vo2max = Ihre Ausdauerfitness
name-max_heart_rate = Ihr Spitzenpuls
name-walking_heart_rate = Ihr Puls beim Gehen
name-hrv_sdnn = { $form ->
    [spoken] Ihre Herzfrequenzvariabilität nach S D N N
   *[shown] Ihre Herzfrequenzvariabilität (SDNN)
 }
name-spo2 = Ihre Sauerstoffsättigung
name-respiratory_rate = Ihre Atemfrequenz
name-body_temperature = Ihre Körpertemperatur
name-skin_temperature = Ihre Hauttemperatur
name-bmi = { $form ->
    [spoken] Ihr B M I
   *[shown] Ihr BMI
 }
name-body_fat = Ihr Körperfettanteil
name-systolic = Ihr oberer Blutdruckwert
name-diastolic = Ihr unterer Blutdruckwert
name-time_in_range = Ihre Zeit mit Blutzucker im Zielbereich
name-time_below_range = Ihre Zeit mit Blutzucker unter dem Zielbereich
name-time_above_range = Ihre Zeit mit Blutzucker über dem Zielbereich
name-glucose_variability = die Schwankung Ihres Blutzuckers
name-gmi = { $form ->
    [spoken] Ihr G M I
   *[shown] Ihr GMI
 }
name-menstruation = die Stärke Ihrer Regelblutung
name-stress_score = Ihr Stresswert
name-perceived_stress = Ihre eigene Stressbewertung
name-soreness = Ihr Muskelkater
name-injury_risk = Ihr Verletzungsrisiko

data-sleep_duration = Schlafdaten
data-deep_sleep = Daten zum Tiefschlaf
data-rem_sleep = Daten zum REM-Schlaf
data-light_sleep = Daten zum leichten Schlaf
data-awake = Daten zur Wachzeit in der Nacht
data-steps = Schrittdaten
data-distance = Daten zur Strecke
data-active_minutes = Daten zur Aktivität
data-energy = Daten zum Energieverbrauch
data-resting_heart_rate = Daten zum Ruhepuls
data-heart_rate = Pulsdaten
data-hrv = Daten zur Herzfrequenzvariabilität
data-weight = Gewichtsdaten
data-glucose = Blutzuckerdaten
data-time_in_bed = Daten zu Ihrer Zeit im Bett
data-sleep_efficiency = Daten zu Ihrer Schlafeffizienz
data-sleep_latency = Daten zu Ihrer Einschlafzeit
data-rem_share = Daten zu Ihrem Anteil an REM-Schlaf
data-deep_share = Daten zu Ihrem Anteil an Tiefschlaf
data-naps = Daten zu Ihrem Tagesschlaf
data-total_sleep = Daten zu Ihrem gesamten Schlaf
data-bedtime = Daten zu Ihrer Zubettgehzeit
data-wake_time = Daten zu Ihrer Aufwachzeit
data-sleep_regularity = Daten zu der Schwankung Ihrer Schlafzeiten
data-active_energy = Daten zu Ihrem Energieverbrauch durch Bewegung
data-basal_energy = Daten zu Ihrem Energieverbrauch in Ruhe
data-light_minutes = Daten zu Ihrer Zeit mit leichter Aktivität
data-moderate_minutes = Daten zu Ihrer Zeit mit mäßiger Aktivität
data-vigorous_minutes = Daten zu Ihrer Zeit mit intensiver Aktivität
data-sedentary_minutes = Daten zu Ihrer Zeit im Sitzen
data-floors = Daten zu Ihren Stockwerken
data-vo2max = Daten zu Ihrer Ausdauerfitness
data-max_heart_rate = Daten zu Ihrem Spitzenpuls
data-walking_heart_rate = Daten zu Ihrem Puls beim Gehen
data-hrv_sdnn = { $form ->
    [spoken] Daten zu Ihrer Herzfrequenzvariabilität nach S D N N
   *[shown] Daten zu Ihrer Herzfrequenzvariabilität (SDNN)
 }
data-spo2 = Daten zu Ihrer Sauerstoffsättigung
data-respiratory_rate = Daten zu Ihrer Atemfrequenz
data-body_temperature = Daten zu Ihrer Körpertemperatur
data-skin_temperature = Daten zu Ihrer Hauttemperatur
data-bmi = { $form ->
    [spoken] Daten zu Ihrem B M I
   *[shown] Daten zu Ihrem BMI
 }
data-body_fat = Daten zu Ihrem Körperfettanteil
data-systolic = Daten zu Ihrem oberen Blutdruckwert
data-diastolic = Daten zu Ihrem unteren Blutdruckwert
data-time_in_range = Daten zu Ihrer Zeit mit Blutzucker im Zielbereich
data-time_below_range = Daten zu Ihrer Zeit mit Blutzucker unter dem Zielbereich
data-time_above_range = Daten zu Ihrer Zeit mit Blutzucker über dem Zielbereich
data-glucose_variability = Daten zu der Schwankung Ihres Blutzuckers
data-gmi = { $form ->
    [spoken] Daten zu Ihrem G M I
   *[shown] Daten zu Ihrem GMI
 }
data-menstruation = Daten zur Stärke Ihrer Regelblutung
data-stress_score = Daten zu Ihrem Stresswert
data-perceived_stress = Daten zu Ihrer eigenen Stressbewertung
data-soreness = Daten zu Ihrem Muskelkater
data-injury_risk = Daten zu Ihrem Verletzungsrisiko

## Messgrößen, die keinen eigenen Satz brauchen.
measured = { $statistic ->
    [mean] { $when } betrug { $name } im Schnitt { $value }.
   *[value] { $when } betrug { $name } { $value }.
 }

measured-time_in_bed = { $statistic ->
    [mean] { $when } lagen Sie im Schnitt { $value } pro Nacht im Bett.
   *[value] { $when } lagen Sie { $value } im Bett.
 }
measured-sleep_efficiency = { $statistic ->
    [mean] { $when } haben Sie im Schnitt { $value } Ihrer Zeit im Bett geschlafen.
   *[value] { $when } haben Sie { $value } Ihrer Zeit im Bett geschlafen.
 }
measured-sleep_latency = { $statistic ->
    [mean] { $when } haben Sie zum Einschlafen im Schnitt { $value } gebraucht.
   *[value] { $when } haben Sie zum Einschlafen { $value } gebraucht.
 }
measured-rem_share = { $statistic ->
    [mean] { $when } waren im Schnitt { $value } Ihres Schlafs REM-Schlaf.
   *[value] { $when } waren { $value } Ihres Schlafs REM-Schlaf.
 }
measured-deep_share = { $statistic ->
    [mean] { $when } waren im Schnitt { $value } Ihres Schlafs Tiefschlaf.
   *[value] { $when } waren { $value } Ihres Schlafs Tiefschlaf.
 }
measured-naps = { $statistic ->
    [mean] { $when } haben Sie tagsüber im Schnitt { $value } geschlafen.
   *[value] { $when } haben Sie tagsüber { $value } geschlafen.
 }
measured-total_sleep = { $statistic ->
    [mean] { $when } haben Sie mit Nickerchen im Schnitt { $value } am Tag geschlafen.
   *[value] { $when } haben Sie mit Nickerchen { $value } geschlafen.
 }
measured-bedtime = { $statistic ->
    [mean] { $when } sind Sie im Schnitt um { $value } ins Bett gegangen.
   *[value] { $when } sind Sie um { $value } ins Bett gegangen.
 }
measured-wake_time = { $statistic ->
    [mean] { $when } sind Sie im Schnitt um { $value } aufgewacht.
   *[value] { $when } sind Sie um { $value } aufgewacht.
 }
measured-sleep_regularity = { $when } hat sich die Mitte Ihres Schlafs um etwa { $value } von Nacht zu Nacht verschoben.
measured-active_energy = { $statistic ->
    [mean] { $when } haben Sie durch Bewegung im Schnitt { $value } am Tag verbraucht.
    [total] { $when } haben Sie durch Bewegung insgesamt { $value } verbraucht.
   *[value] { $when } haben Sie durch Bewegung { $value } verbraucht.
 }
measured-basal_energy = { $statistic ->
    [mean] { $when } hat Ihr Körper in Ruhe im Schnitt { $value } am Tag verbraucht.
    [total] { $when } hat Ihr Körper in Ruhe insgesamt { $value } verbraucht.
   *[value] { $when } hat Ihr Körper in Ruhe { $value } verbraucht.
 }
measured-light_minutes = { $statistic ->
    [mean] { $when } waren Sie im Schnitt { $value } am Tag leicht aktiv.
    [total] { $when } waren Sie insgesamt { $value } leicht aktiv.
   *[value] { $when } waren Sie { $value } leicht aktiv.
 }
measured-moderate_minutes = { $statistic ->
    [mean] { $when } waren Sie im Schnitt { $value } am Tag mäßig aktiv.
    [total] { $when } waren Sie insgesamt { $value } mäßig aktiv.
   *[value] { $when } waren Sie { $value } mäßig aktiv.
 }
measured-vigorous_minutes = { $statistic ->
    [mean] { $when } waren Sie im Schnitt { $value } am Tag intensiv aktiv.
    [total] { $when } waren Sie insgesamt { $value } intensiv aktiv.
   *[value] { $when } waren Sie { $value } intensiv aktiv.
 }
measured-sedentary_minutes = { $statistic ->
    [mean] { $when } haben Sie im Schnitt { $value } am Tag gesessen.
    [total] { $when } haben Sie insgesamt { $value } gesessen.
   *[value] { $when } haben Sie { $value } gesessen.
 }
measured-floors = { $statistic ->
    [mean] { $when } sind Sie im Schnitt { $value } am Tag hinaufgegangen.
    [total] { $when } sind Sie insgesamt { $value } hinaufgegangen.
   *[value] { $when } sind Sie { $value } hinaufgegangen.
 }
measured-max_heart_rate = { $statistic ->
    [mean] { $when } betrug Ihr höchster Puls im Schnitt { $value }.
   *[value] { $when } betrug Ihr höchster Puls { $value }.
 }
measured-blood_pressure = { $statistic ->
    [mean] { $when } betrug Ihr Blutdruck im Schnitt { $value }.
   *[value] { $when } betrug Ihr Blutdruck { $value }.
 }
measured-time_in_range = { $when } lag Ihr Blutzucker { $value } der Zeit im Zielbereich.
measured-time_below_range = { $when } lag Ihr Blutzucker { $value } der Zeit unter dem Zielbereich.
measured-time_above_range = { $when } lag Ihr Blutzucker { $value } der Zeit über dem Zielbereich.
measured-glucose_variability = { $when } schwankte Ihr Blutzucker um { $value } um seinen Mittelwert.
measured-gmi = { $when } betrug { $name }, eine Schätzung Ihres Langzeitzuckers, { $value }.
