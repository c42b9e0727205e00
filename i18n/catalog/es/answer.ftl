## Frases comunes a todas las medidas.

unit-bpm = { $form ->
    [spoken] { $value } { $n ->
        [one] latido
       *[other] latidos
     } por minuto
   *[shown] { $value } lpm
 }
unit-count = { $value } { $n ->
    [one] paso
   *[other] pasos
 }

compared-less = Eso supone { $difference } menos que { $when }, con { $before }.
compared-more = Eso supone { $difference } más que { $when }, con { $before }.
compared-same = Es casi lo mismo que { $when }, con { $before }.

trended-rising = { $when } { $name } subió alrededor de { $change } a la semana.
trended-falling = { $when } { $name } bajó alrededor de { $change } a la semana.
trended-steady = { $when } { $name } se mantuvo casi igual.

extreme-highest = { $when } { $name } alcanzó su valor más alto { $day }: { $value }.
extreme-lowest = { $when } { $name } tuvo su valor más bajo { $day }: { $value }.

absent = No tengo { $data } { $for }.
absent-known = Los datos que tengo van del { $start } al { $end }.
absent-known-day = Los únicos datos que tengo son { $for }.
absent-ever = Tampoco hay nada registrado en otras fechas.

coverage = Tengo datos de { $n ->
    [1] { $unit ->
        [night] una
       *[day] uno
     }
   *[other] { $known }
 } de { $unit ->
    [night] las { $all } noches
   *[day] los { $all } días
 }.
coverage-period = { $for } tengo datos de { $n ->
    [1] { $unit ->
        [night] una
       *[day] uno
     }
   *[other] { $known }
 } de { $unit ->
    [night] las { $all } noches
   *[day] los { $all } días
 }.
sources = Los datos vienen de { $titles }.

knowledge-source = Esta información viene de { $title }.
reading = { $form ->
    [spoken] En tu imagen puedo leer: { $text }.
   *[shown] En tu imagen puedo leer: «{ $text }».
 }
reading-more = Hay más texto del que puedo leer aquí.
reading-unsure = La imagen se lee mal, así que puede haber errores.
reading-limit = Solo puedo leerlo, no valorarlo.
reading-none = No consigo leer ningún texto en tu imagen.
