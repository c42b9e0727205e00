## Dates and times. A "when" opens a sentence (its first letter is raised in code) or follows "than"; a "for" follows "no data".
## $date, $weekday … are written by CLDR. For the ear, dates stand between commas.

spoken-date = the { $number } of { $month }{ $year ->
    [none] { "" }
   *[other] { " " }{ $year }
 }
spoken-time = { $kind ->
    [full] { $twelve } o'clock
    [early] { $twelve } oh { $minute }
   *[late] { $twelve } { $minute }
 } { $part ->
    [night] at night
    [afternoon] in the afternoon
    [evening] in the evening
   *[morning] in the morning
 }
range-same = { $form ->
    [spoken] from the { $start } to { $end }
   *[shown] { $start }–{ $end }
 }
range-wide = { $form ->
    [spoken] from { $start } to { $end }
   *[shown] { $start } – { $end }
 }
day-full = { $form ->
    [spoken] { $weekday }, { $date }
   *[shown] { $weekday } { $date }
 }

when-today = { $form ->
    [spoken] today, { $day },
   *[shown] today ({ $day })
 }
when-yesterday = { $form ->
    [spoken] yesterday, { $day },
   *[shown] yesterday ({ $day })
 }
when-last-night = { $form ->
    [spoken] last night
   *[shown] last night ({ $range })
 }
when-this-week = { $form ->
    [spoken] this week, { $range },
   *[shown] this week ({ $range })
 }
when-last-week = { $form ->
    [spoken] last week, { $range },
   *[shown] last week ({ $range })
 }
when-this-month = { $form ->
    [spoken] this month, { $range },
   *[shown] this month ({ $range })
 }
when-last-month = { $form ->
    [spoken] last month, in { $month },
   *[shown] last month ({ $month })
 }
when-month = in { $month }
when-last-days = { $form ->
    [spoken] in the last { $days } days, { $range },
   *[shown] in the last { $days } days ({ $range })
 }
when-range-same = { $form ->
    [spoken] from the { $start } to { $end }
   *[shown] from { $start } to { $end }
 }
when-range-wide = from { $start } to { $end }
when-day = { $form ->
    [spoken] on { $day },
   *[shown] on { $day }
 }
when-night = { $form ->
    [spoken] in the night from { $eve } to { $day },
   *[shown] in the night from { $eve } to { $day }
 }

## After "than", relative to the period that is compared.
prior-day = { $form ->
    [spoken] the day before, { $day }
   *[shown] the day before ({ $day })
 }
prior-night = the night before
prior-week = { $form ->
    [spoken] the week before, { $range }
   *[shown] the week before ({ $range })
 }
prior-month = { $form ->
    [spoken] the month before, { $month }
   *[shown] the month before ({ $month })
 }
prior-days = { $form ->
    [spoken] the { $days } days before, { $range }
   *[shown] the { $days } days before ({ $range })
 }

## The same period again, in a following sentence.
again-period = in that time
again-day = that day
again-night = that night

for-today = { $form ->
    [spoken] for today, { $day }
   *[shown] for today ({ $day })
 }
for-yesterday = { $form ->
    [spoken] for yesterday, { $day }
   *[shown] for yesterday ({ $day })
 }
for-last-night = { $form ->
    [spoken] for last night
   *[shown] for last night ({ $range })
 }
for-this-week = { $form ->
    [spoken] for this week, { $range }
   *[shown] for this week ({ $range })
 }
for-last-week = { $form ->
    [spoken] for last week, { $range }
   *[shown] for last week ({ $range })
 }
for-this-month = { $form ->
    [spoken] for this month, { $range }
   *[shown] for this month ({ $range })
 }
for-last-month = { $form ->
    [spoken] for last month, { $month }
   *[shown] for last month ({ $month })
 }
for-month = for { $month }
for-last-days = { $form ->
    [spoken] for the last { $days } days, { $range }
   *[shown] for the last { $days } days ({ $range })
 }
for-range-same = { $form ->
    [spoken] for the days from the { $start } to { $end }
   *[shown] for { $start }–{ $end }
 }
for-range-wide = for the time from { $start } to { $end }
for-day = for { $day }
for-night = for the night from { $eve } to { $day }

moment-time = It is { $time }.
moment-date = Today is { $day }.
