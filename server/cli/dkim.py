"""poste dkim: make the key that signs letters, and print the records to put into the DNS."""

from __future__ import annotations

from pathlib import Path

import click

from .. import whole_files
from ..config import Settings
from ..post import dns_checks
from .group import Stop, given_settings, go_on_as_owner, no_server, poste

BITS = 2048
"""The size of a new key: every receiver accepts it, and its record fits into most providers' forms."""


@poste.command()
def dkim() -> None:
    """Print the DNS records (DKIM, SPF, DMARC) with which letters from the domain of MAIL_FROM are trusted.

    The key that signs them is in the file of DKIM_KEY, by default STATE_DIR/dkim.pem; it is made if there is none, and
    never printed. Running this again prints the same records.
    """
    given = given_settings()
    if not given.state_dir.is_dir() and not given.given("DKIM_KEY"):
        raise no_server(given, f"no folder {given.state_dir}")
    go_on_as_owner(given)
    given.check_state_is_ours()
    file = Path(given.text("DKIM_KEY")) if given.given("DKIM_KEY") else given.state_dir / "dkim.pem"
    made = not file.exists() and _make(file)
    settings = Settings({**given.environ, "DKIM_KEY": str(file)})
    click.echo(f"{'A new key is' if made else 'The key is'} in {file.resolve()}; keep it to yourself.\n")
    _print("The key, for receivers:", dns_checks.dkim_record(settings))
    _print(
        "Who sends for the domain; where there is such a record already, add to it what is missing. A provider that "
        "sends your mail says what to include:",
        *dns_checks.spf_records(settings),
    )
    _print(
        "What becomes of letters that pass neither; p=quarantine once all goes well:", dns_checks.dmarc_record(settings)
    )
    click.echo(
        f"Put them into the DNS of {settings.sender_domain}. A form that wants one value takes the strings joined,"
    )
    then = "" if given.given("DKIM_KEY") else f"Then set DKIM_KEY={file.resolve()} and restart; "
    click.echo(f"without the quotes. {then}`poste doctor --mail you@example.net` checks them.")


def _print(why: str, *records: dns_checks.Record) -> None:
    click.echo("\n".join([f"; {why}", *(record.line for record in records), ""]))


def _make(file: Path) -> bool:
    """Create a key in the file, readable only by its owner."""
    from cryptography.hazmat.primitives import serialization as form
    from cryptography.hazmat.primitives.asymmetric import rsa

    key = rsa.generate_private_key(public_exponent=65537, key_size=BITS)
    pem = key.private_bytes(form.Encoding.PEM, form.PrivateFormat.PKCS8, form.NoEncryption())
    try:
        whole_files.write(file, pem.decode(), over=False)
    except OSError as error:
        raise Stop(f"“{file}” cannot be written ({error.strerror}): name another file in DKIM_KEY.") from error
    return True
