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

unit-floors = { $value } { $n ->
    [one] Stockwerk
   *[other] Stockwerke
 }
unit-breaths-min = { $form ->
    [spoken] { $value } { $n ->
        [one] Atemzug
       *[other] Atemzüge
     } pro Minute
   *[shown] { $value } { $n ->
        [one] Atemzug/min
       *[other] Atemzüge/min
     }
 }
unit-mL-kg-min = { $form ->
    [spoken] { $value } Milliliter pro Kilogramm und Minute
   *[shown] { $value } mL/kg/min
 }
unit-points = { $value } { $n ->
    [one] Punkt
   *[other] Punkte
 }
unit-points-of = { $value } von { $most }
unit-pp = { $value } { $n ->
    [one] Prozentpunkt
   *[other] Prozentpunkte
 }
unit-clock = { $form ->
    [spoken] { $time }
   *[shown] { $time } Uhr
 }
unit-pressure = { $form ->
    [spoken] { $top } zu { $bottom }
   *[shown] { $top }/{ $bottom } mmHg
 }

compared-less = { $n ->
    [one] Das ist
   *[other] Das sind
 } { $difference } { $sense ->
    [clock] früher
   *[other] weniger
 } als { $when }; da { $m ->
    [one] war
   *[other] waren
 } es { $before }.
compared-more = { $n ->
    [one] Das ist
   *[other] Das sind
 } { $difference } { $sense ->
    [clock] später
   *[other] mehr
 } als { $when }; da { $m ->
    [one] war
   *[other] waren
 } es { $before }.
compared-same = Das ist etwa { $sense ->
    [clock] zur gleichen Zeit
   *[other] so viel
 } wie { $when }; da { $m ->
    [one] war
   *[other] waren
 } es { $before }.

trended-rising = { $when } { $sense ->
    [clock] hat sich { $name } jede Woche um etwa { $change } nach hinten verschoben
   *[other] ist { $name } jede Woche um etwa { $change } gestiegen
 }.
trended-falling = { $when } { $sense ->
    [clock] hat sich { $name } jede Woche um etwa { $change } nach vorn verschoben
   *[other] ist { $name } jede Woche um etwa { $change } gesunken
 }.
trended-steady = { $when } ist { $name } etwa gleich geblieben.
trended-likely = Die Änderung beträgt wahrscheinlich { $low } bis { $high } pro Woche.

extreme-highest = { $when } war { $name } { $day }, am { $length ->
    [time] längsten
    [clock] spätesten
   *[other] höchsten
 }: { $value }.
extreme-lowest = { $when } war { $name } { $day }, am { $length ->
    [time] kürzesten
    [clock] frühesten
   *[other] niedrigsten
 }: { $value }.

## Grenzen. $bound: at_least, above, at_most, below.
limit = { $sense ->
    [clock] { $bound ->
        [at_least] um { $value } oder später
        [above] nach { $value }
        [at_most] um { $value } oder früher
       *[below] vor { $value }
     }
   *[other] { $bound ->
        [at_least] mindestens { $value }
        [above] mehr als { $value }
        [at_most] höchstens { $value }
       *[below] weniger als { $value }
     }
 }
limit-range = { $low } bis { $high }

counted = { $when } { $sense ->
    [clock] war
   *[other] betrug
 } { $name } { $how ->
    [day] { $limit }.
    [all] { $n ->
        [1] { $unit ->
            [night] in der einzigen Nacht
           *[day] am einzigen Tag
         } mit Daten
       *[other] { $unit ->
            [night] in allen { $known } Nächten
           *[day] an allen { $known } Tagen
         }
     } { $limit }.
    [none] { $unit ->
        [night] in keiner der { $known } Nächte
       *[day] an keinem der { $known } Tage
     } { $limit }.
   *[some] { $unit ->
        [night] in { $m ->
            [1] einer
           *[other] { $met }
         } von { $known } Nächten
       *[day] an { $m ->
            [1] einem
           *[other] { $met }
         } von { $known } Tagen
     } { $limit }.
 }

unusual-none = { $when } blieb { $name } in Ihrem üblichen Bereich, { $low } bis { $high }.
unusual = { $when } lag { $name } { $unit ->
    [night] { $n ->
        [one] in einer Nacht
       *[other] in { $days } Nächten
     }
   *[day] { $n ->
        [one] an einem Tag
       *[other] an { $days } Tagen
     }
 } außerhalb Ihres üblichen Bereichs, { $low } bis { $high }.
unusual-highest = { $day } { $n ->
    [one] war
   *[other] waren
 } es { $value }, { $sense ->
    [clock] später
   *[other] mehr
 } als sonst.
unusual-lowest = { $day } { $n ->
    [one] war
   *[other] waren
 } es { $value }, { $sense ->
    [clock] früher
   *[other] weniger
 } als sonst.
unusual-more = Dazu { $n ->
    [one] kommt noch { $unit ->
        [night] eine Nacht
       *[day] ein Tag
     }
   *[other] kommen noch { $days } { $unit ->
        [night] Nächte
       *[day] Tage
     }
 }.
unusual-baseline = { $form ->
    [spoken] Ihr üblicher Bereich stammt aus den { $days } Tagen davor, { $range }.
   *[shown] Ihr üblicher Bereich stammt aus den { $days } Tagen davor ({ $range }).
 }
unusual-cause = Woran es lag, kann ich nicht sagen.

## Gegen einen veröffentlichten Bereich. Es vergleicht und stellt keine Diagnose.
assessed = Der veröffentlichte Richtwert ist { $range }; { $name } liegt { $verdict ->
    [below] { $sense ->
        [clock] davor
       *[other] darunter
     }
    [above] { $sense ->
        [clock] danach
       *[other] darüber
     }
   *[within] in diesem Bereich
 }.
assessed-source = Dieser Richtwert stammt von { $title }.
assessed-limit = Das ist ein Vergleich, keine Diagnose.

related-together = { $when } war { $other } meist { $sense-other ->
    [clock] später
   *[value] höher
 }, wenn { $name }{ $lag ->
    [1] {" "}am Tag davor
   *[0] { "" }
 } { $sense ->
    [clock] später
   *[value] höher
 } war. Der Zusammenhang ist { $strength ->
    [weak] schwach
    [moderate] mittelstark
   *[strong] stark
 }.
related-against = { $when } war { $other } meist { $sense-other ->
    [clock] früher
   *[value] niedriger
 }, wenn { $name }{ $lag ->
    [1] {" "}am Tag davor
   *[0] { "" }
 } { $sense ->
    [clock] später
   *[value] höher
 } war. Der Zusammenhang ist { $strength ->
    [weak] schwach
    [moderate] mittelstark
   *[strong] stark
 }.
related-none = { $when } hingen { $name } und { $other } nicht erkennbar zusammen{ $lag ->
    [1] , auch nicht mit einem Tag Abstand
   *[0] { "" }
 }.
related-cause = Das beruht auf { $n ->
    [one] einem Tag
   *[other] { $days } Tagen
 } mit beiden Angaben und sagt nicht, warum.
related-days = Das beruht auf { $n ->
    [one] einem Tag
   *[other] { $days } Tagen
 } mit beiden Angaben.
related-few = Nur { $n ->
    [one] ein Tag hat
   *[other] { $days } Tage haben
 } beide Angaben; das ist zu wenig, um etwas zu sagen.

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
coverage-measure = Ich habe { $data } aus { $n ->
    [1] { $unit ->
        [night] einer
       *[day] einem
     }
   *[other] { $known }
 } von { $all } { $unit ->
    [night] Nächten
   *[day] Tagen
 }.
coverage-measure-period = { $for } habe ich { $data } aus { $n ->
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
