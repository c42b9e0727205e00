## Sätze, die alle Messgrößen teilen.

unit-bpm = { $form ->
    [spoken] { $value } { $n ->
        [one] Schlag
       *[other] Schläge
     } pro Minute
   *[shown] { $value } { $n ->
        [one] Schlag/min
       *[other] Schläge/min
     }
 }
unit-count = { $value } { $n ->
    [one] Schritt
   *[other] Schritte
 }

compared-less = { $n ->
    [one] Das ist
   *[other] Das sind
 } { $difference } weniger als { $when }; da { $m ->
    [one] war
   *[other] waren
 } es { $before }.
compared-more = { $n ->
    [one] Das ist
   *[other] Das sind
 } { $difference } mehr als { $when }; da { $m ->
    [one] war
   *[other] waren
 } es { $before }.
compared-same = Das ist etwa so viel wie { $when }; da { $m ->
    [one] war
   *[other] waren
 } es { $before }.

trended-rising = { $when } ist { $name } jede Woche um etwa { $change } gestiegen.
trended-falling = { $when } ist { $name } jede Woche um etwa { $change } gesunken.
trended-steady = { $when } ist { $name } etwa gleich geblieben.

extreme-highest = { $when } war { $name } { $day }, am { $length ->
    [time] längsten
   *[other] höchsten
 }: { $value }.
extreme-lowest = { $when } war { $name } { $day }, am { $length ->
    [time] kürzesten
   *[other] niedrigsten
 }: { $value }.

absent = Ich habe keine { $data } { $for }.
absent-known = { $form ->
    [spoken] Meine Daten reichen vom { $start } bis zum { $end }.
   *[shown] Meine Daten reichen vom { $start } bis { $end }.
 }
absent-known-day = Daten habe ich nur { $for }.
absent-ever = Auch für andere Tage ist nichts aufgezeichnet.

coverage = Ich habe Daten aus { $n ->
    [1] { $unit ->
        [night] einer
       *[day] einem
     }
   *[other] { $known }
 } von { $all } { $unit ->
    [night] Nächten
   *[day] Tagen
 }.
coverage-period = { $for } habe ich Daten aus { $n ->
    [1] { $unit ->
        [night] einer
       *[day] einem
     }
   *[other] { $known }
 } von { $all } { $unit ->
    [night] Nächten
   *[day] Tagen
 }.
sources = Die Daten kommen von { $titles }.

knowledge-source = Das stammt von { $title }.
reading = { $form ->
    [spoken] In Ihrem Bild lese ich: { $text }.
   *[shown] In Ihrem Bild lese ich: „{ $text }“.
 }
reading-more = Da steht mehr Text, als ich hier vorlesen kann.
reading-unsure = Das Bild ist schwer zu lesen, deshalb kann manches falsch sein.
reading-limit = Ich kann es nur vorlesen, nicht beurteilen.
reading-none = Ich kann in Ihrem Bild keinen Text erkennen.
