"""Validation of the names, words and mail addresses that people type, and which addresses are one person's."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass

import email_validator
from email_validator import EmailNotValidError, validate_email

email_validator.SPECIAL_USE_DOMAIN_NAMES.clear()  # a home server may have players at cards.local or localhost

FORBIDDEN = '< > { } " @ : / \\'
"""Characters with a meaning in a mail header or an address."""

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
"""Ends of domains that are in wide use and could be a name; ends of two letters are all taken for countries."""


@dataclass(frozen=True)
class Provider:
    """How a provider reads the local part of an address.

    ``plus``: whatever follows a plus makes no other mailbox. ``ignored``: characters that make none either. ``one``:
    a name is the same person's at all of these domains.
    """

    domains: str
    plus: bool = True
    ignored: str = ""
    one: bool = False


PROVIDERS = (
    # support.google.com/mail/answer/7436150 (dots), /22370 (plus), /10313 (googlemail.com)
    Provider("gmail.com googlemail.com", ignored=".", one=True),
    # proton.me/support/addresses-and-aliases: a name is reserved for its owner at all four domains, dots, hyphens and
    # underscores do not count
    Provider("protonmail.com proton.me pm.me protonmail.ch", ignored=".-_", one=True),
    # support.microsoft.com: “Add or remove an email alias in Outlook.com”, plus addressing
    Provider(
        "outlook.com hotmail.com hotmail.co.uk hotmail.de hotmail.fr hotmail.it live.com live.co.uk live.fr msn.com"
    ),
    # support.apple.com/guide/icloud: plus addressing
    Provider("icloud.com me.com mac.com"),
    # fastmail.help: plus addressing and subdomain addressing (the latter is not read here)
    Provider("fastmail.com fastmail.fm"),
    # posteo.de/en/help; kb.mailbox.org; help.hey.com; zoho.com/mail/help; yandex.com/support/mail: plus addressing
    Provider("posteo.de posteo.net mailbox.org hey.com zoho.com yandex.com yandex.ru"),
)
"""What the providers say themselves; of all others every address is a mailbox of its own."""
_PROVIDER = {domain: provider for provider in PROVIDERS for domain in provider.domains.split()}
_PLUS_BEFORE = frozenset(
    "gmail.com googlemail.com fastmail.com fastmail.fm hey.com hotmail.com icloud.com live.com mac.com mailbox.org "
    "me.com msn.com outlook.com pm.me posteo.de proton.me protonmail.com".split()
)
"""Where earlier versions left out what follows a plus; see `mailboxes`."""

LOOKS_LIKE = str.maketrans(
    "АВЕЗКМНОРСТУХЅІЈԌԚԜаеорсухѕіјһԁԛԝєΑΒΕΖΗΙΚΜΝΟΡΤΥΧανοριуІ10|",
    "ABE3KMHOPCTYXSlJGQWaeopcyxsijhdqweABEZHlKMNOPTYXavopiyllOl",
)
"""Letters of other scripts, and digits, by the Latin letter that they look like (UTS 39)."""


class BadAddress(ValueError):
    """A name or an address that cannot be used; the message says why."""


def checked_address(typed: str) -> str:
    """The address in lower case, with its domain in ASCII. Raises `BadAddress` if it is malformed.

    Only the syntax is checked, not whether mail can be delivered there.
    """
    address = typed.strip()
    shown = address if len(address) <= 60 else address[:59] + "…"
    if not address:
        raise BadAddress("Every player needs a mail address.")
    if not address.isprintable():
        raise BadAddress("A mail address is one line without control characters.")
    if address.count("@") != 1:
        raise BadAddress(f"A mail address has one @, as in ada@example.org, and “{shown}” has {address.count('@')}.")
    try:
        valid = validate_email(address, check_deliverability=False, allow_smtputf8=False, globally_deliverable=False)
    except EmailNotValidError as bad:
        raise BadAddress(f"“{shown}” is not a mail address that letters can be sent to. {bad}") from bad
    assert valid.ascii_email is not None
    return valid.ascii_email.lower()


def mailbox(address: str) -> str:
    """The mailbox behind an address, as far as its provider is known: the same for all the ways of writing it."""
    local, _, domain = address.lower().rpartition("@")
    provider = _PROVIDER.get(domain)
    if provider is None:
        return f"{local}@{domain}"
    if provider.plus:
        local = local.partition("+")[0] or local
    local = "".join(sign for sign in local if sign not in provider.ignored) or local
    return f"{local}@{provider.domains.split()[0] if provider.one else domain}"


def mailboxes(address: str) -> list[str]:
    """The mailbox behind an address, and what earlier versions took for it: hashes of those are kept for ever."""
    local, _, domain = address.lower().rpartition("@")
    before = local.partition("+")[0] if domain in _PLUS_BEFORE else local
    return list(dict.fromkeys((mailbox(address), f"{before or local}@{domain}")))


def checked_name(typed: str) -> str:
    """A player's name without surrounding spaces: one line, 1 to 40 characters. Raises `BadAddress` otherwise."""
    name = typed.strip()
    if not name:
        raise BadAddress("Every player needs a name.")
    if len(name) > 40 or not name.isprintable():
        raise BadAddress("A name is one line of at most 40 characters, none of them invisible.")
    if set(name) & set(FORBIDDEN.split()) or name.casefold() == "you":
        raise BadAddress(f"“{name}” cannot be a name here: leave out {FORBIDDEN}, and call nobody You.")
    if is_advert(name):
        raise BadAddress(
            f"“{name}” reads like the address of a website: write a name, with a space after each dot, as in J. R."
        )
    return name


def look_alike(one: str, other: str) -> bool:
    """Whether people could take one name for the other, so that nobody at a table passes for somebody else."""
    return one.casefold() == other.casefold() or _look(one) == _look(other)


def _look(name: str) -> str:
    plain = unicodedata.normalize("NFKC", name).translate(LOOKS_LIKE).replace("I", "l")
    seen = "".join(sign for sign in plain if unicodedata.category(sign) != "Cf")
    return " ".join(seen.replace("rn", "m").split()).casefold()


def is_advert(text: str) -> bool:
    """Whether strangers, or their mail programs, would read a web or mail address in a text, or an encoded word."""
    plain = _as_read(text)
    return (
        any(sign in plain for sign in ("://", "=?", "@"))
        or re.search(r"\bwww\d?\.", plain, re.IGNORECASE) is not None
        or any(_is_domain(found.group().split(".")) for found in DOTTED.finditer(plain))
    )


def _as_read(text: str) -> str:
    """The text with plain letters and dots, without marks on letters, which would only hide an address."""
    composed = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).translate(DOTS))
    return "".join(sign for sign in composed if unicodedata.category(sign) not in ("Mn", "Me", "Cf"))


def _is_domain(labels: list[str]) -> bool:
    """Whether words joined by dots are a domain, or an address in numbers, and not a name with titles and initials."""
    if all(label.isdecimal() for label in labels):
        return len(labels) > 3
    return any(_ends_one(label, labels[:place]) for place, label in enumerate(labels) if place)


def _ends_one(label: str, before: Iterable[str]) -> bool:
    """Whether a domain may end with this label: no end of a domain has one letter, or is a number."""
    if len(label) == 1 or label.isdecimal():
        return False
    follows_a_title = all(len(one) == 1 or one.casefold() in TITLES for one in before)
    is_a_name = len(label) > 2 and label[0].isupper() and not label.isupper() and label.casefold() not in ENDS
    return not (follows_a_title and is_a_name)
