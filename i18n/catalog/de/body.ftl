## Aufnahmen des Pulses, was sie zeigen, Schätzungen und Grenzen, die jemand setzt.

recording-at = { $day } um { $time }
recording-in = In der Aufnahme, die { $at } entstand,
recording-again = In dieser Aufnahme
signal = Ich habe { $kind ->
    [ppg] eine Pulsaufnahme
    [ecg] ein EKG
   *[other] eine Aufzeichnung Ihrer Herzschläge
 } gefunden, aufgenommen { $at }. Die Länge ist { $length }.
pulse = { $in } betrug Ihr Puls { $rate }, und die Herzfrequenzvariabilität von Schlag zu Schlag lag bei { $rmssd }.
pulse-sdnn = Über die ganze Aufnahme lag Ihre Herzfrequenzvariabilität bei { $sdnn }.
pulse-kept = Klar genug waren { $kept } der Herzschläge.
unusable-noisy = { $in } kann ich Ihren Puls nicht lesen: Das Signal ist zu unruhig.
unusable-gaps = { $in } kann ich Ihren Puls nicht lesen: Zu wenige Herzschläge hintereinander sind klar.
unusable-short = { $in } kann ich Ihren Puls nicht lesen: Sie ist zu kurz.
unusable-disagrees = { $in } passt der Puls nicht zu dem, den Ihr Gerät angezeigt hat; darum verlasse ich mich nicht darauf.
unusable-none = Ich finde für diese Zeit keine Aufnahme Ihres Pulses.
unusable-advice = Für eine klare Aufnahme sitzen Sie still, halten Sie die Hände warm und nehmen Sie mindestens { $length } auf.

stressed = { $in } war Ihr Körper { $n ->
    [1] so ruhig wie in Ihren ruhigsten Aufnahmen
    [2] ruhiger als sonst
    [3] etwa so ruhig oder angespannt wie sonst
    [4] angespannter als sonst
   *[5] so angespannt wie in Ihren angespanntesten Aufnahmen
 }: Stufe { $level } von insgesamt { $most }.
stressed-estimate = Das ist eine Schätzung aus Ihrem Puls, verglichen mit { $n ->
    [one] einer eigenen Aufnahme
   *[other] { $recordings } eigenen Aufnahmen
 }. Es ist keine Diagnose; Sport, Kaffee oder Fieber können genauso aussehen.
stressed-signal = { $in } ist das Signal nicht klar genug, um zu sagen, ob Ihr Körper ruhig oder angespannt war.
stressed-baseline = Ich kann noch nicht sagen, ob Ihr Körper ruhig oder angespannt war. Um zu wissen, was für Sie üblich ist, brauche ich mehr eigene Aufnahmen; bisher habe ich { $n ->
    [0] keine
   *[other] { $recordings }
 }.
stressed-unsure = { $in } lässt sich nicht sagen, ob Ihr Körper ruhig oder angespannt war: Es passt zu mehr als einer Stufe, und raten möchte ich nicht.

forecast = { $when } liegt { $name } voraussichtlich bei etwa { $value }.
forecast-estimate = Das ist eine Schätzung aus { $labelled } Tagen, die Sie bewertet haben, und sie kann falsch sein.
forecast-few = { $name } lässt sich noch nicht schätzen: Es gibt nicht genug Daten von Ihnen. Sie haben { $n ->
    [1] einen
   *[other] { $labelled }
 } der { $needed } Tage bewertet, die ich brauche.
forecast-useless = { $name } lässt sich nicht schätzen: Die { $labelled } Tage, die Sie bewertet haben, zeigen kein klares Muster.

watched = Ich sage Ihnen Bescheid, wenn { $name } { $n ->
    [1] an einem Tag
   *[other] an { $days } Tagen hintereinander
 } { $limit } { $sense ->
    [clock] ist
   *[value] beträgt
 }.
watched-reached = Ich sollte Ihnen Bescheid sagen: { $name } { $sense ->
    [clock] war
   *[value] betrug
 } { $n ->
    [1] { $day },
   *[other] an { $days } Tagen hintereinander, zuletzt { $day },
 } { $limit }.
watch-days = Ich kann einen Grenzwert für höchstens { $most } Tage hintereinander beobachten. Bitte nennen Sie weniger Tage.
watch-range = { $name } hat als Grenzwert mindestens { $low } und höchstens { $high }. Bitte nennen Sie einen Wert dazwischen.
confirm-watch = Soll ich Ihnen Bescheid sagen, wenn { $name } { $n ->
    [1] an einem Tag
   *[other] an { $days } Tagen hintereinander
 } { $limit } { $sense ->
    [clock] ist
   *[value] beträgt
 }? Bitte sagen Sie Ja oder Nein.
