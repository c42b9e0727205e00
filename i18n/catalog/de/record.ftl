## Die Krankenakte, wie sie es sagt, und der Zyklus.

listed = In Ihrer Krankenakte { $n ->
    [one] steht
   *[other] stehen
 } { $list ->
    [condition] { $n ->
        [one] eine Erkrankung
       *[other] { $count } Erkrankungen
     }
    [allergy] { $n ->
        [one] eine Allergie
       *[other] { $count } Allergien
     }
    [lab] { $n ->
        [one] ein Laborwert
       *[other] { $count } Laborwerte
     }
   *[medication] { $n ->
        [one] ein Medikament
       *[other] { $count } Medikamente
     }
 }.
listed-found = Das steht dazu in Ihrer Krankenakte.
listed-unknown = Unter diesem Namen finde ich nichts in Ihrer Krankenakte; das ist alles, was sie von dieser Art enthält.
listed-line = { $any ->
    [yes] { $name }: { $details }.
   *[no] { $name }.
 }
listed-more = In der Akte { $n ->
    [one] steht noch { $count } Eintrag
   *[other] stehen noch { $count } Einträge
 }.
listed-none = { $list ->
    [condition] In Ihrer Krankenakte steht keine Erkrankung. Das heißt nicht, dass Sie keine haben.
    [allergy] In Ihrer Krankenakte steht keine Allergie. Das heißt nicht, dass Sie keine haben.
    [lab] In Ihrer Krankenakte stehen keine solchen Laborwerte. Das heißt nicht, dass es keine gibt.
   *[medication] In Ihrer Krankenakte steht kein Medikament. Das heißt nicht, dass Sie keines nehmen.
 }
listed-limit = { $list ->
    [medication] Ich lese nur vor, was in der Akte steht. Bitte sprechen Sie mit Ihrer Arztpraxis oder Apotheke, bevor Sie etwas an Ihren Medikamenten ändern.
   *[other] Ich lese nur vor, was in der Akte steht. Was es für Sie bedeutet, kann Ihnen eine Ärztin oder ein Arzt sagen.
 }
listed-range = { $sides ->
    [both] Referenzbereich { $low } bis { $high }
    [low] Referenzbereich ab { $low }
   *[high] Referenzbereich bis { $high }
 }
listed-on = am { $day }
listed-since = seit dem { $day }
listed-until = bis zum { $day }
listed-between = vom { $start } bis zum { $end }

status-active = aktuell
status-inactive = nicht mehr aktuell
status-resolved = ausgeheilt
status-remission = in Remission
status-recurrence = wieder aufgetreten
status-relapse = wieder aufgetreten
status-completed = abgeschlossen
status-stopped = abgesetzt
status-on-hold = ausgesetzt
status-intended = geplant
status-not-taken = nicht eingenommen
status-unknown = Stand unbekannt
status-unconfirmed = nicht bestätigt
status-confirmed = bestätigt
status-preliminary = vorläufig
status-final = endgültig
status-amended = berichtigt
status-corrected = berichtigt

cycle = Ihre letzte aufgezeichnete Periode begann { $day }; heute ist Tag { $number } Ihres Zyklus.
cycle-usual = Ihr Zyklus dauert meist { $usual }, gerechnet aus { $n ->
    [one] einem ganzen Zyklus
   *[other] { $cycles } ganzen Zyklen
 }.
cycle-unknown = Um Ihre übliche Dauer zu kennen, brauche ich mindestens { $cycles } ganze Zyklen.
