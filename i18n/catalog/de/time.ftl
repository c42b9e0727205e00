## Tage und Zeiten. Ein "when" eröffnet den Satz oder folgt auf "als"; ein "for" folgt auf "keine Daten". Anrede: Sie.
## Gesprochene Tage sind Ordnungszahlen im Dativ ("dreiundzwanzigsten"), darum steht vor ihnen stets am, vom, zum oder dem.

spoken-date = { $number } { $month }{ $year ->
    [none] { "" }
   *[other] { " " }{ $year }
 }
spoken-time = { $kind ->
    [full] { $hour ->
        [1] ein Uhr
       *[other] { $hour } Uhr
     }
   *[late] { $hour ->
        [1] ein Uhr
       *[other] { $hour } Uhr
     } { $minute }
 }
range-same = { $form ->
    [spoken] vom { $start } bis zum { $end }
   *[shown] { $start }.–{ $end }
 }
range-wide = { $form ->
    [spoken] vom { $start } bis zum { $end }
   *[shown] { $start } – { $end }
 }
day-full = { $form ->
    [spoken] { $weekday }, dem { $date }
   *[shown] { $weekday }, { $date }
 }

when-today = { $form ->
    [spoken] heute, am { $day },
   *[shown] heute ({ $day })
 }
when-yesterday = { $form ->
    [spoken] gestern, am { $day },
   *[shown] gestern ({ $day })
 }
when-last-night = { $form ->
    [spoken] letzte Nacht
   *[shown] letzte Nacht ({ $range })
 }
when-this-week = { $form ->
    [spoken] diese Woche, { $range },
   *[shown] diese Woche ({ $range })
 }
when-last-week = { $form ->
    [spoken] letzte Woche, { $range },
   *[shown] letzte Woche ({ $range })
 }
when-this-month = { $form ->
    [spoken] diesen Monat, { $range },
   *[shown] diesen Monat ({ $range })
 }
when-last-month = { $form ->
    [spoken] im letzten Monat, im { $month },
   *[shown] im letzten Monat ({ $month })
 }
when-month = im { $month }
when-last-days = { $form ->
    [spoken] in den letzten { $days } Tagen, { $range },
   *[shown] in den letzten { $days } Tagen ({ $range })
 }
when-range-same = { $form ->
    [spoken] vom { $start } bis zum { $end }
   *[shown] vom { $start }. bis { $end }
 }
when-range-wide = { $form ->
    [spoken] vom { $start } bis zum { $end }
   *[shown] vom { $start } bis { $end }
 }
when-day = { $form ->
    [spoken] am { $day },
   *[shown] am { $day },
 }
when-night = { $form ->
    [spoken] in der Nacht von { $eve } auf { $weekday }, den { $date },
   *[shown] in der Nacht von { $eve } auf { $day },
 }

prior-day = { $form ->
    [spoken] am Tag davor, { $day }
   *[shown] am Tag davor ({ $day })
 }
prior-night = in der Nacht davor
prior-week = { $form ->
    [spoken] in der Woche davor, { $range }
   *[shown] in der Woche davor ({ $range })
 }
prior-month = { $form ->
    [spoken] im Monat davor, im { $month }
   *[shown] im Monat davor ({ $month })
 }
prior-days = { $form ->
    [spoken] in den { $days } Tagen davor, { $range }
   *[shown] in den { $days } Tagen davor ({ $range })
 }

again-period = in dieser Zeit
again-day = an diesem Tag
again-night = in dieser Nacht

for-today = { $form ->
    [spoken] für heute
   *[shown] für heute ({ $day })
 }
for-yesterday = { $form ->
    [spoken] für gestern
   *[shown] für gestern ({ $day })
 }
for-last-night = { $form ->
    [spoken] für letzte Nacht
   *[shown] für letzte Nacht ({ $range })
 }
for-this-week = { $form ->
    [spoken] für diese Woche, { $range }
   *[shown] für diese Woche ({ $range })
 }
for-last-week = { $form ->
    [spoken] für letzte Woche, { $range }
   *[shown] für letzte Woche ({ $range })
 }
for-this-month = { $form ->
    [spoken] für diesen Monat, { $range }
   *[shown] für diesen Monat ({ $range })
 }
for-last-month = { $form ->
    [spoken] für den letzten Monat, { $month }
   *[shown] für den letzten Monat ({ $month })
 }
for-month = für { $month }
for-last-days = { $form ->
    [spoken] für die letzten { $days } Tage, { $range }
   *[shown] für die letzten { $days } Tage ({ $range })
 }
for-range-same = { $form ->
    [spoken] für die Zeit vom { $start } bis zum { $end }
   *[shown] für die Zeit vom { $start }. bis { $end }
 }
for-range-wide = { $form ->
    [spoken] für die Zeit vom { $start } bis zum { $end }
   *[shown] für die Zeit vom { $start } bis { $end }
 }
for-day = { $form ->
    [spoken] für { $weekday }, den { $date }
   *[shown] für { $day }
 }
for-night = { $form ->
    [spoken] für die Nacht von { $eve } auf { $weekday }, den { $date }
   *[shown] für die Nacht von { $eve } auf { $day }
 }

moment-time = Es ist { $form ->
    [spoken] { $time }
   *[shown] { $time } Uhr
 }.
moment-date = { $form ->
    [spoken] Heute haben wir { $weekday }, den { $date }.
   *[shown] Heute ist { $day }.
 }
