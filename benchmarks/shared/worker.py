"""One measurement in a separate process, to measure its memory; prints a JSON object.

python -m benchmarks.shared.worker import
python -m benchmarks.shared.worker train SETTINGS.json TRAIN DEV MODEL
python -m benchmarks.shared.worker parse MODEL BEAM INPUT
"""

from __future__ import annotations

import json
import resource
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any


def in_process(*arguments: str | Path) -> dict[str, Any]:
    """What this file prints when it is run with these arguments."""
    command = [sys.executable, "-m", "benchmarks.shared.worker", *map(str, arguments)]
    found = subprocess.run(command, stdout=subprocess.PIPE, check=True)
    return dict(json.loads(found.stdout))


def peak_megabytes() -> float:
    """The peak memory of the process."""
    try:  # on Linux ru_maxrss starts with the memory of the process that started this one
        for line in Path("/proc/self/status").read_text().splitlines():
            if line.startswith("VmHWM:"):
                return int(line.split()[1]) / 1024
    except OSError:
        pass
    unit = 1 if sys.platform == "darwin" else 1024  # bytes there, kilobytes elsewhere
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit / 2**20


def train(settings: str, train_file: str, dev_file: str, model: str) -> dict[str, Any]:
    import treewright as tw

    parser = tw.Parser(json.loads(Path(settings).read_text("utf-8")))
    sentences, dev = list(tw.read(train_file)), list(tw.read(dev_file))
    start = time.process_time()
    history = parser.train(sentences, dev)
    seconds = time.process_time() - start
    parser.save(model)
    assert parser.model is not None
    return {
        "epochs": len(history),
        "tokens_per_second": [row["tokens_per_second"] for row in history],
        "seconds": seconds,
        "dev_uas": parser.scores["dev_uas"],
        "dev_las": parser.scores["dev_las"],
        "rows": parser.model.feature_count,
        "labels": len(parser.labels),
        "templates": len(parser.features.text),
    }


def parse(model: str, beam: str, source: str) -> dict[str, Any]:
    import treewright as tw

    start, cpu = time.perf_counter(), time.process_time()
    parser = tw.load(model, beam=int(beam))
    wall, cpu = time.perf_counter() - start, time.process_time() - cpu
    loaded = peak_megabytes()
    reader = tw.read(source)
    for _ in parser.parse_bytes(reader):
        pass
    table = parser.model.bytes_in_memory() / 2**20
    return {"load_wall": wall, "load_cpu": cpu, "loaded_mb": loaded, "table_mb": table, "words": reader.report.words}


def main() -> int:
    import treewright.parser  # noqa: F401

    baseline = peak_megabytes()
    job, *arguments = sys.argv[1:]
    jobs: dict[str, Callable[..., dict[str, Any]]] = {"import": dict, "train": train, "parse": parse}
    result = jobs[job](*arguments)
    print(json.dumps({**result, "imported_mb": baseline, "peak_mb": peak_megabytes()}))
    return 0


if __name__ == "__main__":
    sys.exit(main())
