"""Run by a test: adds a folder, telling each step, until it is done or killed.

python -m tests.entrypoints.knowledge.add_and_die HOME FOLDER
"""

import resource
import sys

from omoide import Omoide
from omoide.domain.knowledge.report import KnowledgeStep
from omoide.errors import DocumentRefused


def main(home: str, path: str) -> None:
    """Add it; at the end tell what was done, and the most memory that this process had at any time."""

    def heard(step: KnowledgeStep) -> None:
        sys.stdout.write(f"{step.number} {step.chunks} {step.vectors}\n")
        sys.stdout.flush()

    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    with Omoide.open(home, beside="nowhere") as omoide:
        knowledge = omoide.persona("haru").knowledge
        knowledge.search("warm up")
        try:
            report = knowledge.add(path, progress=heard)
            told = f"added {len(report.added)} changed {len(report.changed)} unchanged {report.unchanged}"
        except DocumentRefused as exc:
            told = f"refused {exc.kind}"
    after = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    sys.stdout.write(f"{told} memory {before // 1024} {after // 1024}\n")


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2])
