## Recordings of the pulse, what they show, estimates, and limits that a person sets.

recording-at = { $day } at { $time }
recording-in = { $form ->
    [spoken] In the recording made { $at },
   *[shown] In the recording made { $at }
 }
recording-again = In that recording
signal = I found { $kind ->
    [ppg] a pulse recording
    [ecg] an ECG recording
   *[other] a recording of your heartbeats
 } made { $at }. It is { $length } long.
pulse = { $in } your heart rate was { $rate }, and your heart rate variability from beat to beat was { $rmssd }.
pulse-sdnn = Over the whole recording your heart rate variability was { $sdnn }.
pulse-kept = Of the heartbeats, { $kept } were clear enough to use.
unusable-noisy = { $in } I can't read your pulse: the signal is too shaky.
unusable-gaps = { $in } I can't read your pulse: too few heartbeats in a row are clear.
unusable-short = { $in } I can't read your pulse: it is too short.
unusable-disagrees = { $in } the heart rate does not fit the one that your device showed, so I don't rely on it.
unusable-none = I find no recording of your pulse for that time.
unusable-advice = For a clear recording, sit still, keep your hands warm and record for at least { $length }.

stressed = { $in } your body was { $n ->
    [1] as calm as in your calmest recordings
    [2] calmer than it usually is
    [3] about as calm or tense as it usually is
    [4] more tense than it usually is
   *[5] as tense as in your most tense recordings
 }: level { $level } out of { $most }.
stressed-estimate = That is an estimate from your pulse against { $recordings } { $n ->
    [one] recording
   *[other] recordings
 } of your own. It is no diagnosis; exercise, coffee or a fever can look the same.
stressed-signal = { $in } the signal is not clear enough to tell how calm or tense your body was.
stressed-baseline = I can't tell yet how calm or tense your body was. To know what is usual for you I need more recordings of your own; so far I have { $n ->
    [0] none
   *[other] { $recordings }
 }.
stressed-unsure = { $in } I can't tell how calm or tense your body was: it fits more than one level, and I would rather not guess.

forecast = { $when } { $name } is likely to be about { $value }.
forecast-estimate = That is an estimate from { $labelled } days that you rated, and it can be wrong.
forecast-few = { $name } can't be estimated yet: there is not enough of your data. You have rated { $labelled } of the { $needed } days that I need.
forecast-useless = { $name } can't be estimated: the { $labelled } days that you rated show no clear pattern.

watched = I will tell you when { $name } is { $limit } { $n ->
    [1] on one day
   *[other] for { $days } days in a row
 }.
watched-reached = You asked me to tell you: { $name } was { $limit } { $n ->
    [1] { $day }
   *[other] for { $days } days in a row, the last time { $day }
 }.
watch-days = I can watch a limit for at most { $most } days in a row. Please name fewer days.
watch-range = { $name } can only be between { $low } and { $high }. Please name a limit in between.
confirm-watch = Shall I tell you when { $name } is { $limit } { $n ->
    [1] on one day
   *[other] for { $days } days in a row
 }? Please say yes or no.
