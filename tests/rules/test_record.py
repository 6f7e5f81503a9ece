"""Records: dataclasses that cannot be changed."""

import pickle
from copy import copy, deepcopy
from dataclasses import FrozenInstanceError, is_dataclass
from dataclasses import replace as replaced
from typing import Generic, TypeVar

import pytest

from server.rules.record import field, record, replace
from tests.each import each

T = TypeVar("T")


@record
class Seal(Generic[T]):
    """A record with every kind of field."""

    holder: T
    colour: str = "red"
    marks: dict[str, int] = field(default_factory=dict)


def test_a_record_is_a_dataclass_that_cannot_be_changed() -> None:
    seal = Seal("Ada")
    assert is_dataclass(seal)
    assert seal == Seal(holder="Ada", colour="red", marks={})
    with pytest.raises(FrozenInstanceError):
        seal.colour = "blue"
    with pytest.raises(TypeError, match="holder"):
        Seal()


def test_each_record_gets_a_default_of_its_own() -> None:
    assert Seal("Ada").marks is not Seal("Ada").marks


@each("copied", [copy, deepcopy, lambda seal: pickle.loads(pickle.dumps(seal))])
def test_a_record_is_copied_and_pickled_by_its_values(copied: object) -> None:
    seal = Seal("Ada", marks={"cracks": 1})
    twin = copied(seal)
    assert twin == seal
    with pytest.raises(FrozenInstanceError):
        twin.colour = "blue"


def test_a_record_with_some_fields_changed_is_another_one() -> None:
    seal = Seal("Ada")
    assert replace(seal, colour="blue") == replaced(seal, colour="blue") == Seal("Ada", "blue")
    assert seal.colour == "red"
    with pytest.raises(TypeError, match="shape"):
        replace(seal, shape="round")
