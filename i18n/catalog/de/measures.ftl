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
measured-hrv = { $statistic ->
    [mean] { $when } lag Ihre Herzfrequenzvariabilität im Schnitt bei { $value }.
   *[value] { $when } lag Ihre Herzfrequenzvariabilität bei { $value }.
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
name-hrv = Ihre Herzfrequenzvariabilität
name-weight = Ihr Gewicht
name-glucose = Ihr Blutzucker

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
