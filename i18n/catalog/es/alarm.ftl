## Palabras fijas para una emergencia o una crisis. No se reformulan nunca. Los consejos de espera son primeros auxilios generales, sin medicinas.

alarm-chest_pain = Lo que describes podría ser un infarto.
alarm-chest_pain-wait = Mientras esperas, deja lo que estés haciendo, siéntate y descansa, y pide a alguien que se quede contigo.
alarm-stroke = Pueden ser señales de un ictus, es decir, de un derrame cerebral.
alarm-stroke-wait = Llama aunque las señales desaparezcan. Mientras esperas, anota cuándo empezaron, y no comas ni bebas.
alarm-breathing = No poder respirar bien puede ser una emergencia.
alarm-breathing-wait = Mientras esperas, siéntate con la espalda recta, afloja la ropa ajustada e intenta mantener la calma.
alarm-overdose = Demasiada cantidad de un medicamento o una droga puede ser muy peligrosa, aunque ahora te sientas bien.
alarm-overdose-wait = Mientras esperas, ten el envase a mano, no intentes vomitar y no te quedes a solas.
alarm-other = Esto podría ser una emergencia.
alarm-other-wait = Mientras esperas, intenta mantener la calma y pide a alguien que se quede contigo.
alarm-call = Por favor, llama ahora mismo al número de emergencias, el { $number }.
alarm-suicide = Siento mucho que estés sufriendo tanto, y me alegro de que me lo hayas contado. No tienes que pasar por esto a solas.
alarm-crisis-line = Por favor, llama ahora al { $crisis }. Allí hay alguien que te escuchará.
alarm-crisis-call = Si estás en peligro ahora mismo o te has hecho daño, llama al número de emergencias, el { $number }.
alarm-crisis-only = Por favor, llama ahora mismo al número de emergencias, el { $number }, y cuenta cómo te sientes.
alarm-suicide-wait = Pide a alguien de confianza que se quede contigo, y aléjate de cualquier cosa con la que puedas hacerte daño.
