## The page for a doctor's visit, the weekly insight and the charts. It names figures and never judges what they mean.

summary-title = Health summary for a visit to the doctor
summary-who = { $name } · { $period }
summary-made = Made on { $day } on the person's own device, from their own records. Nothing was sent anywhere.
summary-sources = Sources: { $titles }
summary-sources-none = Sources: none; nothing is recorded for these days.
summary-source-record = health record
summary-withheld = Left out, because the person does not allow it to be read: { $titles }
summary-limit = This page is not a diagnosis. It shows what was recorded; a doctor can say what it means.
summary-method = Average: mean of the days with data. Trend: Theil–Sen slope a week with its 95 % interval. Unusual: outside median ± 3 × 1.4826 × MAD of the 60 days before the period. A day without data is missing, never zero.

summary-out = What stands out
summary-out-none = Nothing stands out.
summary-out-empty = There is no data for this period, or none that may be read.
summary-out-range = { $name }: { $value } on average, { $verdict ->
    [below] below
   *[above] above
 } the published range of { $range } ({ $title }).
summary-out-trend = { $name }: { $direction ->
    [rising] rising
   *[falling] falling
 } by about { $change } a week (95 % interval { $low } to { $high }).
summary-out-trend-alone = { $name }: { $direction ->
    [rising] rising
   *[falling] falling
 } by about { $change } a week.
summary-out-compared = { $name }: { $value } on average, { $difference } { $verdict ->
    [less] less
   *[more] more
 } than in the { $days } days before ({ $before }).
summary-out-unusual = { $name }: out of the person's own usual range ({ $low } to { $high }) on { $n ->
    [one] { $count } day
   *[other] { $count } days
 }, furthest on { $day } ({ $value }).

summary-figures = Figures
summary-head-measure = Measure
summary-head-average = Average
summary-head-days = Days with data
summary-head-before = Period before
summary-head-trend = Trend a week
summary-head-unusual = Unusual days
summary-head-course = Course
summary-days = { $known } of { $all }
summary-figure = { $value }
summary-before = { $value } ({ $known } of { $all } days)
summary-trend-rising = rising: { $change } ({ $low } to { $high })
summary-trend-rising-alone = rising: { $change }
summary-trend-falling = falling: { $change } ({ $low } to { $high })
summary-trend-falling-alone = falling: { $change }
summary-trend-steady = about steady ({ $low } to { $high })
summary-unusual = { $count } ({ $value } on { $day })
summary-unusual-none = none
summary-unusual-level = { $count }: another level than before
summary-unknown = not enough data

summary-record = Medicines, conditions, allergies, laboratory
summary-record-none = Nothing of this is recorded here, which does not mean that there is nothing.
summary-medication = Medicines
summary-medication-past = Medicines of the past
summary-condition = Conditions
summary-allergy = Allergies
summary-lab = Latest lab results
summary-listed-none = None are recorded here, which does not mean that there are none.
summary-listed-more = { $n ->
    [one] { $count } more is recorded.
   *[other] { $count } more are recorded.
 }
summary-lab-outside = { $line } (outside its reference range)

summary-ask = Questions to ask
summary-ask-range = { $name }: { $value } on average, and the published range is { $range }. What does that mean for me?
summary-ask-trend = { $name }: { $direction ->
    [rising] rising
   *[falling] falling
 } by about { $change } a week. Should we look into that?
summary-ask-unusual = { $name }: out of my usual range on { $count } days. What could be behind that?
summary-ask-lab = My result for { $name } was { $value }, outside its reference range. What does that mean, and when should it be tested again?
summary-ask-medication = Do I still need all of my medicines as they are, and do they go well together?
summary-ask-watch = Which of these figures should I keep an eye on, and from which value on should I call you?

summary-page = I can also make a page of this to take along, with the command auricle data report.

summary-measure-sleep_duration = Sleep a night
summary-measure-total_sleep = Sleep a day
summary-measure-resting_heart_rate = Resting heart rate
summary-measure-heart_rate = Heart rate
summary-measure-systolic = Blood pressure, systolic
summary-measure-diastolic = Blood pressure, diastolic
summary-measure-weight = Weight
summary-measure-bmi = Body mass index
summary-measure-glucose = Glucose
summary-measure-time_in_range = Glucose in range
summary-measure-steps = Steps a day
summary-measure-active_minutes = Active time a day
summary-measure-distance = Distance a day
summary-measure-hrv = Heart rate variability (RMSSD)
summary-measure-hrv_sdnn = Heart rate variability (SDNN)
summary-measure-spo2 = Blood oxygen
summary-measure-respiratory_rate = Breathing rate
summary-measure-body_temperature = Body temperature
summary-measure-skin_temperature = Skin temperature
summary-measure-vo2max = Cardio fitness (VO₂ max)

summary-insight-none = Nothing changed enough to mention.
summary-insight-untested = { $why ->
    [none] There is no data from the last seven days, nor from the eight weeks before.
    [week] There is no data from the last seven days.
   *[few] Too few days have data for a comparison: it takes { $now } of the last seven and { $before } of the eight weeks before.
 }
summary-insight-some = { $n ->
    [one] One figure was tested, and it changed:
   *[other] { $count } figures were tested, and these changed:
 }

chart-title = { $name }, { $period }
chart-compared = { $name }, { $period }, against { $against }
chart-missing = no data
chart-day = Day
chart-week = Week from
chart-value = Value
chart-average = Average
chart-days = Days with data
chart-source = Source
chart-table = Show as a table
