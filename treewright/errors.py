"""The exceptions of Treewright: each message says where, what was seen and what was expected."""

import re

LONGEST = 1500  # characters of a message; what is given may be of any length


class TreewrightError(Exception):
    """Anything the user can mend; the command line prints it as one sentence and exits with code 2."""

    def __str__(self) -> str:
        """The message; the middle of a very long one is left out."""
        text = super().__str__()
        return text if len(text) <= LONGEST else f"{text[: 2 * LONGEST // 3]} ... {text[-LONGEST // 3 :]}"


class InputError(TreewrightError):
    """A treebank or text that cannot be read as it stands."""


class SettingsError(TreewrightError):
    """A setting that does not exist, has a wrong value, or cannot work together with another."""


class SettingsWarning(UserWarning):
    """Settings or parts that work, but hardly do what was meant: a setting without effect, a beam without a limit."""


class ModelError(TreewrightError):
    """A model file that is damaged, hostile, of another kind or of a newer version."""


class NotFinite(ModelError):
    """Numbers of a network that are NaN or too large; training stops there and keeps the best model it had."""


def unreadable(error: OSError | ValueError) -> str:
    """Why a file cannot be read, in the same words for every kind of file."""
    if isinstance(error, FileNotFoundError):
        return "no such file"
    if isinstance(error, IsADirectoryError):
        return "seen a folder, expected a file"
    return f"cannot be read: {getattr(error, 'strerror', None) or error}"


def too_little_memory(error: MemoryError) -> str:
    """That there is too little memory, and what asked for it if that is known."""
    return f"not enough memory ({error})" if str(error) else "not enough memory"


def lack_of_memory(error: Exception) -> MemoryError | None:
    """The MemoryError that an error stands for, if it does: PyTorch raises a RuntimeError that says how much it asked for."""
    if isinstance(error, MemoryError):
        return error
    asked = re.search("memory: you tried to allocate ([0-9]+) bytes", str(error)) if isinstance(error, RuntimeError) else None
    return MemoryError(f"PyTorch asked for {int(asked[1]) / 1e9:,.1f} GB at once") if asked else None
