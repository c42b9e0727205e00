## Die Seite für den Arztbesuch, der Wochenbericht und die Diagramme. Sie nennt Zahlen und urteilt nie, was sie bedeuten.

summary-title = Gesundheitsübersicht für den Arztbesuch
summary-who = { $name } · { $period }
summary-made = Erstellt am { $day } auf dem eigenen Gerät der Person, aus ihren eigenen Aufzeichnungen. Nichts wurde verschickt.
summary-sources = Quellen: { $titles }
summary-sources-none = Quellen: keine; für diese Tage ist nichts aufgezeichnet.
summary-source-record = Gesundheitsakte
summary-withheld = Ausgelassen, weil die Person das Lesen nicht erlaubt: { $titles }
summary-limit = Diese Seite ist keine Diagnose. Sie zeigt, was aufgezeichnet wurde; was es bedeutet, kann eine Ärztin oder ein Arzt sagen.
summary-method = Mittel: Mittelwert der Tage mit Daten. Trend: Theil–Sen-Steigung je Woche mit 95-%-Intervall. Ungewöhnlich: außerhalb von Median ± 3 × 1,4826 × MAD der 60 Tage vor dem Zeitraum. Ein Tag ohne Daten fehlt, er ist nie null.

summary-out = Was auffällt
summary-out-none = Nichts fällt auf.
summary-out-empty = Aus diesem Zeitraum gibt es keine Daten, oder keine, deren Lesen erlaubt ist.
summary-out-range = { $name }: im Mittel { $value }, { $verdict ->
    [below] unter
   *[above] über
 } dem veröffentlichten Bereich von { $range } ({ $title }).
summary-out-trend = { $name }: { $direction ->
    [rising] steigt
   *[falling] fällt
 } um etwa { $change } je Woche (95-%-Intervall { $low } bis { $high }).
summary-out-trend-alone = { $name }: { $direction ->
    [rising] steigt
   *[falling] fällt
 } um etwa { $change } je Woche.
summary-out-compared = { $name }: im Mittel { $value }, { $difference } { $verdict ->
    [less] weniger
   *[more] mehr
 } als in den { $days } Tagen davor ({ $before }).
summary-out-unusual = { $name }: an { $n ->
    [one] { $count } Tag
   *[other] { $count } Tagen
 } außerhalb des für die Person üblichen Bereichs ({ $low } bis { $high }), am weitesten am { $day } ({ $value }).

summary-figures = Zahlen
summary-head-measure = Messgröße
summary-head-average = Mittel
summary-head-days = Tage mit Daten
summary-head-before = Zeitraum davor
summary-head-trend = Trend je Woche
summary-head-unusual = Ungewöhnliche Tage
summary-head-course = Verlauf
summary-days = { $known } von { $all }
summary-figure = { $value }
summary-before = { $value } ({ $known } von { $all } Tagen)
summary-trend-rising = steigt: { $change } ({ $low } bis { $high })
summary-trend-rising-alone = steigt: { $change }
summary-trend-falling = fällt: { $change } ({ $low } bis { $high })
summary-trend-falling-alone = fällt: { $change }
summary-trend-steady = etwa gleich ({ $low } bis { $high })
summary-unusual = { $count } ({ $value } am { $day })
summary-unusual-none = keine
summary-unusual-level = { $count }: anderes Niveau als davor
summary-unknown = zu wenig Daten

summary-record = Medikamente, Erkrankungen, Allergien, Labor
summary-record-none = Davon ist hier nichts verzeichnet, was nicht heißt, dass es nichts gibt.
summary-medication = Medikamente
summary-medication-past = Frühere Medikamente
summary-condition = Erkrankungen
summary-allergy = Allergien
summary-lab = Letzte Laborwerte
summary-listed-none = Hier ist nichts verzeichnet, was nicht heißt, dass es nichts gibt.
summary-listed-more = { $n ->
    [one] { $count } weiterer Eintrag ist verzeichnet.
   *[other] { $count } weitere Einträge sind verzeichnet.
 }
summary-lab-outside = { $line } (außerhalb des Referenzbereichs)

summary-ask = Fragen für das Gespräch
summary-ask-range = { $name }: im Mittel { $value }, der veröffentlichte Bereich ist { $range }. Was bedeutet das für mich?
summary-ask-trend = { $name }: { $direction ->
    [rising] steigt
   *[falling] fällt
 } um etwa { $change } je Woche. Sollten wir dem nachgehen?
summary-ask-unusual = { $name }: an { $count } Tagen außerhalb dessen, was bei mir üblich ist. Was könnte dahinterstecken?
summary-ask-lab = Mein Wert für { $name } war { $value }, außerhalb des Referenzbereichs. Was bedeutet das, und wann sollte er wieder geprüft werden?
summary-ask-medication = Brauche ich alle meine Medikamente noch so, wie sie sind, und vertragen sie sich?
summary-ask-watch = Welche dieser Werte soll ich im Auge behalten, und ab welchem Wert soll ich mich melden?

summary-page = Ich kann daraus auch eine Seite zum Mitnehmen machen, mit dem Befehl auricle data report.

summary-measure-sleep_duration = Schlaf je Nacht
summary-measure-total_sleep = Schlaf je Tag
summary-measure-resting_heart_rate = Ruhepuls
summary-measure-heart_rate = Puls
summary-measure-systolic = Blutdruck, oberer Wert
summary-measure-diastolic = Blutdruck, unterer Wert
summary-measure-weight = Gewicht
summary-measure-bmi = Body-Mass-Index
summary-measure-glucose = Blutzucker
summary-measure-time_in_range = Blutzucker im Zielbereich
summary-measure-steps = Schritte je Tag
summary-measure-active_minutes = Aktive Zeit je Tag
summary-measure-distance = Strecke je Tag
summary-measure-hrv = Pulsvariabilität (RMSSD)
summary-measure-hrv_sdnn = Pulsvariabilität (SDNN)
summary-measure-spo2 = Sauerstoffsättigung
summary-measure-respiratory_rate = Atemfrequenz
summary-measure-body_temperature = Körpertemperatur
summary-measure-skin_temperature = Hauttemperatur
summary-measure-vo2max = Ausdauer (VO₂ max)

summary-insight-none = Nichts hat sich so geändert, dass es zu erwähnen wäre.
summary-insight-untested = { $why ->
    [none] Aus den letzten sieben Tagen gibt es keine Daten, auch nicht aus den acht Wochen davor.
    [week] Aus den letzten sieben Tagen gibt es keine Daten.
   *[few] Zu wenige Tage haben Daten für einen Vergleich: Nötig sind { $now } der letzten sieben und { $before } aus den acht Wochen davor.
 }
summary-insight-some = { $n ->
    [one] Eine Messgröße wurde geprüft, und sie hat sich geändert:
   *[other] { $count } Messgrößen wurden geprüft, und diese haben sich geändert:
 }

chart-title = { $name }, { $period }
chart-compared = { $name }, { $period }, gegenüber { $against }
chart-missing = keine Daten
chart-day = Tag
chart-week = Woche ab
chart-value = Wert
chart-average = Mittel
chart-days = Tage mit Daten
chart-source = Quelle
chart-table = Als Tabelle zeigen
