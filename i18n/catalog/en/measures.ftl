## One clause a measure: the mean of a period, its total where a total has a meaning, or one day's value.

measured-sleep_duration = { $statistic ->
    [mean] { $when } you slept { $value } a night on average.
    [total] { $when } you slept { $value } in total.
   *[value] { $when } you slept { $value }.
 }
measured-deep_sleep = { $statistic ->
    [mean] { $when } you had { $value } of deep sleep a night on average.
    [total] { $when } you had { $value } of deep sleep in total.
   *[value] { $when } you had { $value } of deep sleep.
 }
measured-rem_sleep = { $statistic ->
    [mean] { $when } you had { $value } of REM sleep a night on average.
    [total] { $when } you had { $value } of REM sleep in total.
   *[value] { $when } you had { $value } of REM sleep.
 }
measured-light_sleep = { $statistic ->
    [mean] { $when } you had { $value } of light sleep a night on average.
    [total] { $when } you had { $value } of light sleep in total.
   *[value] { $when } you had { $value } of light sleep.
 }
measured-awake = { $statistic ->
    [mean] { $when } you lay awake for { $value } a night on average.
    [total] { $when } you lay awake for { $value } in total.
   *[value] { $when } you lay awake for { $value }.
 }
measured-steps = { $statistic ->
    [mean] { $when } you took { $value } a day on average.
    [total] { $when } you took { $value } in total.
   *[value] { $when } you took { $value }.
 }
measured-distance = { $statistic ->
    [mean] { $when } you covered { $value } a day on average.
    [total] { $when } you covered { $value } in total.
   *[value] { $when } you covered { $value }.
 }
measured-active_minutes = { $statistic ->
    [mean] { $when } you were active for { $value } a day on average.
    [total] { $when } you were active for { $value } in total.
   *[value] { $when } you were active for { $value }.
 }
measured-energy = { $statistic ->
    [mean] { $when } you burned { $value } a day on average.
    [total] { $when } you burned { $value } in total.
   *[value] { $when } you burned { $value }.
 }
measured-resting_heart_rate = { $statistic ->
    [mean] { $when } your resting heart rate was { $value } on average.
   *[value] { $when } your resting heart rate was { $value }.
 }
# A day's heart rate is the mean of that day: a bare "highest: 86" would sound like the peak.
measured-heart_rate = { $statistic ->
    [mean] { $when } your heart rate was { $value } on average.
   *[value] { $when } your heart rate averaged { $value }.
 }
measured-weight = { $statistic ->
    [mean] { $when } your weight was { $value } on average.
   *[value] { $when } your weight was { $value }.
 }
measured-glucose = { $statistic ->
    [mean] { $when } your glucose was { $value } on average.
   *[value] { $when } your glucose was { $value }.
 }

name-sleep_duration = your sleep time
name-deep_sleep = your deep sleep
name-rem_sleep = your REM sleep
name-light_sleep = your light sleep
name-awake = your time awake at night
name-steps = your daily step count
name-distance = your daily distance
name-active_minutes = your active time
name-energy = your energy use
name-resting_heart_rate = your resting heart rate
name-heart_rate = your average heart rate
name-hrv = { $form ->
    [spoken] your heart rate variability by R M S S D
   *[shown] your heart rate variability (RMSSD)
 }
name-weight = your weight
name-glucose = your glucose
name-time_in_bed = your time in bed
name-sleep_efficiency = your sleep efficiency
name-sleep_latency = your time to fall asleep
name-rem_share = your share of REM sleep
name-deep_share = your share of deep sleep
name-naps = your nap time
name-total_sleep = your sleep with naps
name-bedtime = your bedtime
name-wake_time = your time of waking
name-sleep_regularity = the spread of your sleep times
name-active_energy = the energy you burned by moving
name-basal_energy = the energy your body burned at rest
name-light_minutes = your time with light activity
name-moderate_minutes = your time with moderate activity
name-vigorous_minutes = your time with vigorous activity
name-sedentary_minutes = your time sitting still
name-floors = your number of floors climbed
name-vo2max = your cardio fitness
name-max_heart_rate = your peak heart rate
name-walking_heart_rate = your heart rate while walking
name-hrv_sdnn = { $form ->
    [spoken] your heart rate variability by S D N N
   *[shown] your heart rate variability (SDNN)
 }
name-spo2 = your blood oxygen
name-respiratory_rate = your breathing rate
name-body_temperature = your body temperature
name-skin_temperature = your skin temperature
name-bmi = { $form ->
    [spoken] your B M I
   *[shown] your BMI
 }
name-body_fat = your body fat
name-systolic = the top number of your blood pressure
name-diastolic = the bottom number of your blood pressure
name-time_in_range = the share of time your glucose was in range
name-time_below_range = the share of time your glucose was under its range
name-time_above_range = the share of time your glucose was over its range
name-glucose_variability = how much your glucose varied
name-gmi = { $form ->
    [spoken] your G M I
   *[shown] your GMI
 }
name-menstruation = your menstrual bleeding
name-stress_score = your stress score
name-perceived_stress = your own stress rating
name-soreness = your muscle soreness
name-injury_risk = your injury risk

data-sleep_duration = sleep data
data-deep_sleep = data on your deep sleep
data-rem_sleep = data on your REM sleep
data-light_sleep = data on your light sleep
data-awake = data on your time awake at night
data-steps = step data
data-distance = data on your distance
data-active_minutes = activity data
data-energy = data on the energy you burned
data-resting_heart_rate = data on your resting heart rate
data-heart_rate = heart rate data
data-hrv = data on your heart rate variability
data-weight = weight data
data-glucose = glucose data
data-time_in_bed = data on your time in bed
data-sleep_efficiency = data on your sleep efficiency
data-sleep_latency = data on your time to fall asleep
data-rem_share = data on your share of REM sleep
data-deep_share = data on your share of deep sleep
data-naps = data on naps
data-total_sleep = data on your sleep with naps
data-bedtime = data on your bedtime
data-wake_time = data on your time of waking
data-sleep_regularity = data on the spread of your sleep times
data-active_energy = data on the energy you burned by moving
data-basal_energy = data on the energy your body burned at rest
data-light_minutes = data on your time with light activity
data-moderate_minutes = data on your time with moderate activity
data-vigorous_minutes = data on your time with vigorous activity
data-sedentary_minutes = data on your time sitting still
data-floors = data on your number of floors climbed
data-vo2max = data on your cardio fitness
data-max_heart_rate = data on your peak heart rate
data-walking_heart_rate = data on your heart rate while walking
data-hrv_sdnn = { $form ->
    [spoken] data on your heart rate variability by S D N N
   *[shown] data on your heart rate variability (SDNN)
 }
data-spo2 = data on your blood oxygen
data-respiratory_rate = data on your breathing rate
data-body_temperature = data on your body temperature
data-skin_temperature = data on your skin temperature
data-bmi = { $form ->
    [spoken] data on your B M I
   *[shown] data on your BMI
 }
data-body_fat = data on your body fat
data-systolic = data on the top number of your blood pressure
data-diastolic = data on the bottom number of your blood pressure
data-time_in_range = data on the share of time your glucose was in range
data-time_below_range = data on the share of time your glucose was under its range
data-time_above_range = data on the share of time your glucose was over its range
data-glucose_variability = data on how much your glucose varied
data-gmi = { $form ->
    [spoken] data on your G M I
   *[shown] data on your GMI
 }
data-menstruation = data on your menstrual bleeding
data-stress_score = data on your stress score
data-perceived_stress = data on your own stress rating
data-soreness = data on your muscle soreness
data-injury_risk = data on your injury risk

## Measures that need no sentence of their own.
measured = { $statistic ->
    [mean] { $when } { $name } was { $value } on average.
   *[value] { $when } { $name } was { $value }.
 }

measured-time_in_bed = { $statistic ->
    [mean] { $when } you spent { $value } a night in bed on average.
   *[value] { $when } you spent { $value } in bed.
 }
measured-sleep_efficiency = { $statistic ->
    [mean] { $when } you slept for { $value } of your time in bed on average.
   *[value] { $when } you slept for { $value } of your time in bed.
 }
measured-sleep_latency = { $statistic ->
    [mean] { $when } it took you { $value } to fall asleep on average.
   *[value] { $when } it took you { $value } to fall asleep.
 }
measured-rem_share = { $statistic ->
    [mean] { $when } { $value } of your sleep was REM sleep on average.
   *[value] { $when } { $value } of your sleep was REM sleep.
 }
measured-deep_share = { $statistic ->
    [mean] { $when } { $value } of your sleep was deep sleep on average.
   *[value] { $when } { $value } of your sleep was deep sleep.
 }
measured-naps = { $statistic ->
    [mean] { $when } you napped for { $value } a day on average.
   *[value] { $when } you napped for { $value }.
 }
measured-total_sleep = { $statistic ->
    [mean] { $when } you slept { $value } a day on average, naps included.
   *[value] { $when } you slept { $value }, naps included.
 }
measured-bedtime = { $statistic ->
    [mean] { $when } you went to bed at { $value } on average.
   *[value] { $when } you went to bed at { $value }.
 }
measured-wake_time = { $statistic ->
    [mean] { $when } you woke up at { $value } on average.
   *[value] { $when } you woke up at { $value }.
 }
measured-sleep_regularity = { $when } the middle of your sleep shifted by about { $value } from night to night.
measured-active_energy = { $statistic ->
    [mean] { $when } you burned { $value } a day by moving on average.
    [total] { $when } you burned { $value } by moving in total.
   *[value] { $when } you burned { $value } by moving.
 }
measured-basal_energy = { $statistic ->
    [mean] { $when } your body burned { $value } a day at rest on average.
    [total] { $when } your body burned { $value } at rest in total.
   *[value] { $when } your body burned { $value } at rest.
 }
measured-light_minutes = { $statistic ->
    [mean] { $when } you had { $value } of light activity a day on average.
    [total] { $when } you had { $value } of light activity in total.
   *[value] { $when } you had { $value } of light activity.
 }
measured-moderate_minutes = { $statistic ->
    [mean] { $when } you had { $value } of moderate activity a day on average.
    [total] { $when } you had { $value } of moderate activity in total.
   *[value] { $when } you had { $value } of moderate activity.
 }
measured-vigorous_minutes = { $statistic ->
    [mean] { $when } you had { $value } of vigorous activity a day on average.
    [total] { $when } you had { $value } of vigorous activity in total.
   *[value] { $when } you had { $value } of vigorous activity.
 }
measured-sedentary_minutes = { $statistic ->
    [mean] { $when } you spent { $value } a day sitting still on average.
    [total] { $when } you spent { $value } sitting still in total.
   *[value] { $when } you spent { $value } sitting still.
 }
measured-floors = { $statistic ->
    [mean] { $when } you climbed { $value } a day on average.
    [total] { $when } you climbed { $value } in total.
   *[value] { $when } you climbed { $value }.
 }
measured-max_heart_rate = { $statistic ->
    [mean] { $when } your heart rate peaked at { $value } on average.
   *[value] { $when } your heart rate peaked at { $value }.
 }
measured-blood_pressure = { $statistic ->
    [mean] { $when } your blood pressure was { $value } on average.
   *[value] { $when } your blood pressure was { $value }.
 }
measured-time_in_range = { $when } your glucose was in range for { $value } of the time.
measured-time_below_range = { $when } your glucose was under its range for { $value } of the time.
measured-time_above_range = { $when } your glucose was over its range for { $value } of the time.
measured-glucose_variability = { $when } your glucose varied by { $value } around its average.
measured-gmi = { $when } { $name }, an estimate of your long-term glucose, was { $value }.
