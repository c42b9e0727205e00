## Die Webseite. Die Lücken in diesen Meldungen füllt die Seite selbst.

ui-tagline = Fragen Sie nach Schlaf, Bewegung, Herz und Ihren anderen Werten.
ui-language = Sprache
ui-language-auto = Automatisch
ui-local = Alles bleibt auf diesem Computer. Nichts verlässt ihn.
ui-leaves = Ihre Fragen gehen an das Sprachmodell bei { $host }. Ton und Messwerte bleiben auf diesem Computer.
ui-not-doctor = Auricle ist kein Arzt und stellt keine Diagnosen; im Notfall wählen Sie { $emergency }.
ui-conversation = Gespräch
ui-greeting = Was möchten Sie wissen?
ui-example-1 = Wie habe ich letzte Woche geschlafen, verglichen mit der Woche davor?
ui-example-2 = Wie viele Schritte bin ich gestern gegangen?
ui-example-3 = Was hilft, wenn man schlecht einschläft?
ui-you = Sie
ui-type = Frage eingeben
ui-send = Senden
ui-picture = Bild hinzufügen
ui-picture-remove = { $name } entfernen
ui-picture-with = Mit einem Bild: { $name }
ui-drop = Bild hier ablegen
ui-talk = Sprechen
ui-talk-send = Beenden und senden
ui-talk-cancel = Anhalten
ui-discard = Verwerfen
ui-state-connecting = Verbinde …
ui-state-ready = Drücken oder halten, um zu sprechen; auch mit der Leertaste
ui-state-opening = Frage nach dem Mikrofon …
ui-state-listening = Ich höre zu … noch einmal drücken: senden
ui-state-thinking = Ich denke nach … drücken hält an
ui-state-speaking = Ich spreche … drücken unterbricht, Escape hält an
ui-state-lost = Nicht verbunden. Neuer Versuch …
ui-repeat = Wiederholen
ui-slower = Langsamer
ui-sources = Quellen
ui-feeling-sad = Es klingt, als wären Sie traurig?
ui-feeling-anxious = Es klingt, als würden Sie sich Sorgen machen?
ui-feeling-angry = Es klingt, als wären Sie verärgert?
ui-feeling-happy = Es klingt, als ginge es Ihnen gut?
ui-feeling-pain = Es klingt, als hätten Sie Schmerzen?
ui-feeling-tired = Es klingt, als wären Sie müde?
ui-feeling-no = Nein
ui-feeling-dropped = Gut, da lag ich falsch.
ui-how = Woher ich das weiß
ui-how-empty = Hier erscheinen die Schritte zu einer Antwort und wie lange jeder dauerte.
ui-emergency = Das kann ein Notfall sein.
ui-crisis = Sie müssen damit nicht allein sein.
ui-call = { $number } anrufen
ui-alarm-close = Hinweis schließen
ui-retry = Noch einmal
ui-error-denied = Das Mikrofon ist gesperrt; erlauben Sie es dieser Seite im Browser, oder tippen Sie Ihre Frage.
ui-error-missing = Es gibt kein Mikrofon; schließen Sie eines an, oder tippen Sie Ihre Frage.
ui-error-microphone = Das Mikrofon geht in diesem Browser nicht; tippen Sie Ihre Frage.
ui-error-empty = Ich habe nichts gehört; drücken Sie Sprechen, reden Sie, und drücken Sie noch einmal.
ui-error-blank = Geben Sie zuerst eine Frage ein.
ui-error-lost = Die Verbindung ist abgerissen; Ihre Frage ist noch da, und Sie können sie erneut senden.
ui-error-long = Das war länger als eine Minute; gehört habe ich die erste Minute.
ui-error-wide = Der Text ist zu lang; fragen Sie mit weniger als 2000 Zeichen.
ui-error-picture = Diese Datei ist kein Bild oder größer als 30 MB; wählen Sie JPEG, PNG oder WebP.
ui-error-busy = Es werden gerade andere Fragen beantwortet; versuchen Sie es gleich noch einmal.
ui-error-failed = Beim Antworten ging etwas schief; Ihre Frage ist noch da, versuchen Sie es noch einmal.
ui-error-mute = Die Stimme ist ausgefallen; die Antwort steht hier zum Lesen.
ui-error-play = Der Browser hat die Antwort nicht abgespielt; Wiederholen spielt sie ab.
ui-stopped = Angehalten.
trace-step-hear = Ihre Frage gehört
trace-step-feel = Hingehört, wie es Ihnen geht
trace-step-guard = Auf einen Notfall geprüft
trace-step-plan = Entschieden, was nachzusehen ist
trace-step-execute = Nachgesehen
trace-step-answer = Antwort geschrieben
trace-step-speak = Antwort gesprochen
trace-step-total = Insgesamt
trace-felt-none = nichts Sicheres
trace-felt-sad = vielleicht traurig
trace-felt-anxious = vielleicht besorgt
trace-felt-angry = vielleicht verärgert
trace-felt-happy = vielleicht froh
trace-felt-pain = vielleicht Schmerzen
trace-felt-tired = vielleicht müde
trace-felt-neutral = ausgeglichen
trace-guard-clear = kein Anzeichen
trace-guard-hit = { $words }
trace-plan-answer = { $strategy ->
    [router] aus Ihren Worten klar
    [consent] Sie haben Ja gesagt
    [tree_of_thought] mehrere Wege abgewogen
    [react] Schritt für Schritt
   *[other] das Sprachmodell sah es auch so
 }
trace-plan-clarify = unsicher, darum gefragt
trace-plan-small_talk = nur ein Gruß
trace-plan-out_of_scope = außerhalb dessen, was ich kann
trace-days = { $n ->
    [one] { $n } von { $days } Tagen hat Daten
   *[other] { $n } von { $days } Tagen haben Daten
 }
trace-plan-somebody_else = über jemand anderen
trace-plan-declined = Sie haben Nein gesagt
trace-result-waiting = wartet auf Ihr Ja
trace-result-failed = ging nicht
trace-result-no_data = nichts aufgezeichnet
