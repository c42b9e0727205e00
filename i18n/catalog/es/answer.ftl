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

unit-floors = { $value } { $n ->
    [one] piso
   *[other] pisos
 }
unit-breaths-min = { $form ->
    [spoken] { $value } { $n ->
        [one] respiración
       *[other] respiraciones
     } por minuto
   *[shown] { $value } { $n ->
        [one] respiración
       *[other] respiraciones
     }/min
 }
unit-mL-kg-min = { $form ->
    [spoken] { $value } { $n ->
        [one] mililitro
       *[other] mililitros
     } por kilo y minuto
   *[shown] { $value } mL/kg/min
 }
unit-points = { $value } { $n ->
    [one] punto
   *[other] puntos
 }
unit-points-of = { $value } sobre { $most }
unit-pp = { $value } { $n ->
    [one] punto porcentual
   *[other] puntos porcentuales
 }
unit-clock = { $form ->
    [spoken] { $time }
   *[shown] { $hour ->
        [1] la
       *[other] las
     } { $time }
 }
unit-pressure = { $form ->
    [spoken] { $top } sobre { $bottom }
   *[shown] { $top }/{ $bottom } mmHg
 }

compared-less = { $sense ->
    [clock] Eso es { $difference } antes que { $when }, cuando fue a { $before }.
   *[other] Eso supone { $difference } menos que { $when }, con { $before }.
 }
compared-more = { $sense ->
    [clock] Eso es { $difference } más tarde que { $when }, cuando fue a { $before }.
   *[other] Eso supone { $difference } más que { $when }, con { $before }.
 }
compared-same = Es casi lo mismo que { $when }, { $sense ->
    [clock] a
   *[other] con
 } { $before }.

trended-rising = { $when } { $name } { $sense ->
    [clock] se retrasó
   *[other] subió
 } alrededor de { $change } a la semana.
trended-falling = { $when } { $name } { $sense ->
    [clock] se adelantó
   *[other] bajó
 } alrededor de { $change } a la semana.
trended-steady = { $when } { $name } se mantuvo casi igual.
trended-likely = El cambio está probablemente entre { $low } y { $high } a la semana.

extreme-highest = { $when } { $name } { $length ->
    [clock] fue la más tardía
   *[other] alcanzó su valor más alto
 } { $day }: { $value }.
extreme-lowest = { $when } { $name } { $length ->
    [clock] fue la más temprana
   *[other] tuvo su valor más bajo
 } { $day }: { $value }.

## Límites. $bound: at_least, above, at_most, below.
limit = { $sense ->
    [clock] { $bound ->
        [at_least] a { $value } o más tarde
        [above] después de { $value }
        [at_most] a { $value } o antes
       *[below] antes de { $value }
     }
   *[other] { $bound ->
        [at_least] de al menos { $value }
        [above] de más de { $value }
        [at_most] de { $value } como máximo
       *[below] de menos de { $value }
     }
 }
limit-range = de { $low } a { $high }

counted = { $when } { $name } { $how ->
    [day] fue { $limit }.
    [all] fue { $limit } { $n ->
        [1] { $unit ->
            [night] la única noche
           *[day] el único día
         } con datos.
       *[other] { $unit ->
            [night] las { $known } noches
           *[day] los { $known } días
         }.
     }
    [none] no fue { $limit } en { $unit ->
        [night] ninguna de las { $known } noches
       *[day] ninguno de los { $known } días
     }.
   *[some] fue { $limit } en { $unit ->
        [night] { $m ->
            [1] una
           *[other] { $met }
         } de las { $known } noches
       *[day] { $m ->
            [1] uno
           *[other] { $met }
         } de los { $known } días
     }.
 }

unusual-none = { $when } { $name } estuvo siempre dentro de lo habitual en ti, de { $low } a { $high }.
unusual = { $when } { $name } se salió de lo habitual en ti { $unit ->
    [night] { $n ->
        [one] una noche
       *[other] { $days } noches
     }
   *[day] { $n ->
        [one] un día
       *[other] { $days } días
     }
 }; lo habitual es de { $low } a { $high }.
unusual-highest = { $day } fue { $sense ->
    [clock] más tarde
    [level] más alto
   *[amount] más
 } de lo habitual: { $value }.
unusual-lowest = { $day } fue { $sense ->
    [clock] antes
    [level] más bajo
   *[amount] menos
 } de lo habitual: { $value }.
unusual-more = Hay { $unit ->
    [night] { $n ->
        [one] una noche
       *[other] { $days } noches
     }
   *[day] { $n ->
        [one] un día
       *[other] { $days } días
     }
 } más.
unusual-baseline = { $form ->
    [spoken] Lo habitual se calcula con los { $days } días anteriores, { $range }.
   *[shown] Lo habitual se calcula con los { $days } días anteriores ({ $range }).
 }
unusual-cause = No puedo decir cuál fue la causa.

## Frente a un rango publicado. Compara y nunca diagnostica.
assessed = La referencia publicada es { $range }; { $name } está { $verdict ->
    [below] { $sense ->
        [clock] antes
       *[other] por debajo
     }
    [above] { $sense ->
        [clock] después
       *[other] por encima
     }
   *[within] dentro de ese rango
 }.
assessed-source = Esa referencia viene de { $title }.
assessed-limit = Es una comparación, no un diagnóstico.

related-together = { $when } los días en que { $name } { $sense ->
    [clock] era más tarde
   *[value] subía
 }, { $other } solía { $sense-other ->
    [clock] ser más tarde
   *[value] subir
 } también{ $lag ->
    [1] {" "}al día siguiente
   *[0] { "" }
 }. La relación es { $strength ->
    [weak] débil
    [moderate] moderada
   *[strong] fuerte
 }.
related-against = { $when } los días en que { $name } { $sense ->
    [clock] era más tarde
   *[value] subía
 }, { $other } solía { $sense-other ->
    [clock] ser más temprano
   *[value] bajar
 }{ $lag ->
    [1] {" "}al día siguiente
   *[0] { "" }
 }. La relación es { $strength ->
    [weak] débil
    [moderate] moderada
   *[strong] fuerte
 }.
related-none = { $when } no veo una relación clara entre { $name } y { $other }{ $lag ->
    [1] {" "}al día siguiente
   *[0] { "" }
 }.
related-cause = Eso se basa en { $n ->
    [one] un día que tiene
   *[other] { $days } días que tienen
 } ambos datos, y no dice el porqué.
related-days = Eso se basa en { $n ->
    [one] un día que tiene
   *[other] { $days } días que tienen
 } ambos datos.
related-few = Solo { $n ->
    [one] un día tiene
   *[other] { $days } días tienen
 } ambos datos, y con eso no se puede saber.

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
coverage-measure = Tengo { $data } de { $n ->
    [1] { $unit ->
        [night] una
       *[day] uno
     }
   *[other] { $known }
 } de { $unit ->
    [night] las { $all } noches
   *[day] los { $all } días
 }.
coverage-measure-period = { $for } tengo { $data } de { $n ->
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
