"""What reads turns without a model is examined as well, each network by itself."""

import shutil
from pathlib import Path
from typing import Any

from omoide.adapters.readers import answering
from omoide.adapters.readers.answering import BuiltinPairReader
from omoide.adapters.readers.builtin import BuiltinReader
from omoide.domain.upkeep.finding import Finding, FindingState
from omoide.errors import StoreUnavailable
from omoide.usecases.upkeep.examine import Examine


def away(*_: object) -> Any:
    raise StoreUnavailable("not what is looked at here")


def examined(reader: BuiltinReader, pairs: BuiltinPairReader) -> list[Finding]:
    examine = Examine(
        health=away,
        personas=away,
        passages=away,
        texts=away,
        embedder=away,
        readers={"feelings and beliefs": reader.agreement, "deep recall": pairs.opened},
        recut=away,
        nights_ahead=away,
        troubles=away,
        clock_leap=away,
    )
    return [finding for finding in examine() if finding.check == "reader"]


def test_readers_in_order_are_told_one_by_one() -> None:
    found = examined(BuiltinReader(), BuiltinPairReader())
    assert [(one.state, one.detail) for one in found] == [
        (FindingState.OK, "feelings and beliefs: built in"),
        (FindingState.OK, "deep recall: built in"),
    ]


def test_a_damaged_network_is_found_and_the_other_one_still_looked_at(tmp_path: Path) -> None:
    folder = tmp_path / "answering"
    shutil.copytree(answering.WEIGHTS, folder)
    weights = bytearray((folder / "answering.onnx").read_bytes())
    weights[len(weights) // 2] ^= 1
    (folder / "answering.onnx").write_bytes(weights)
    found = examined(BuiltinReader(), BuiltinPairReader(folder=folder))
    assert [(one.state, one.todo) for one in found] == [(FindingState.OK, ""), (FindingState.WRONG, "reader")]
    assert "answering.onnx" in found[1].detail


def test_a_reader_that_is_not_there_is_found(tmp_path: Path) -> None:
    found = examined(BuiltinReader(folder=tmp_path), BuiltinPairReader())
    assert [one.state for one in found] == [FindingState.WRONG, FindingState.OK]
    assert str(tmp_path) in found[0].detail
