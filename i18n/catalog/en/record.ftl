## The health record, as it says it, and the cycle.

listed = Your health record lists { $count } { $list ->
    [condition] { $n ->
        [one] condition
       *[other] conditions
     }
    [allergy] { $n ->
        [one] allergy
       *[other] allergies
     }
    [lab] { $n ->
        [one] lab result
       *[other] lab results
     }
   *[medication] { $n ->
        [one] medicine
       *[other] medicines
     }
 }.
listed-found = This is what your health record says about that.
listed-unknown = I find nothing by that name in your health record, so this is all of its kind.
listed-line = { $any ->
    [yes] { $name }: { $details }.
   *[no] { $name }.
 }
listed-more = The record lists { $count } more.
listed-none = { $list ->
    [condition] Your health record lists no conditions. That does not mean that you have none.
    [allergy] Your health record lists no allergies. That does not mean that you have none.
    [lab] Your health record lists no such lab results. That does not mean that there are none.
   *[medication] Your health record lists no medicines. That does not mean that you take none.
 }
listed-limit = { $list ->
    [medication] I only read out what the record says. Please talk to your doctor or pharmacist before you change anything about your medicines.
   *[other] I only read out what the record says. A doctor can tell you what it means for you.
 }
listed-range = { $sides ->
    [both] reference range { $low } to { $high }
    [low] reference range from { $low }
   *[high] reference range up to { $high }
 }
listed-on = on { $day }
listed-since = since { $day }
listed-until = until { $day }
listed-between = from { $start } to { $end }

status-active = active
status-inactive = no longer active
status-resolved = resolved
status-remission = in remission
status-recurrence = has come back
status-relapse = has come back
status-completed = completed
status-stopped = stopped
status-on-hold = on hold
status-intended = planned
status-not-taken = not taken
status-unknown = status unknown
status-unconfirmed = not confirmed
status-confirmed = confirmed
status-preliminary = preliminary
status-final = final
status-amended = corrected
status-corrected = corrected

cycle = Your last recorded period began { $day }; today is day { $number } of your cycle.
cycle-usual = Your cycle usually lasts { $usual }, going by { $cycles } { $n ->
    [one] whole cycle
   *[other] whole cycles
 }.
cycle-unknown = To know your usual length I need at least { $cycles } whole cycles.
