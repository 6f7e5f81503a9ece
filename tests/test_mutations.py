"""The table of faults fits the code that there is."""

from __future__ import annotations

from server.paths import PACKAGE
from tests.mutations.faults import table


def test_every_fault_of_the_table_has_its_place() -> None:
    assert [str(fault) for fault in table() if not fault.fits((PACKAGE / fault.file).read_text())] == []
