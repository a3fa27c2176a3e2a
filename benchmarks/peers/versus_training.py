"""The cost of training, for versus: the whole command `treewright train` in a fresh process."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

TIME, MEMORY = "French-Sequoia", "English-EWT"  # of UD 2.0, of UD 2.16
PRESETS = ("fast", "accurate")


def cost(arguments: list[str]) -> dict[str, float]:
    """CPU seconds (user and system) and peak memory of a treewright command."""
    with tempfile.TemporaryFile() as errors:
        process = subprocess.Popen([sys.executable, "-m", "treewright", *arguments], stdout=errors, stderr=errors)
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode:
            errors.seek(0)
            sys.exit(f"treewright {' '.join(arguments)}:\n{errors.read().decode()}")
    unit = 1 if sys.platform == "darwin" else 1024  # bytes there, kilobytes elsewhere
    return {"seconds": round(used.ru_utime + used.ru_stime, 2), "peak_mb": round(used.ru_maxrss * unit / 2**20, 1)}


def training(data: Path, quick: bool, say: Callable[[str], None]) -> dict[str, Any]:
    """Time on French, with and without dev, and memory on English, for both presets."""
    rows = []
    large = data.parent / "ud-2.16" / MEMORY
    with tempfile.TemporaryDirectory() as folder:
        for treebank, with_dev in ((data / TIME, False), (data / TIME, True), (large, True)):
            if not (treebank / "train.conllu").exists():
                say(f"{treebank.name} is left out: there is no such treebank")
                continue
            for preset in PRESETS:
                say(f"training {preset} on {treebank.name}{', scored on dev' if with_dev else ''}")
                command = ["train", str(treebank / "train.conllu"), "-o", f"{folder}/model.tw", "--preset", preset]
                command += ["--dev", str(treebank / "dev.conllu")] if with_dev else []
                command += ["--epochs", "2"] if quick else []
                rows.append({"treebank": treebank.name, "preset": preset, "dev": with_dev, **cost(command)})
    return {"quick": quick, "rows": rows}
