"""How well mails and phrases are understood: shares over a folder of samples, which are not part of the product.

    python -m tests.bench.readings /path/to/samples

The folder may hold ``phrases.json`` (``game``, ``slots``, ``text`` and what it ``means``; null: nothing may be sealed),
``chatter.json`` (texts that are no answer) and ``quotes.json`` (``kind`` plain, html or eml, ``text`` or ``raw``, which
may be in base64, and ``expected``, what its writer added). Exit 1 if anything is misread.
"""

from __future__ import annotations

import argparse
import base64
import json
import re
import sys
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from server.post.inbound import mail, new_lines
from server.rules import GAMES, Ask, Illegal, Slot, read

from .machine import header

PEOPLE = {"A": "Ada", "B": "Bruno", "C": "Chiara", "D": "Dmitri", "E": "Edda", "F": "Farid"}


def ask_of(sample: Mapping[str, Any]) -> Ask:
    """The ask of a sample; seats may be called by the names of people."""
    slots = tuple(Slot(name, tuple(options), least, most) for name, options, least, most in sample["slots"])
    words = GAMES[sample["game"]].words
    people = {option for slot in slots if slot.name == "target" for option in slot.options} & PEOPLE.keys()
    return Ask("", slots, "", {**words, **{seat: (*words.get(seat, ()), PEOPLE[seat]) for seat in people}})


def understood(sample: Mapping[str, Any]) -> str:
    """What became of a phrase."""
    try:
        answer = read(ask_of(sample), sample["text"])
        return "understood" if answer == sample["means"] else "MISREAD"
    except Illegal as unclear:
        nearest = unclear.nearest
    if sample["means"] is None:
        return "not meant, not sealed"
    return "refused" if not nearest else "asked back right" if nearest[0] == sample["means"] else "asked back wrong"


def misread_chatter(asks: Mapping[str, Ask], text: str) -> list[str]:
    """The asks, by name, at which a text that is no answer is read as one."""
    found = []
    for name, ask in asks.items():
        try:
            found.append(f"{name}: {read(ask, text)}")
        except Illegal:
            continue
    return found


def cut(sample: Mapping[str, Any]) -> str:
    """Whether the new lines of a mail are what was expected."""
    found, wanted = (" ".join(text.split()) for text in (" ".join(_new_lines(sample)), _lines_looked_at(sample)))
    if found == wanted or (sample["mode"] != "exact" and found.startswith(wanted)):
        return "right"
    kept = Counter(re.findall(r"\w+", found))
    return "text hidden" if Counter(re.findall(r"\w+", wanted)) - kept else "quote left in"


def _new_lines(sample: Mapping[str, Any]) -> list[str]:
    if sample["kind"] == "plain":
        return new_lines.new_lines(sample["text"])
    if sample["kind"] == "html":
        raw = b"Content-Type: text/html; charset=utf-8\r\n\r\n" + sample["text"].encode()
    else:
        raw = base64.b64decode(sample["raw"]) if "\n" not in sample["raw"] else sample["raw"].encode()
    return new_lines.new_lines(mail.body(mail.parsed(raw)))


def _lines_looked_at(sample: Mapping[str, Any]) -> str:
    lines = [line for line in sample["expected"].splitlines() if line.strip()]
    return " ".join(lines[: new_lines.LINES])


def told(title: str, results: Counter[str]) -> None:
    """Print shares."""
    total = results.total()
    print(f"\n{title}: {total}")
    for result, count in results.most_common():
        print(f"  {result:24}{count:5}  {count / total:6.1%}")


def main() -> None:
    """Print the shares of what is understood, asked back, refused and misread, and how quotes are cut."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.readings", description=main.__doc__)
    parser.add_argument("folder", type=Path, nargs="?", help="the folder of samples")
    parser.add_argument("--verbose", action="store_true", help="print each that did not go right")
    chosen = parser.parse_args()
    if chosen.folder is None:
        print("No folder of samples was named: nothing to measure.")
        return
    header()
    failed = False
    if (chosen.folder / "phrases.json").exists():
        phrases = json.loads((chosen.folder / "phrases.json").read_text())
        results = [understood(sample) for sample in phrases]
        told("phrases", Counter(results))
        meant = [result for sample, result in zip(phrases, results, strict=True) if sample["means"] is not None]
        fine = sum(result in ("understood", "asked back right") for result in meant)
        print(f"  of {len(meant)} that mean something, understood or asked back right: {fine / len(meant):.1%}")
        failed = "MISREAD" in results
        if chosen.verbose:
            for sample, result in zip(phrases, results, strict=True):
                if result not in ("understood", "asked back right", "not meant, not sealed"):
                    print(f"    {result}: {sample['ask']} {sample['text']!r}, meant {sample['means']}")
        if (chosen.folder / "chatter.json").exists():
            asks = {sample["ask"]: ask_of(sample) for sample in phrases}
            chatter = json.loads((chosen.folder / "chatter.json").read_text())
            taken = [(text, found) for text in chatter if (found := misread_chatter(asks, text))]
            print(f"\nchatter: {len(chatter)}, of which read as an answer somewhere: {len(taken)}")
            for text, found in taken:
                print(f"    {text!r} ({', '.join(found)})")
    if (chosen.folder / "quotes.json").exists():
        quotes = json.loads((chosen.folder / "quotes.json").read_text())
        results = [cut(sample) for sample in quotes]
        told("mails", Counter(results))
        if chosen.verbose:
            for sample, result in zip(quotes, results, strict=True):
                if result != "right":
                    print(f"    {result}: {sample['src']} {sample['name']}")
    sys.exit(failed)


if __name__ == "__main__":
    main()
