## El historial médico, tal como lo dice, y el ciclo.

listed = Tu historial médico incluye { $list ->
    [condition] { $n ->
        [one] un problema de salud
       *[other] { $count } problemas de salud
     }
    [allergy] { $n ->
        [one] una alergia
       *[other] { $count } alergias
     }
    [lab] { $n ->
        [one] un resultado de laboratorio
       *[other] { $count } resultados de laboratorio
     }
   *[medication] { $n ->
        [one] un medicamento
       *[other] { $count } medicamentos
     }
 }.
listed-found = Esto es lo que dice tu historial médico sobre eso.
listed-unknown = No encuentro nada con ese nombre en tu historial médico, así que esto es todo lo que tiene de ese tipo.
listed-line = { $any ->
    [yes] { $name }: { $details }.
   *[no] { $name }.
 }
listed-more = El historial incluye { $n ->
    [one] uno más
   *[other] { $count } más
 }.
listed-none = { $list ->
    [condition] Tu historial médico no incluye ningún problema de salud. Eso no significa que no tengas ninguno.
    [allergy] Tu historial médico no incluye ninguna alergia. Eso no significa que no tengas ninguna.
    [lab] Tu historial médico no incluye ese tipo de resultados de laboratorio. Eso no significa que no existan.
   *[medication] Tu historial médico no incluye ningún medicamento. Eso no significa que no tomes ninguno.
 }
listed-limit = { $list ->
    [medication] Solo leo lo que dice el historial. Habla con tu médico o en la farmacia antes de cambiar nada de tus medicamentos, por favor.
   *[other] Solo leo lo que dice el historial. Un médico puede explicarte qué significa para ti.
 }
listed-range = { $sides ->
    [both] valores de referencia de { $low } a { $high }
    [low] valores de referencia desde { $low }
   *[high] valores de referencia hasta { $high }
 }
listed-on = el { $day }
listed-since = desde el { $day }
listed-until = hasta el { $day }
listed-between = del { $start } al { $end }

status-active = en curso
status-inactive = ya no en curso
status-resolved = resuelto
status-remission = en remisión
status-recurrence = ha vuelto
status-relapse = ha vuelto
status-completed = terminado
status-stopped = suspendido
status-on-hold = en pausa
status-intended = previsto
status-not-taken = no tomado
status-unknown = estado desconocido
status-unconfirmed = sin confirmar
status-confirmed = confirmado
status-preliminary = provisional
status-final = definitivo
status-amended = corregido
status-corrected = corregido

cycle = Tu última regla registrada empezó { $day }; hoy es el día { $number } de tu ciclo.
cycle-usual = Tu ciclo suele durar { $usual }, contando { $n ->
    [one] un ciclo completo
   *[other] { $cycles } ciclos completos
 }.
cycle-unknown = Para conocer tu duración habitual necesito al menos { $cycles } ciclos completos.
