## The web page. Slots in these messages are filled by the page itself.

ui-tagline = Ask about your sleep, your activity, your heart and your other records.
ui-language = Language
ui-language-auto = Automatic
ui-local = Everything stays on this computer. Nothing leaves it.
ui-leaves = What you ask is sent to the language model at { $host }. Sound and records stay on this computer.
ui-not-doctor = Auricle is not a doctor. It does not diagnose; in an emergency call { $emergency }.
ui-conversation = Conversation
ui-greeting = What would you like to know?
ui-example-1 = How did I sleep last week compared with the week before?
ui-example-2 = How many steps did I take yesterday?
ui-example-3 = What helps against trouble falling asleep?
ui-you = You
ui-type = Type your question
ui-send = Send
ui-picture = Add a picture
ui-picture-remove = Remove { $name }
ui-picture-with = With a picture: { $name }
ui-drop = Drop the picture here
ui-talk = Talk
ui-talk-send = Stop and send
ui-talk-cancel = Stop
ui-discard = Discard
ui-state-connecting = Connecting …
ui-state-ready = Press or hold to talk, or use the space bar
ui-state-opening = Asking for the microphone …
ui-state-listening = Listening … press again to send
ui-state-thinking = Thinking … press to stop
ui-state-speaking = Speaking … press to interrupt, Escape to stop
ui-state-lost = Not connected. Trying again …
ui-repeat = Repeat
ui-slower = Slower
ui-sources = Sources
ui-feeling-sad = It sounds as if you feel sad?
ui-feeling-anxious = It sounds as if you are worried?
ui-feeling-angry = It sounds as if you are angry?
ui-feeling-happy = It sounds as if you feel good?
ui-feeling-pain = It sounds as if you are in pain?
ui-feeling-tired = It sounds as if you are tired?
ui-feeling-no = No
ui-feeling-dropped = All right, that was a wrong guess.
ui-how = How I know
ui-how-empty = The steps that lead to an answer appear here, with the time that each took.
ui-emergency = This may be an emergency.
ui-crisis = You do not have to be alone with this.
ui-call = Call { $number }
ui-alarm-close = Close this notice
ui-retry = Try again
ui-error-denied = The microphone is blocked; allow it for this page in the browser, or type your question.
ui-error-missing = There is no microphone; connect one, or type your question.
ui-error-microphone = The microphone does not work in this browser; type your question.
ui-error-empty = I didn't hear anything; press Talk, speak, and press again.
ui-error-blank = Type a question first.
ui-error-lost = The connection was lost; your question is kept, and you can send it again.
ui-error-long = That was longer than a minute; the first minute is what I heard.
ui-error-wide = That text is too long; ask in fewer than 2000 characters.
ui-error-picture = That file is not a picture, or it is larger than 30 MB; choose a JPEG, PNG or WebP.
ui-error-busy = Other questions are being answered; try again in a moment.
ui-error-failed = Something went wrong while answering; your question is kept, try again.
ui-error-mute = The voice failed; the answer is here to read.
ui-error-play = The browser did not play the answer; press Repeat to hear it.
ui-stopped = Stopped.
trace-step-hear = Heard your question
trace-step-feel = Listened for how you feel
trace-step-guard = Checked for an emergency
trace-step-plan = Decided what to look up
trace-step-execute = Looked it up
trace-step-answer = Wrote the answer
trace-step-speak = Spoke it
trace-step-total = In all
trace-felt-none = nothing that I could tell
trace-felt-sad = perhaps sad
trace-felt-anxious = perhaps worried
trace-felt-angry = perhaps angry
trace-felt-happy = perhaps glad
trace-felt-pain = perhaps in pain
trace-felt-tired = perhaps tired
trace-felt-neutral = even
trace-guard-clear = no sign of one
trace-guard-hit = { $words }
trace-plan-answer = { $strategy ->
    [router] clear from your words
    [consent] you said yes
    [tree_of_thought] several ways weighed
    [react] one step after another
   *[other] the language model agreed
 }
trace-plan-clarify = not sure, so I asked
trace-plan-small_talk = only a greeting
trace-plan-out_of_scope = outside what I can do
trace-days = { $n ->
    [one] { $n } of { $days } days has data
   *[other] { $n } of { $days } days have data
 }
trace-plan-somebody_else = about somebody else
trace-plan-declined = you said no
trace-result-waiting = waits for your yes
trace-result-failed = did not work
trace-result-no_data = nothing recorded
