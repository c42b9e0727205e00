"""The one error tree.

Every error carries one sentence for the person who meets it: what happened and what to do. The technical cause, when there is one, is
chained (`raise … from error`) and shown only with `--debug`.

AuricleError
├── UsageError            the caller can mend it                       exit 2
├── NoData                nothing recorded there                       an answer, not a failure
├── AudioError            sound cannot be read or played
│   ├── NotAudio          the bytes are not sound
│   └── NoMicrophone      there is no device to listen with
├── ModelError            a model cannot do its work
│   ├── ModelMissing      its file is not there
│   ├── ModelCorrupt      its file is not what the manifest says
│   ├── ModelRefused      it works, but not with this question
│   └── ModelTimeout      it did not answer in time
├── PlanError             no valid plan
├── TaskError             a task failed
├── TranslationError      a text could not be carried over safely
├── SpeechError           a voice could not speak
├── StoreError            people's records cannot be opened or written
└── PermissionDenied      the person has not consented
"""

from __future__ import annotations

from typing import ClassVar

__all__ = [
    "AudioError",
    "AuricleError",
    "ModelCorrupt",
    "ModelError",
    "ModelMissing",
    "ModelRefused",
    "ModelTimeout",
    "NoData",
    "NoMicrophone",
    "NotAudio",
    "PermissionDenied",
    "PlanError",
    "SpeechError",
    "StoreError",
    "TaskError",
    "TranslationError",
    "UsageError",
]


class AuricleError(Exception):
    """Base of every error that Auricle raises on purpose. `str(error)` is one sentence for people."""

    exit_code: ClassVar[int] = 1


class UsageError(AuricleError):
    """The caller can mend it: an unknown language, a missing file, an option that does not fit."""

    exit_code: ClassVar[int] = 2


class NoData(AuricleError):
    """Nothing was recorded there. An answer ("I have no sleep data for that week"), never a zero."""


class AudioError(AuricleError):
    """Sound cannot be read, recorded or played."""


class NotAudio(AudioError):
    """The bytes are not sound that can be decoded."""


class NoMicrophone(AudioError):
    """No input device, or no permission to use it."""


class ModelError(AuricleError):
    """A model cannot do its work."""


class ModelMissing(ModelError):
    """A model's file is not there; the sentence names the command that brings it."""


class ModelCorrupt(ModelError):
    """A model's file differs from its manifest; the sentence names the file."""


class ModelRefused(ModelError):
    """A model works, but has no answer to this question: it is too long, not allowed there, or no answer fitted. The next question may do better."""


class ModelTimeout(ModelError):
    """A model did not answer in time."""


class PlanError(AuricleError):
    """No valid plan could be made."""


class TaskError(AuricleError):
    """A task failed; the other steps of the plan go on."""


class TranslationError(AuricleError):
    """A text could not be carried into another language without damage."""


class SpeechError(AuricleError):
    """A voice could not speak; the text is delivered all the same."""


class StoreError(AuricleError):
    """People's records cannot be opened, decrypted or written."""


class PermissionDenied(AuricleError):
    """The person has not consented to this."""
