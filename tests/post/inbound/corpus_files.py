"""The mails of the corpus."""

from pathlib import Path

CORPUS = Path(__file__).parent / "corpus"


def mail(name: str) -> bytes:
    """A mail of the corpus as it comes over the wire."""
    return (CORPUS / f"{name}.eml").read_bytes().replace(b"\n", b"\r\n")
