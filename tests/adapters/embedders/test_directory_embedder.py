"""A model in a folder: a tiny one that the test builds itself."""

import json
from pathlib import Path

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper, numpy_helper
from tokenizers import Tokenizer
from tokenizers.models import WordLevel
from tokenizers.pre_tokenizers import Whitespace

from omoide.adapters.embedders.directory import DirectoryEmbedder
from omoide.errors import EmbedderUnavailable

WORDS = {"[UNK]": 0, "cat": 1, "dog": 2, "query": 3, "passage": 4}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder with a model that looks up one row per word."""
    rows = np.eye(len(WORDS), 8, dtype=np.float32)
    graph = helper.make_graph(
        [helper.make_node("Gather", ["rows", "input_ids"], ["hidden"])],
        "rows",
        [
            helper.make_tensor_value_info("input_ids", TensorProto.INT64, ["n", "t"]),
        ],
        [helper.make_tensor_value_info("hidden", TensorProto.FLOAT, ["n", "t", 8])],
        [numpy_helper.from_array(rows, "rows")],
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=9)
    (tmp_path / "onnx").mkdir()
    onnx.save(model, str(tmp_path / "onnx" / "model.onnx"))
    tokenizer = Tokenizer(WordLevel(WORDS, unk_token="[UNK]"))
    tokenizer.pre_tokenizer = Whitespace()
    tokenizer.save(str(tmp_path / "tokenizer.json"))
    return tmp_path


def test_a_folder_gives_unit_vectors_of_its_own_space(folder: Path) -> None:
    embedder = DirectoryEmbedder(folder)
    matrix = embedder.embed(["cat", "dog", "cat dog", "", "\ud800", "x" * 100_000])
    assert matrix.shape == (6, embedder.space.dims)
    np.testing.assert_allclose(np.linalg.norm(matrix, axis=1), 1.0, rtol=1e-5)
    assert matrix[0] @ matrix[1] == pytest.approx(0.0)
    assert matrix[0] @ matrix[2] == pytest.approx(2**-0.5)
    assert embedder.space.name == f"directory:{folder.name}"
    assert len(embedder.space.fingerprint) == 64


def test_what_the_model_wants_before_a_query_is_put_there(folder: Path) -> None:
    prompts = {"prompts": {"query": "query: ", "passage": "passage: "}}
    (folder / "config_sentence_transformers.json").write_text(json.dumps(prompts), encoding="utf-8")
    embedder = DirectoryEmbedder(folder)
    assert not np.allclose(embedder.embed(["cat"]), embedder.embed(["cat"], role="query"))


def test_a_folder_without_a_model_says_what_is_missing(tmp_path: Path) -> None:
    with pytest.raises(EmbedderUnavailable, match=r"model\.onnx"):
        DirectoryEmbedder(tmp_path)


def test_a_damaged_model_is_told_in_words(folder: Path) -> None:
    (folder / "onnx" / "model.onnx").write_bytes(b"not a model")
    with pytest.raises(EmbedderUnavailable, match="cannot be loaded"):
        DirectoryEmbedder(folder).embed(["cat"])


def test_a_folder_without_a_tokenizer_says_so(folder: Path) -> None:
    (folder / "tokenizer.json").unlink()
    with pytest.raises(EmbedderUnavailable, match=r"tokenizer\.json"):
        DirectoryEmbedder(folder).embed(["cat"])
