## Fixed words for an emergency or a crisis. Never rephrased. What to do while waiting is common public first-aid guidance, without medicines.

alarm-chest_pain = What you describe could be a heart attack.
alarm-chest_pain-wait = While you wait, stop what you are doing, sit down and rest, and ask someone to stay with you.
alarm-stroke = These can be signs of a stroke.
alarm-stroke-wait = Call even if the signs go away. While you wait, note when they began, and don't eat or drink.
alarm-breathing = Trouble breathing like this can be an emergency.
alarm-breathing-wait = While you wait, sit upright, loosen tight clothing, and try to stay calm.
alarm-overdose = Too much of a medicine or drug can be very dangerous, even if you feel all right now.
alarm-overdose-wait = While you wait, keep the packaging at hand, don't make yourself vomit, and don't stay alone.
alarm-other = This could be an emergency.
alarm-other-wait = While you wait, try to stay calm, and ask someone to stay with you.
alarm-call = Please call the emergency number, { $number }, right now.
alarm-suicide = I'm so sorry that you are in so much pain, and I'm glad you told me. You don't have to go through this alone.
alarm-crisis-line = Please call { $crisis } now. There is someone there who will listen.
alarm-crisis-call = If you are in danger right now, or have hurt yourself, call the emergency number, { $number }.
alarm-crisis-only = Please call the emergency number, { $number }, right now, and tell them how you feel.
alarm-suicide-wait = Please ask someone you trust to stay with you, and keep away from anything you could hurt yourself with.
