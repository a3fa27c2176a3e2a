"""C files of benchmarks, compiled when they are first used."""

from __future__ import annotations

import hashlib
import os
import secrets
import shlex
import subprocess
import sysconfig
from pathlib import Path


def compiled(source: Path, cache: Path, *flags: str) -> Path:
    """The shared library of a C file, made by the compiler that Python was made with (or by CC)."""
    compiler = shlex.split(os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc")
    command = [*compiler, *(flags or ("-O2",)), "-shared", "-fPIC"]
    digest = hashlib.sha256(source.read_bytes() + shlex.join(command).encode()).hexdigest()[:8]
    path = cache / f"{source.stem}-{digest}.so"
    if not path.exists():
        cache.mkdir(parents=True, exist_ok=True)
        temporary = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
        subprocess.run([*command, "-o", str(temporary), str(source)], check=True)
        os.replace(temporary, path)
    return path
