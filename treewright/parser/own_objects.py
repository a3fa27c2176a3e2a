"""Classes and functions of the user's own that are named as "module:Name"."""

from __future__ import annotations

import importlib
import os
import sys
from typing import Any

from treewright.errors import SettingsError


def imported(name: str, setting: str, base: type | None) -> Any:
    """The object that "module:Name" means; only settings a user typed get here, never those of a model file."""
    module, _, attribute = name.partition(":")
    if not module or not attribute:
        raise SettingsError(f"{setting}: seen {name!r}, expected module:Name")
    try:
        found = getattr(importlib.import_module(module), attribute)
    except (ImportError, AttributeError) as error:
        hint = f"; did you mean '{module[:-3]}:{attribute}'?" if module.endswith(".py") else ""
        raise SettingsError(f"{setting}: cannot import {name!r}: {error}{hint or hidden_by(module)}") from None
    except Exception as error:  # the module is the user's, and whatever it raises
        raise SettingsError(f"{setting}: cannot import {name!r}: {type(error).__name__}: {error}") from None
    if base is not None and not (isinstance(found, type) and issubclass(found, base)):
        raise SettingsError(f"{setting}: {name!r} is not a subclass of {base.__name__}{hidden_by(module)}")
    return found


def hidden_by(module: str) -> str:
    """That another module has the name of one in the current folder, so that Python does not find that; or nothing."""
    own = os.path.join(*module.split(".")) + ".py"
    if module not in sys.modules or not os.path.isfile(own):
        return ""
    if os.path.realpath(own) == os.path.realpath(getattr(sys.modules[module], "__file__", None) or ""):
        return ""
    return f"; Python finds another module {module!r} before {os.path.basename(own)} of this folder; rename yours"
