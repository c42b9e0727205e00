## Fechas y horas. Un "when" abre la frase o sigue a "que"; un "for" sigue a "no tengo datos". Trato de tú.

spoken-date = { $number } de { $month }{ $year ->
    [none] { "" }
   *[other] { " de " }{ $year }
 }
spoken-time = { $kind ->
    [full] { $twelve ->
        [1] la una
       *[other] las { $twelve }
     } en punto
   *[late] { $twelve ->
        [1] la una
       *[other] las { $twelve }
     } y { $minute }
 } { $part ->
    [small] de la madrugada
    [morning] de la mañana
    [afternoon] de la tarde
   *[evening] de la noche
 }
range-same = { $form ->
    [spoken] del { $start } al { $end }
   *[shown] { $start }–{ $end }
 }
range-wide = { $form ->
    [spoken] del { $start } al { $end }
   *[shown] { $start } – { $end }
 }
day-full = { $weekday } { $date }

when-today = { $form ->
    [spoken] hoy, { $day },
   *[shown] hoy ({ $day })
 }
when-yesterday = { $form ->
    [spoken] ayer, { $day },
   *[shown] ayer ({ $day })
 }
when-last-night = { $form ->
    [spoken] anoche
   *[shown] anoche ({ $range })
 }
when-this-week = { $form ->
    [spoken] esta semana, { $range },
   *[shown] esta semana ({ $range })
 }
when-last-week = { $form ->
    [spoken] la semana pasada, { $range },
   *[shown] la semana pasada ({ $range })
 }
when-this-month = { $form ->
    [spoken] este mes, { $range },
   *[shown] este mes ({ $range })
 }
when-last-month = { $form ->
    [spoken] el mes pasado, en { $month },
   *[shown] el mes pasado ({ $month })
 }
when-month = en { $month }
when-last-days = { $form ->
    [spoken] en los últimos { $days } días, { $range },
   *[shown] en los últimos { $days } días ({ $range })
 }
when-range-same = del { $start } al { $end }
when-range-wide = del { $start } al { $end }
when-day = { $form ->
    [spoken] el { $day },
   *[shown] el { $day }
 }
when-night = { $form ->
    [spoken] en la noche del { $eve } al { $day },
   *[shown] en la noche del { $eve } al { $day }
 }

prior-day = { $form ->
    [spoken] el día anterior, { $day }
   *[shown] el día anterior ({ $day })
 }
prior-night = la noche anterior
prior-week = { $form ->
    [spoken] la semana anterior, { $range }
   *[shown] la semana anterior ({ $range })
 }
prior-month = { $form ->
    [spoken] el mes anterior, { $month }
   *[shown] el mes anterior ({ $month })
 }
prior-days = { $form ->
    [spoken] los { $days } días anteriores, { $range }
   *[shown] los { $days } días anteriores ({ $range })
 }

again-period = en ese tiempo
again-day = ese día
again-night = esa noche

for-today = { $form ->
    [spoken] de hoy, { $day }
   *[shown] de hoy ({ $day })
 }
for-yesterday = { $form ->
    [spoken] de ayer, { $day }
   *[shown] de ayer ({ $day })
 }
for-last-night = { $form ->
    [spoken] de anoche
   *[shown] de anoche ({ $range })
 }
for-this-week = { $form ->
    [spoken] de esta semana, { $range }
   *[shown] de esta semana ({ $range })
 }
for-last-week = { $form ->
    [spoken] de la semana pasada, { $range }
   *[shown] de la semana pasada ({ $range })
 }
for-this-month = { $form ->
    [spoken] de este mes, { $range }
   *[shown] de este mes ({ $range })
 }
for-last-month = { $form ->
    [spoken] del mes pasado, { $month }
   *[shown] del mes pasado ({ $month })
 }
for-month = de { $month }
for-last-days = { $form ->
    [spoken] de los últimos { $days } días, { $range }
   *[shown] de los últimos { $days } días ({ $range })
 }
for-range-same = del { $start } al { $end }
for-range-wide = del { $start } al { $end }
for-day = del { $day }
for-night = de la noche del { $eve } al { $day }

moment-time = { $form ->
    [spoken] { $twelve ->
        [1] Es
       *[other] Son
     } { $time }.
   *[shown] { $hour ->
        [1] Es la
       *[other] Son las
     } { $time }.
 }
moment-date = Hoy es { $day }.
