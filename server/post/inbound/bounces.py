"""Bounces: reports that a letter could not be delivered, permanently, which counts, or not yet, which does not.

Structured reports (RFC 3464) are taken at their word. Others are text, in the words of each mail server and language:
`flufl.bounce` knows many formats, and the tables below cover words that the others have in common.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator
from email import message_from_bytes

from flufl.bounce import all_failures

from ...rules.text import lines_of
from .mail import body, header
from .parts import NESTED, REPORTS, Part
from .robots import is_absence
from .writers import writers

logging.getLogger("flufl.bounce").setLevel(logging.CRITICAL)  # it logs a traceback of each odd mail

FAILED = re.compile(
    r"\baction: ?(?:failed|error)"
    r"|could(?: ?n['’o]t| not) (?:\w+ ){0,2}(?:deliver|reach|sen[dt]|process|accept|complete|relay|forward|be)"
    r"|(?:can(?:not|'t| not)|unable to|impossible to|not able to|failed to|failure to"
    r"|not possible to) (?:be )?(?:\w+ )?(?:deliver|send|relay|forward|reach|dispatch)"
    r"|(?:was|were|been|is|are|has) ?(?:n['’]t| not) (?:be )?(?:been )?(?:delivered|sent|reach|accepted"
    r"|able to deliver)|(?:non|un)[- ]?deliver(?:y|able|ed)"
    r"|deliver[yi]\w* (?:\w+ ){0,3}(?:fail|abort|error|impossible|refus|reject|not)"
    r"|mail(?:er)? (?:\w+ ){0,2}(?:failure|failed|error)|error (?:\w+ ){0,5}(?:send|deliver)"
    r"|fail(?:ed|ure)[^.]{0,30}(?:deliver|recipient|address|permanent|notice|notification)|failure notice"
    r"|permanent(?:ly)? (?:\w+ ){0,2}(?:error|fail|fatal|reject|problem|undeliver)|did(?:n['’]t| not) reach"
    r"|return(?:ed|ing)? (?:mail|message|to sender|your)|(?:message|mail) (?:has been |was |is )?(?:return|bounc)"
    r"|gave up|giving up|given up"
    r"|(?:no such|unknown|invalid|bad|inactive|disabled|nonexistent|non-existent|wrong) (?:\w+ ){0,2}(?:user|recipient"
    r"|address|mailbox|account|host|domain|person|destination)"
    r"|(?:user|recipient|address|mailbox|account|host|domain)\w*(?: <?\S+@\S+>?)? (?:name |part )?(?:is |was "
    r"|has been )?(?:unknown|rejected|denied|not (?:found|exist|known|listed|valid|recogni[sz]ed|available"
    r"|our customer)|unavailable|disabled|full|invalid|inactive|suspended|over (?:quota|limit)|exceed\w*"
    r"|does ?n[o'’]t exist|does not exist)"
    r"|(?:does|may|do)(?: not|n['’]t) (?:exist|have an? (?:\w+\.\w+ )?account|like recipient)"
    r"|no (?:mailbox|account) (?:here|by)"
    r"|not (?:a )?(?:listed|local|valid)[^.]{0,20}(?:user|recipient|mailbox|directory|address)"
    r"|(?:over|exceed\w*|out of) (?:\w+ ){0,3}(?:quota|storage)|quota (?:\w+ )?exceed|(?:mail)?box (?:is )?full"
    r"|(?:message|mail|e-mail|email|address)\w* (?:\w+ ){0,3}(?:rejected|refused|blocked|discarded|expired"
    r"|removed from the queue)|(?:rejected|refused|blocked) (?:\w+ ){0,3}(?:message|mail|recipient|delivery)"
    r"|unroute?able|relay(?:ing)? (?:\w+ )?(?:denied|not permitted|prohibited)|(?:host|domain) (?:name )?not found"
    r"|retry time(?:out)?|time ?(?:limit )?(?:out|expired|exceeded)|too many hops|mail loop|loops back|hop count"
    r"|(?:problem|trouble) (?:delivering|with delivery)|message you (?:sent|sent to)[^.]{0,40}(?:fail|not|error|reject)"
    # German, French, Italian, Spanish, Portuguese
    r"|nicht (?:zu(?:ge)?stell|ausgeliefert|übermittelt|erreich|vermittelt|weitergeleitet|versendet)|unzustellbar"
    r"|zustell\w+ (?:\w+ ){0,4}(?:fehlgeschlagen|gescheitert|nicht möglich|unmöglich)|zustellfehler"
    r"|(?:empfänger|adresse|postfach|benutzer|mailbox)\w* (?:\w+ ){0,4}(?:unbekannt|voll|existiert nicht|nicht bekannt)"
    r"|existiert nicht"
    r"|n['’](?:a|ont) (?:pas |pu )?(?:pu |pas )?(?:être |été )?(?:remis|délivr|livr|distribu|envoy|achemin)"
    r"|non (?:remis|distribu|délivr|livr)"
    r"|(?:échec|erreur) (?:\w+ ){0,2}(?:de |d['’])(?:la )?(?:remise|livraison|distribution|envoi|acheminement"
    r"|transmission)|impossible (?:de |d['’])(?:\w+ )?(?:délivrer|remettre|distribuer|livrer|envoyer)"
    r"|utilisateur inconnu|destinataire (?:inconnu|introuvable)|n['’]existe pas|boîte (?:\w+ ){0,4}pleine"
    r"|non (?:è|e'|sono|ha|hanno) (?:\w+ ){0,3}(?:recapit|consegn|potut|possibile (?:consegn|recapit|invi))"
    r"|(?:mancat[oa]|impossibile|errore di|errore nella|fallita) (?:il |la |di )?(?:recapit|consegn)\w*"
    r"|utente sconosciuto|destinatario (?:sconosciuto|inesistente|non)|casella (?:\w+ ){0,3}(?:piena|inesistente)"
    r"|no (?:se )?(?:ha podido|pudo|puede|fue posible|pudimos|ha sido posible) (?:ser )?(?:\w+ )?(?:entreg|envi)"
    r"|(?:error|fallo|falla) (?:de|en la|na) entrega|no entreg|(?:usuario|destinatario) (?:desconocido|no existe)"
    r"|no existe|não (?:foi possível|pôde ser|pode ser|foi) (?:\w+ ){0,2}(?:entreg|envi)|não entreg|falha na entrega"
    # Dutch, Scandinavian, Finnish, Slavic, Hungarian, Romanian, Turkish, Greek
    r"|(?:kon|kan) niet (?:\w+ )?(?:bezorg|aflever|afgelever)|niet (?:bezorg|afgelever)|onbestelbaar|bestaat niet"
    r"|kunde inte (?:\w+ )?lever|(?:kunne|kan) ikke (?:\w+ )?lever|ikke leveret|ei voitu toimittaa|ei voi toimittaa"
    r"|nie (?:mogła|można|udało się|został\w+) (?:\w+ )?dostarcz|niedostarcz|nelze doruč|nedoruč|nie je možné doruč"
    r"|не (?:был\w*|может быть|могло быть|удалось|удаётся|удается) (?:\w+ )?доставл?и?|недоставл|не доставл"
    r"|не (?:вдалося|може бути) достав|не съществува|не существует|nem kézbesít|kézbesíthetetlen|nu a putut fi livrat"
    r"|teslim edil(?:e)?me|δεν (?:ήταν δυνατή|παραδόθηκε)"
    # Japanese, Chinese, Korean
    r"|配信不能|配信できません|配信に失敗|届けることが(?:でき|出来)|お届けできま|送信できません|送信に失敗|配送でき"
    r"|エラーメール|宛先不明|存在しません|見つかりません|退信|退回|无法(?:投递|送达|发送)|無法(?:傳送|投遞|送達)"
    r"|投递失败|投遞失敗|发送失败|不存在|반송|배달(?:되지|하지|할 수)|전달(?:되지|할 수)|발송 ?실패|전송 ?실패"
    r"|보내지 못",
    re.I,
)
"""What servers say when they have given up."""
REPLY_CODE = re.compile(r"(?<![\d.])5(?:[0-7]\d[ -]|\.\d{1,2}\.\d{1,3})(?!\d)")
"""A permanent failure in SMTP codes: ``550`` (RFC 5321, 4.2) or ``5.1.1`` (RFC 3463)."""
DELAYED = re.compile(
    r"\baction: ?delayed|(?:not|n['’]t) (?:yet )?been delivered yet|not yet been delivered"
    r"|has been (?:delayed|postponed|queued|deferred)"
    r"|(?:delivery|message|mail|deliveries)\w* (?:\w+ ){0,2}(?:is |are |was )?(?:delayed|deferred|postponed|delay\b)"
    r"|delayed (?:mail|delivery)|delay(?:ed)? notification|\(delay\)"
    r"|will (?:be )?(?:\w+ )?(?:re-?tr|continue|keep|attempt)"
    r"|(?:continue|keep|still) (?:to )?(?:be )?(?:try|attempt|retry|retri)|attempts will|retry for \d|being retried"
    r"|(?:do(?:es)? not|don['’]t) (?:need|have) to (?:re-?send|resubmit|do anything)|no action (?:is )?required"
    r"|is complete, but no delivery notification|warning (?:message )?only|just a warning|this is a warning"
    r"|warning: (?:could not send|message)|advisory-only|verzöger|weiter(?:hin)? versucht|erneut (?:zu )?versuch"
    r"|zustellversuche|retard(?:é|ée)?\b|nouvelles? tentatives?|ritard|nuov[oi] tentativ|retras|reintent"
    r"|seguir[áa] intentando|atras(?:ad|o)|tentar novamente|vertraag|forsinke|fördröj|försen|viivä|viiväst|opóźn|zpožd"
    r"|oneskor|задерж|отложен|затрим|késlelt|întârzi|gecik|καθυστέρ|遅延|遅れ|延迟|延遲|지연",
    re.I,
)
"""What servers say while they are still trying."""
NO_MORE = re.compile(
    r"g[ai]ve up|giving up|given up|no longer|not (?:be )?(?:going to )?(?:re-?tr|try|attempt)"
    r"|(?<!not )(?<!not a )permanent|\bfinal(?!-)|retry time\w* exceeded|has been undeliverable for"
    r"|(?:limit|time) (?:\w+ )?(?:exceeded|expired)|aufgegeben|endgültig|abandonn|définiti",
    re.I,
)
"""What servers say when they stop trying."""
CONDITIONS = re.compile(r"\b(?:if|unless|until|when|wenn|falls|si|se|als)\b[^.]*", re.I)
"""Conditions, which have not happened yet: “if the delivery fails permanently”."""
SERVER = re.compile(
    r"mailer-?daemon|mail-?daemon|post-?master"
    r"|mail[- ]?(?:delivery|system|administrator|admin|router|server|service|master)"
    r"|delivery[- ](?:sub)?(?:system|service|agent|status|notif|report)|system ?administrator|administrator@|bounces?\b"
    r"|no-?reply@|root@|smtp|(?:ms-?)?exchange|-daemon|mta\b",
    re.I,
)
"""The names that mail servers use for themselves."""
ABSENT = re.compile(
    r"\b(?:out of (?:the )?office|vacation|holidays?|on leave|annual leave|abwesen|urlaub|congés?|vacances|ferie"
    r"|vacaciones|férias|afwezig|semester|ferien|loma|urlop|dovolen|отпуск)",
    re.I,
)
RETURNED = re.compile(
    r"^\W{0,3}(?:received|return-path|message-id|mime-version|dkim-signature): |^.{0,4}✉|===.*==="
    r"|^(?=\W*--)\W*+.*(?:original|copy|header|return|below|message|nachricht|kopie|copie|messaggio|mensaje).*"
    r"|^(?:here is|included is|this is|below is) (?:a |your |the )?(?:\w+ )?(?:copy|returned|header|original)",
    re.I,
)
"""The beginning of the returned letter, whose words are not the server's."""
LINES, WIDTH, LONGEST = 80, 300, 100_000
"""How many lines of a report are read and how much of each, since the letter below may contain any words; and the size
up to which a report is compared with known formats, which is slow."""
_NESTING = re.compile(rb"(?:multipart|message)/", re.I)
OTHER_REPORTS = frozenset(
    "message/feedback-report message/disposition-notification message/global-disposition-notification".split()
)
"""Complaints (RFC 5965), and receipts for a letter displayed or deleted (RFC 8098, RFC 6533)."""


def undeliverable(mail: Part) -> str | None:
    """The reason that a report gives for a permanent failure; ``None`` if the mail reports none.

    Delays, other reports (RFC 3464, 2.3.3) and automatic replies of people's mailboxes do not count.
    """
    fields = list(_fields(mail))
    if fields:
        return next((reason for reason in map(_reason, fields) if reason is not None), None)
    if is_absence(mail) or _is_other_report(mail):
        return None
    if header(mail, "X-Failed-Recipients"):
        return _said_of_it(mail)
    temporary, permanent = _known_formats(mail)
    if permanent:
        return _said_of_it(mail)
    return None if temporary else _in_words(mail)


Fields = tuple[str, str, str]  # action, status and diagnostic code, for one recipient


def _fields(mail: Part) -> Iterator[Fields]:
    """The fields for each recipient, wherever the server put them."""
    for part in mail.walk():
        for block in part.blocks if part.kind in REPORTS else ():
            if block.get("action") or block.get("status"):
                yield block.get("action", "").lower(), block.get("status", ""), block.get("diagnostic-code", "")


def _reason(fields: Fields) -> str | None:
    action, status, diagnosis = fields
    failed = action.startswith(("fail", "error")) or (not action and status.startswith("5"))
    return _shortened(diagnosis.partition(";")[2] or diagnosis or status or "no reason given") if failed else None


def _shortened(reason: str) -> str:
    return " ".join("".join(sign if sign.isprintable() else " " for sign in reason).split())[:200]


def _is_other_report(mail: Part) -> bool:
    """Whether the mail reports a complaint (RFC 5965), or that a letter was displayed or deleted (RFC 8098)."""
    reports = any(part.kind in OTHER_REPORTS for part in mail.walk())
    return header(mail, "Feedback-Type") != "" or (reports and "rejected" not in body(mail).lower())


def _known_formats(mail: Part) -> tuple[bool, bool]:
    """Whether the mail reports temporary and permanent failures in one of the formats that `flufl.bounce` knows."""
    if len(mail.raw) > LONGEST or len(_NESTING.findall(mail.raw)) > NESTED:
        return False, False
    try:
        temporary, permanent = all_failures(message_from_bytes(mail.raw))
    except Exception:  # its patterns fail on some input
        return False, False
    return bool(temporary), bool(permanent)


def _in_words(mail: Part) -> str | None:
    subject, said = header(mail, "Subject"), " ".join(_report(mail))
    if DELAYED.search(f"{subject}\n{said}") and not NO_MORE.search(CONDITIONS.sub("", f"{subject}\n{said}")):
        return None
    if not (_by_server(mail) or FAILED.search(subject)) or ABSENT.search(subject):
        return None
    failed = FAILED.search(subject) or FAILED.search(said) or REPLY_CODE.search(said)
    return _said_of_it(mail) if failed else None


def _by_server(mail: Part) -> bool:
    """Whether a mail server is named as the writer; people's own mailboxes write under people's names."""
    return not writers(mail) or SERVER.search(header(mail, "From")) is not None


def _report(mail: Part) -> Iterator[str]:
    """The lines that a server wrote, up to the returned letter."""
    for line in lines_of(body(mail))[:LINES]:
        line = line[:WIDTH].lstrip("> ").strip()
        if RETURNED.search(line):
            return
        if line:
            yield line


def _said_of_it(mail: Part) -> str:
    """The report's line with a reply code, or a sentence of our own. It contains no address but the recipient's."""
    coded = (line for line in _report(mail) if REPLY_CODE.search(line))
    return _shortened(next(coded, "the mail server at the other end says so"))
