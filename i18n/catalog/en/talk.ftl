## What is said around an answer. "-words": the person's own words show the feeling; "-voice": only the voice hints at it, so it is not named.

ack-sad-words = I'm sorry things are hard right now.
ack-sad-voice = Thank you for asking. Let's look at it together.
ack-anxious-words = I understand that this worries you. Let's look at it calmly.
ack-anxious-voice = Let's look at it calmly, one thing at a time.
ack-angry-words = I understand that this is frustrating.
ack-angry-voice = Let me get straight to it.
ack-pain-words = I'm sorry that you are in pain.
ack-pain-voice = Let me help as well as I can.
ack-tired-words = That sounds exhausting. I'll keep it short.
ack-tired-voice = I'll keep it short.
ack-happy-words = That's lovely to hear!
ack-happy-voice = Happy to look that up!

advice-pain = If the pain is strong, new or getting worse, please call a doctor.
advice-knowledge = If it goes on or worries you, please talk to a doctor.

small-talk = I'm Auricle, and it's good to hear from you. You can ask me about your sleep, your steps, your heart rate, your other health records, or about a health topic.
out-of-scope = I can't help with that one. I can tell you about your health records, such as sleep, activity and heart rate, and explain health topics. If it is about your health, a doctor or pharmacist can help you.
refused = That needs something outside this device, and it is switched off in the settings.
refused-record = You have not allowed that data to be read; the command auricle data consent can allow it again.
left-out = One thing that you asked for I have left undone. Please ask for it by itself.
clarify = I want to be sure I understood you. Do you mean { $readings }?
clarify-days = I can only look at days that have already come, and at whole days in a row. Which days do you mean?
clarify-open = I'm not sure what you mean. Could you say it in other words?
failed = I couldn't look up { $task } just now. Please try again in a moment.
failed-other = Something didn't work just now. Please try again in a moment.

confirm = { $form ->
    [spoken] Shall I do this: { $task }, { $text }? Please say yes or no.
   *[shown] Shall I do this: { $task }, “{ $text }”? Please say yes or no.
 }
confirm-task = Shall I do this: { $task }? Please say yes or no.
confirm-note = { $form ->
    [spoken] Shall I write this in your diary: { $text }? Please say yes or no.
   *[shown] Shall I write this in your diary: “{ $text }”? Please say yes or no.
 }
declined = All right, I haven't done anything.
noted = { $form ->
    [spoken] I wrote this in your diary: { $text }.
   *[shown] I wrote this in your diary: “{ $text }”.
 }
somebody-else = I only have your own records, so I can't say anything about somebody else's.
found = { $form ->
    [spoken] I found this page: { $text }.
   *[shown] I found this page: “{ $text }”.
 }
excerpt = { $form ->
    [spoken] I found this: { $text }.
   *[shown] I found this: “{ $text }”
 }
excerpt-source = That is what { $text } says. I haven't checked it.
used = I used { $task }.
used-source = I used { $task }, from { $titles }.
used-days = I looked at { $task } { $for }.
used-days-source = I looked at { $task } { $for }, in the data from { $titles }.
used-nothing = For that answer I didn't look anything up.
used-why-sounds_like = I chose it because your question sounded like it.
used-why-agreed = The language model read your question the same way.
used-why-model = The language model on this device understood your question that way.
used-why-follow_up = Your question went on from the one before.
used-why-correction = You had corrected me.
used-why-answered = It followed from your answer to my question.
used-why-picture = You had sent a picture.
used-why-consented = You had said yes to it.
used-why-reasoned = I weighed several ways to answer, and this one fitted best.

task-sleep = your sleep
task-activity = your activity
task-heart_rate = your heart rate
task-breathing = your breathing
task-body = your body measurements
task-blood_pressure = your blood pressure
task-glucose = your glucose
task-cycle = your cycle
task-health_record = your health record
task-recording = a recording of your pulse
task-pulse = what your pulse recording shows
task-stress = how calm or tense your body was
task-forecast = an estimate for a day
task-report = a summary for your doctor
task-insight = what changed for you
task-watch = a limit to watch
task-knowledge = a health topic
task-clock = the date and time
task-explain = how I came to an answer
task-read_picture = the text in your picture
task-search = pages on that
task-extract_text = the text of a page
task-note = your diary

notice-didnt-hear = I didn't hear anything. Please try again.
notice-foreign = I heard another language. For now I understand English, Spanish and German.
notice-no-plan = I didn't understand that. Could you say it in other words?
notice-no-results = I found nothing to answer that with.
notice-picture-unreadable = I can't open that picture. Please send it as a PNG or JPEG.
notice-voice-basic = I only have a basic voice for this language.
notice-wait = One moment, please.
notice-failed = Something went wrong on my side. Please ask me again.
notice-not-a-doctor = I'm not a doctor, and I can't make a diagnosis.
notice-language-english = I can understand your language, but for now I can only answer in English.
