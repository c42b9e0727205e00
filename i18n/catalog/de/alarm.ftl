## Feste Worte für einen Notfall oder eine Krise. Nie umformuliert. Was beim Warten hilft, ist allgemeine Erste Hilfe, ohne Medikamente.

alarm-chest_pain = Was Sie beschreiben, könnte ein Herzinfarkt sein.
alarm-chest_pain-wait = Hören Sie bis dahin mit allem auf, setzen Sie sich hin, ruhen Sie sich aus, und bitten Sie jemanden, bei Ihnen zu bleiben.
alarm-stroke = Das können Zeichen eines Schlaganfalls sein.
alarm-stroke-wait = Rufen Sie auch an, wenn die Zeichen wieder verschwinden. Merken Sie sich, wann sie begonnen haben, und essen und trinken Sie nichts.
alarm-breathing = Solche Atemnot kann ein Notfall sein.
alarm-breathing-wait = Setzen Sie sich bis dahin aufrecht hin, lockern Sie enge Kleidung, und versuchen Sie, ruhig zu bleiben.
alarm-overdose = Zu viel von einem Medikament oder einer Droge kann sehr gefährlich sein, auch wenn Sie sich jetzt gut fühlen.
alarm-overdose-wait = Halten Sie bis dahin die Verpackung bereit, versuchen Sie nicht, sich zu übergeben, und bleiben Sie nicht allein.
alarm-other = Das könnte ein Notfall sein.
alarm-other-wait = Versuchen Sie, ruhig zu bleiben, und bitten Sie jemanden, bei Ihnen zu bleiben.
alarm-call = Bitte rufen Sie jetzt sofort den Notruf an: { $number }.
alarm-suicide = Es tut mir sehr leid, dass es Ihnen so schlecht geht, und ich bin froh, dass Sie es mir gesagt haben. Sie müssen da nicht allein durch.
alarm-crisis-line = Bitte rufen Sie jetzt { $crisis } an. Dort hört Ihnen jemand zu.
alarm-crisis-call = Wenn Sie jetzt in Gefahr sind oder sich verletzt haben, rufen Sie den Notruf an: { $number }.
alarm-crisis-only = Bitte rufen Sie jetzt sofort den Notruf an: { $number }. Sagen Sie dort, wie es Ihnen geht.
alarm-suicide-wait = Bitten Sie jemanden, dem Sie vertrauen, bei Ihnen zu bleiben, und halten Sie sich fern von allem, womit Sie sich verletzen könnten.
