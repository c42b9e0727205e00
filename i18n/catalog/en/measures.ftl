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
measured-hrv = { $statistic ->
    [mean] { $when } your heart rate variability was { $value } on average.
   *[value] { $when } your heart rate variability was { $value }.
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
name-hrv = your heart rate variability
name-weight = your weight
name-glucose = your glucose

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
