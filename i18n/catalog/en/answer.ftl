## Sentences that every measure shares. $sense: "amount" (less time, less distance), "count" (fewer steps) or "level" (a lower pulse).

unit-bpm = { $form ->
    [spoken] { $value } { $n ->
        [one] beat
       *[other] beats
     } per minute
   *[shown] { $value } bpm
 }
unit-count = { $value } { $n ->
    [one] step
   *[other] steps
 }

unit-floors = { $value } { $n ->
    [one] floor
   *[other] floors
 }
unit-breaths-min = { $form ->
    [spoken] { $value } { $n ->
        [one] breath
       *[other] breaths
     } per minute
   *[shown] { $value } { $n ->
        [one] breath
       *[other] breaths
     }/min
 }
unit-mL-kg-min = { $form ->
    [spoken] { $value } { $n ->
        [one] millilitre
       *[other] millilitres
     } per kilogram and minute
   *[shown] { $value } mL/kg/min
 }
unit-points = { $value } { $n ->
    [one] point
   *[other] points
 }
unit-points-of = { $value } out of { $most }
unit-pp = { $value } percentage { $n ->
    [one] point
   *[other] points
 }
unit-clock = { $hour ->
   *[other] { $time }
 }
unit-pressure = { $form ->
    [spoken] { $top } over { $bottom }
   *[shown] { $top }/{ $bottom } mmHg
 }

compared-less = That is { $difference } { $sense ->
    [count] fewer
    [level] lower
    [clock] earlier
   *[amount] less
 } than { $when }, when it was { $before }.
compared-more = That is { $difference } { $sense ->
    [level] higher
    [clock] later
   *[amount] more
 } than { $when }, when it was { $before }.
compared-same = That is about the same as { $when }, when it was { $before }.

trended-rising = { $when } { $name } { $sense ->
    [clock] moved later
   *[other] went up
 } by about { $change } a week.
trended-falling = { $when } { $name } { $sense ->
    [clock] moved earlier
   *[other] went down
 } by about { $change } a week.
trended-steady = { $when } { $name } stayed about the same.
trended-likely = The change is likely between { $low } and { $high } a week.

extreme-highest = { $when } { $name } was { $length ->
    [time] longest
    [clock] latest
   *[other] highest
 } { $day }: { $value }.
extreme-lowest = { $when } { $name } was { $length ->
    [time] shortest
    [clock] earliest
   *[other] lowest
 } { $day }: { $value }.

## Limits. $bound: at_least, above, at_most, below.
limit = { $sense ->
    [clock] { $bound ->
        [at_least] { $value } or later
        [above] later than { $value }
        [at_most] { $value } or earlier
       *[below] earlier than { $value }
     }
    [level] { $bound ->
        [at_least] at least { $value }
        [above] above { $value }
        [at_most] at most { $value }
       *[below] below { $value }
     }
   *[amount] { $bound ->
        [at_least] at least { $value }
        [above] more than { $value }
        [at_most] at most { $value }
       *[below] less than { $value }
     }
 }
limit-range = { $sense ->
   *[other] { $low } to { $high }
 }

counted = { $when } { $name } { $how ->
    [day] was { $limit }.
    [all] was { $limit } on { $n ->
        [1] the only { $unit ->
            [night] night
           *[day] day
         } with data.
       *[other] all { $known } { $unit ->
            [night] nights
           *[day] days
         }.
     }
    [none] was { $limit } on none of the { $known } { $unit ->
        [night] nights
       *[day] days
     }.
   *[some] was { $limit } on { $met } of the { $known } { $unit ->
        [night] nights
       *[day] days
     }.
 }

unusual-none = { $when } { $name } stayed within your own usual range, { $low } to { $high }.
unusual = { $when } { $name } was outside your own usual range, { $low } to { $high }, on { $days } { $unit ->
    [night] { $n ->
        [one] night
       *[other] nights
     }
   *[day] { $n ->
        [one] day
       *[other] days
     }
 }.
unusual-highest = { $day } it was { $sense ->
    [clock] later
    [level] higher
   *[amount] more
 } than usual: { $value }.
unusual-lowest = { $day } it was { $sense ->
    [clock] earlier
    [level] lower
   *[amount] less
 } than usual: { $value }.
unusual-more = There { $n ->
    [one] is
   *[other] are
 } { $days } more.
unusual-baseline = { $form ->
    [spoken] Your usual range comes from the { $days } days before, { $range }.
   *[shown] Your usual range comes from the { $days } days before ({ $range }).
 }
unusual-cause = I can't tell what caused it.

## Against a published range. It compares and never diagnoses.
assessed = The published guide is { $range }; { $name } is { $verdict ->
    [below] { $sense ->
        [clock] earlier than
       *[other] below
     } that
    [above] { $sense ->
        [clock] later than
       *[other] above
     } that
   *[within] within that range
 }.
assessed-source = That guide comes from { $title }.
assessed-limit = This is a comparison, not a diagnosis.

related-together = { $when } { $lag ->
    [1] on the day after
   *[0] on days when
 } { $name } was { $sense ->
    [clock] later
   *[value] higher
 }, { $other } tended to be { $sense-other ->
    [clock] later
   *[value] higher
 }, too. The link is { $strength ->
    [weak] weak
    [moderate] moderate
   *[strong] strong
 }.
related-against = { $when } { $lag ->
    [1] on the day after
   *[0] on days when
 } { $name } was { $sense ->
    [clock] later
   *[value] higher
 }, { $other } tended to be { $sense-other ->
    [clock] earlier
   *[value] lower
 }. The link is { $strength ->
    [weak] weak
    [moderate] moderate
   *[strong] strong
 }.
related-none = { $when } I see no clear link between { $name } and { $other }{ $lag ->
    [1] {" "}on the day after
   *[0] { "" }
 }.
related-cause = That rests on { $days } { $n ->
    [one] day that has
   *[other] days that have
 } both, and it does not say why.
related-days = That rests on { $days } { $n ->
    [one] day that has
   *[other] days that have
 } both.
related-few = Only { $days } { $n ->
    [one] day has
   *[other] days have
 } both, which is too few to tell.

absent = I have no { $data } { $for }.
absent-known = The data I have runs from { $start } to { $end }.
absent-known-day = The only data I have is { $for }.
absent-ever = Nothing has been recorded for other times either.

coverage = I have data from { $known } of the { $all } { $unit ->
    [night] nights
   *[day] days
 }.
coverage-period = { $for } I have data from { $known } of the { $all } { $unit ->
    [night] nights
   *[day] days
 }.
coverage-measure = I have { $data } from { $known } of the { $all } { $unit ->
    [night] nights
   *[day] days
 }.
coverage-measure-period = { $for } I have { $data } from { $known } of the { $all } { $unit ->
    [night] nights
   *[day] days
 }.
sources = The data comes from { $titles }.

knowledge-source = This comes from { $title }.
reading = { $form ->
    [spoken] In your picture I can read: { $text }.
   *[shown] In your picture I can read: “{ $text }”.
 }
reading-more = There is more text than I can read out here.
reading-unsure = The picture is hard to read, so some of this may be wrong.
reading-limit = I can only read it out, not judge it.
reading-none = I can't make out any text in your picture.
