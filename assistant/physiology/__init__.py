"""From the light on a wrist, or the current of a heart, to beats, clean intervals and the numbers of heart-rate variability.

Samples → beats (`beats`, `ecg`) → intervals and which of them count (`intervals`) → whether they may be trusted (`quality`) → 32 numbers
(`features`); `analysis` does it for a whole recording and for its minutes.
"""
