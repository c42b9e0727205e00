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

compared-less = That is { $difference } { $sense ->
    [count] fewer
    [level] lower
   *[amount] less
 } than { $when }, when it was { $before }.
compared-more = That is { $difference } { $sense ->
    [level] higher
   *[amount] more
 } than { $when }, when it was { $before }.
compared-same = That is about the same as { $when }, when it was { $before }.

trended-rising = { $when } { $name } went up by about { $change } a week.
trended-falling = { $when } { $name } went down by about { $change } a week.
trended-steady = { $when } { $name } stayed about the same.

extreme-highest = { $when } { $name } was { $length ->
    [time] longest
   *[other] highest
 } { $day }: { $value }.
extreme-lowest = { $when } { $name } was { $length ->
    [time] shortest
   *[other] lowest
 } { $day }: { $value }.

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
