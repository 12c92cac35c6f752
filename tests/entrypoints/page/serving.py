"""A process that serves the page of one home, by a clock that stands still: `python -m tests.entrypoints.page.serving HOME PORT`."""

import sys

from omoide import Omoide, SimulatedClock, sample
from omoide.entrypoints.web.serving import serve
from tests.fakes.embedding import hashing

if __name__ == "__main__":
    with Omoide.open(sys.argv[1], clock=SimulatedClock(sample.NOW), embedder=hashing(), beside="nowhere") as opened:
        serve(opened, port=int(sys.argv[2]), doors=["page"])
