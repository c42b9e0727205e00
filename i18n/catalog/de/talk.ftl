## Was um eine Antwort herum gesagt wird. "-words": die eigenen Worte zeigen das Gefühl; "-voice": nur die Stimme deutet es an, darum wird es nicht genannt.

ack-sad-words = Es tut mir leid, dass es gerade schwer für Sie ist.
ack-sad-voice = Danke, dass Sie fragen. Wir sehen uns das zusammen an.
ack-anxious-words = Ich verstehe, dass Ihnen das Sorgen macht. Sehen wir es uns in Ruhe an.
ack-anxious-voice = Sehen wir es uns in Ruhe an, eins nach dem anderen.
ack-angry-words = Ich verstehe, dass das ärgerlich ist.
ack-angry-voice = Ich komme gleich zur Sache.
ack-pain-words = Es tut mir leid, dass Sie Schmerzen haben.
ack-pain-voice = Ich helfe Ihnen, so gut ich kann.
ack-tired-words = Das klingt anstrengend. Ich fasse mich kurz.
ack-tired-voice = Ich fasse mich kurz.
ack-happy-words = Das freut mich sehr!
ack-happy-voice = Das sehe ich gern für Sie nach!

advice-pain = Wenn die Schmerzen stark oder neu sind oder schlimmer werden, rufen Sie bitte einen Arzt oder eine Ärztin an.
advice-knowledge = Wenn es anhält oder Sie beunruhigt, sprechen Sie bitte mit einem Arzt oder einer Ärztin.

small-talk = Ich bin Auricle. Schön, von Ihnen zu hören! Fragen Sie mich nach Ihrem Schlaf, Ihren Schritten, Ihrem Puls, Ihren anderen Gesundheitsdaten oder nach einem Gesundheitsthema.
out-of-scope = Dabei kann ich leider nicht helfen. Ich kann Ihnen etwas über Ihre Gesundheitsdaten sagen, etwa Schlaf, Aktivität und Puls, und Gesundheitsthemen erklären. Geht es um Ihre Gesundheit, hilft Ihnen eine Arztpraxis oder Apotheke weiter.
refused = Dafür wird etwas außerhalb dieses Geräts gebraucht, und das ist in den Einstellungen ausgeschaltet.
refused-record = Sie haben nicht erlaubt, dass diese Daten gelesen werden; der Befehl auricle data consent kann es wieder erlauben.
left-out = Eines von dem, was Sie wollten, ist noch offen. Bitte fragen Sie noch einmal eigens danach.
clarify = Ich möchte Sie richtig verstehen. Meinen Sie { $readings }?
clarify-days = Ich kann nur auf ganze, aufeinanderfolgende Tage bis heute zurückblicken. Welche Tage meinen Sie?
clarify-open = Ich bin nicht sicher, was Sie meinen. Können Sie es anders sagen?
failed = Ich konnte { $task } gerade nicht abrufen. Bitte versuchen Sie es gleich noch einmal.
failed-other = Gerade hat etwas nicht geklappt. Bitte versuchen Sie es gleich noch einmal.

confirm = { $form ->
    [spoken] Soll ich das tun: { $task }, { $text }? Bitte sagen Sie Ja oder Nein.
   *[shown] Soll ich das tun: { $task }, „{ $text }“? Bitte sagen Sie Ja oder Nein.
 }
confirm-task = Soll ich das tun: { $task }? Bitte sagen Sie Ja oder Nein.
confirm-note = { $form ->
    [spoken] Soll ich das in Ihr Tagebuch schreiben: { $text }? Bitte sagen Sie Ja oder Nein.
   *[shown] Soll ich das in Ihr Tagebuch schreiben: „{ $text }“? Bitte sagen Sie Ja oder Nein.
 }
declined = In Ordnung, ich habe nichts getan.
noted = { $form ->
    [spoken] Ich habe das in Ihr Tagebuch geschrieben: { $text }.
   *[shown] Ich habe das in Ihr Tagebuch geschrieben: „{ $text }“.
 }
somebody-else = Ich habe nur Ihre eigenen Daten und kann deshalb nichts über die Daten anderer sagen.
found = { $form ->
    [spoken] Ich habe diese Seite gefunden: { $text }.
   *[shown] Ich habe diese Seite gefunden: „{ $text }“.
 }
excerpt = { $form ->
    [spoken] Ich habe das gefunden: { $text }.
   *[shown] Ich habe das gefunden: „{ $text }“
 }
excerpt-source = So steht es bei { $text }. Ich habe es nicht geprüft.
used = Ich habe das verwendet: { $task }.
used-source = Ich habe das verwendet: { $task }, aus { $titles }.
used-days = Ich habe mir { $task } { $for } angesehen.
used-days-source = Ich habe mir { $task } { $for } angesehen, in den Daten von { $titles }.
used-nothing = Für diese Antwort habe ich nichts nachgesehen.
used-why-sounds_like = Ihre Frage klang danach.
used-why-agreed = Das Sprachmodell hat Ihre Frage genauso verstanden.
used-why-model = Das Sprachmodell auf diesem Gerät hat Ihre Frage so verstanden.
used-why-follow_up = Ihre Frage knüpfte an die vorige an.
used-why-correction = Sie hatten mich berichtigt.
used-why-answered = Es ergab sich aus Ihrer Antwort auf meine Frage.
used-why-picture = Sie hatten ein Bild geschickt.
used-why-consented = Sie hatten Ja dazu gesagt.
used-why-reasoned = Ich habe mehrere Wege abgewogen, und dieser passte am besten.

task-sleep = Ihren Schlaf
task-activity = Ihre Aktivität
task-heart_rate = Ihren Puls
task-breathing = Ihre Atmung
task-body = Ihre Körperwerte
task-blood_pressure = Ihren Blutdruck
task-glucose = Ihren Blutzucker
task-cycle = Ihren Zyklus
task-health_record = Ihre Krankenakte
task-recording = eine Aufnahme Ihres Pulses
task-pulse = was Ihre Pulsaufnahme zeigt
task-stress = ob Ihr Körper ruhig oder angespannt war
task-forecast = eine Schätzung für einen Tag
task-report = eine Zusammenfassung für Ihre Arztpraxis
task-insight = was sich bei Ihnen verändert hat
task-watch = eine Grenze, auf die ich achten soll
task-knowledge = ein Gesundheitsthema
task-clock = Datum und Uhrzeit
task-explain = wie ich auf eine Antwort kam
task-read_picture = den Text in Ihrem Bild
task-search = Seiten zu diesem Thema
task-extract_text = den Text einer Seite
task-note = Ihr Tagebuch

notice-didnt-hear = Ich habe nichts gehört. Bitte versuchen Sie es noch einmal.
notice-foreign = Das war eine andere Sprache. Im Moment verstehe ich Deutsch, Englisch und Spanisch.
notice-no-plan = Das habe ich nicht verstanden. Können Sie es anders sagen?
notice-no-results = Ich habe nichts gefunden, womit ich das beantworten kann.
notice-picture-unreadable = Ich kann dieses Bild nicht öffnen. Bitte schicken Sie es als PNG oder JPEG.
notice-voice-basic = Für diese Sprache habe ich nur eine einfache Stimme.
notice-wait = Einen Moment, bitte.
notice-failed = Bei mir ist etwas schiefgegangen. Bitte fragen Sie mich noch einmal.
notice-not-a-doctor = Ich ersetze keine Ärztin und keinen Arzt und kann keine Diagnose stellen.
notice-language-english = Ich verstehe Ihre Sprache, kann aber vorerst nur auf Englisch antworten.
