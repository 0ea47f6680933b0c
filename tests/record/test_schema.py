"""The shipped JSON Schema says what the models say, and agrees with them about every document at hand."""

import copy
import json
import re
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

import execedit_kit as ek
from execedit_kit.record.document import RECORD
from execedit_kit.record.document_errors import validated
from execedit_kit.record.schema import SCHEMA_FILE, record_schema, schema_text
from tests.record.documents import FULL, SMALL, changed, get, paths
from tests.record.test_fields import BAD

ROOT = Path(__file__).parents[2]
SCHEMA = json.loads(SCHEMA_FILE.read_bytes())
SHARED = ROOT.parent / "shared" / "cases"
VALIDATOR = Draft202012Validator(SCHEMA)
STRUCTURAL = {"unknown format", "unknown field", "wrong type", "policy of two kinds at once"}


def is_shaped(document):
    """What the models say, before anything is made of a document."""
    try:
        validated(RECORD, copy.deepcopy(document))
    except ek.MalformedRecord:
        return False
    return True


def cases(*names):
    for name in names:
        path = SHARED / f"{name}.json"
        for case in json.loads(path.read_bytes()) if path.exists() else ():
            yield pytest.param(case, id=f"{name}: {case['name']}")


def test_the_shipped_file_is_made_from_the_models():
    assert record_schema() == SCHEMA, "write it anew: execedit_kit.record.schema.schema_text()"
    assert json.loads(schema_text()) == SCHEMA


def test_it_is_a_schema_of_its_draft_and_names_no_host():
    Draft202012Validator.check_schema(SCHEMA)
    assert SCHEMA["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert SCHEMA["$id"] == "urn:execedit-kit:execution-record:1"
    assert SCHEMA["title"] == "execution-record/1"
    assert SCHEMA["description"]
    assert not re.search("://", json.dumps({key: value for key, value in SCHEMA.items() if key != "$schema"}))


@pytest.mark.parametrize("path", sorted((ROOT / "data" / "records").glob("*.json")), ids=lambda path: path.stem)
def test_every_shipped_record_has_its_shape(path):
    VALIDATOR.validate(json.loads(path.read_bytes()))


@pytest.mark.parametrize("case", [*cases("worked", "pruning", "edits")])
def test_every_handed_record_has_its_shape(case):
    VALIDATOR.validate(case["record"])


@pytest.mark.parametrize("case", [*cases("malformed")])
def test_of_the_malformed_ones_those_with_a_wrong_shape_fail(case):
    assert VALIDATOR.is_valid(case["record"]) == (case["name"] not in STRUCTURAL)
    assert is_shaped(case["record"]) == (case["name"] not in STRUCTURAL)


@pytest.mark.parametrize("document", [SMALL, FULL], ids=["small", "full"])
def test_every_field_and_form_is_in_it(document):
    VALIDATOR.validate(document)


@pytest.mark.parametrize("document", [document for document, _, _ in BAD], ids=[path for _, path, _ in BAD])
def test_schema_and_models_agree_about_a_bad_document(document):
    assert VALIDATOR.is_valid(document) == is_shaped(document)


@pytest.mark.parametrize("value", [None, True, 1, "", [], {}], ids=str)
def test_schema_and_models_agree_whatever_stands_where(value):
    for path in paths(FULL):
        if any(part in range(2, 99) for part in path[3:]):
            continue  # the third of many alike
        document = changed(FULL, path, value)
        assert VALIDATOR.is_valid(document) == is_shaped(document), path


def test_schema_and_models_agree_about_a_field_too_many():
    for path in paths(FULL):
        if isinstance(get(FULL, path), dict):
            document = changed(FULL, (*path, "zzz"), {})
            assert VALIDATOR.is_valid(document) == is_shaped(document), path
