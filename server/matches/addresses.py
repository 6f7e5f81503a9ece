"""Validation of the names, words and mail addresses that people type, and which addresses are one person's."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from email.utils import parseaddr

import email_validator
from email_validator import EmailNotValidError, validate_email

from ..config import settings
from ..store.mailboxes import in_ascii, mailbox
from .errors import Refused
from .names import fault, look_alike

email_validator.SPECIAL_USE_DOMAIN_NAMES.clear()  # a home server may have players at cards.local or localhost

FORBIDDEN = '< > { } " @ : / \\'
"""Characters with a meaning in a mail header or an address."""

OURS = ("You", "The clock", "The house")
"""What our sentences say where a player's name could stand: nobody may be called so."""

DOTS = str.maketrans(dict.fromkeys("。․．｡﹒۔܁܂ꓸ𐩐", "."))
"""Characters that are, or look like, the dot of a domain; the first of them counts as one (UTS 46)."""
DOTTED = re.compile(r"\w[\w-]*(?:\.\w[\w-]*)+")
"""Words with dots and nothing else between them: how a domain is written, and the initials of a name."""
TITLES = frozenset(
    "abbé bro capt col dame dom don dr fr gen hon ing jr lic lt maj mag messrs mgr mlle mme mr mrs ms mx no pr prof "
    "rev sen sgt sir sr st sta ste sto vol".split()
)
"""What may stand before a dot with a name right after it, as in Dr.Who."""
ENDS = frozenset(
    "academy agency app art asia bar best bet bid biz blog buzz cafe cam cards casino cash chat cheap church city "
    "click cloud club codes com company cool coop credit dating dev digital direct edu email energy events expert "
    "express farm fashion film finance fit fun fund fyi gallery game games gift gives global gold gov guide guru "
    "health help host house icu ink info int jobs land life link live loan lol love ltd market media mil mobi moe mom "
    "money monster museum name net network news ninja one online org page party photo pics pink pizza plus poker porn "
    "press pro promo quest racing red rent rest review rip rocks run sale sbs school science sex sexy shop show site "
    "ski skin social software solar space sport store stream studio style support surf systems tax team tech tel tips "
    "today tools top tours town toys trade travel tube university vip vote wang watch website wiki win wine work "
    "works world wtf xxx xyz yoga zone".split()
)
"""Top-level domains in wide use that could be part of a name; every one of two letters is taken for a country's."""


def checked_address(typed: str, field: str = "email") -> str:
    """The address in lower case, with its domain in ASCII. Raises `Refused`, for this form field, if it is malformed.

    Only the syntax is checked, not whether mail can be delivered there.
    """
    address = typed.strip()
    shown = address if len(address) <= 60 else address[:59] + "…"
    if not address:
        raise Refused("Every player needs a mail address.", field)
    if not address.isprintable():
        raise Refused("A mail address is one line without control characters.", field)
    if address.count("@") != 1:
        why = f"A mail address has one @, as in ada@example.org, and “{shown}” has {address.count('@')}."
        raise Refused(why, field)
    try:
        valid = validate_email(address, check_deliverability=False, allow_smtputf8=False, globally_deliverable=False)
    except EmailNotValidError as bad:
        raise Refused(f"“{shown}” is not a mail address that letters can be sent to. {bad}", field) from bad
    assert valid.ascii_email is not None
    if is_our_own(valid.ascii_email):
        raise Refused(f"“{shown}” is an address of this server, at which nobody reads letters: give your own.", field)
    return valid.ascii_email.lower()


def is_our_own(address: str) -> bool:
    """Whether mail to an address comes to this server itself, or to its operator: no player may have it."""
    mine, (local, _, domain) = settings(), in_ascii(address).rpartition("@")
    before = local.partition("+")[0]
    if mailbox(f"{before}@{domain}") == mailbox(parseaddr(mine.mail_from)[1]):
        return True
    replies_alone = mine.given("MAIL_DOMAIN") and not mine.given("INBOX_URL")
    ours = before in ("post", "postmaster", "abuse", "mailer-daemon") or before.startswith(("reply-", "bounce-"))
    return domain == mine.mail_domain.lower() and bool(replies_alone or ours)


def checked_name(typed: str, field: str = "name") -> str:
    """A player's name without surrounding spaces: one line, 1 to 40 characters. Raises `Refused` otherwise."""
    name = typed.strip()
    if not name:
        raise Refused("Every player needs a name.", field)
    if len(name) > 40 or any(unicodedata.category(sign) == "Cc" for sign in name):
        raise Refused("A name is one line of at most 40 characters.", field)
    if set(name) & set(FORBIDDEN.split()) or any(look_alike(name, other) for other in OURS):
        why = f"“{name}” cannot be a name here: leave out {FORBIDDEN}, and call nobody You, The clock or The house."
        raise Refused(why, field)
    if is_advert(name):
        why = f"“{name}” reads like the address of a website: write a name, with a space after each dot, as in J. R."
        raise Refused(why, field)
    if why := fault(name):
        raise Refused(f"This cannot be a name here: {why}.", field)
    return name


def is_advert(text: str) -> bool:
    """Whether strangers, or their mail programs, would read a web or mail address in a text, or an encoded word."""
    plain = _as_read(text)
    return (
        any(sign in plain for sign in ("://", "=?", "@"))
        or re.search(r"\bwww\d?\.", plain, re.IGNORECASE) is not None
        or any(_is_domain(found.group().split(".")) for found in DOTTED.finditer(plain))
    )


def _as_read(text: str) -> str:
    """The text in plain letters and dots (NFKC), without accents and invisible signs, which could hide an address."""
    composed = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).translate(DOTS))
    return "".join(sign for sign in composed if unicodedata.category(sign) not in ("Mn", "Me", "Cf"))


def _is_domain(labels: list[str]) -> bool:
    """Whether labels joined by dots are a domain or an IPv4 address, and not a name with titles and initials."""
    if all(label.isdecimal() for label in labels):
        return len(labels) > 3
    return any(_is_top_level(label, labels[:place]) for place, label in enumerate(labels) if place)


def _is_top_level(label: str, before: Iterable[str]) -> bool:
    """Whether this label may be a top-level domain, given those before it: none has one letter or is a number."""
    if len(label) == 1 or label.isdecimal():
        return False
    follows_a_title = all(len(one) == 1 or one.casefold() in TITLES for one in before)
    is_a_name = len(label) > 2 and label[0].isupper() and not label.isupper() and label.casefold() not in ENDS
    return not (follows_a_title and is_a_name)
