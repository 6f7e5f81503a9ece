"""How mail programs write a reply: a table of programs, and the mails that they make of a letter and an answer."""

from __future__ import annotations

import base64
import quopri
from dataclasses import dataclass
from email.message import EmailMessage
from email.utils import make_msgid
from html import escape

WHEN = "Mon, Nov 23, 2026 at 10:00"
WHO = "Poste Restante <post@poste.localhost>"
ENGLISH = f"On {WHEN} {WHO} wrote:"
BLOCKS = {
    # sender, date, recipient, subject, as Outlook names them
    "en": ("From", "Sent", "To", "Subject"),
    "de": ("Von", "Gesendet", "An", "Betreff"),
    "fr": ("De", "Envoyé", "À", "Objet"),
    "it": ("Da", "Inviato", "A", "Oggetto"),
    "es": ("De", "Enviado", "Para", "Asunto"),
    "da": ("Fra", "Sendt", "Til", "Emne"),
    "ru": ("От", "Отправлено", "Кому", "Тема"),
    "pl": ("Od", "Wysłano", "Do", "Temat"),
    "sv": ("Från", "Skickat", "Till", "Ämne"),
    "tr": ("Kimden", "Gönderildi", "Kime", "Konu"),
    "ja": ("差出人", "送信日時", "宛先", "件名"),
}


@dataclass(frozen=True)
class Program:
    """A program and its ways. Texts may hold ``{answer}``; ``beside`` puts the attribution on the answer's own line."""

    name: str
    attribution: str = ENGLISH
    place: str = "above"  # above, below, between, beside, direct (below, without a blank line) or alone (no quote)
    quote: str = "> "  # what each line of the quoted letter begins with
    block: str = ""  # the language of a block of headers in place of the attribution
    text: str = "{answer}\n\nCheers,\nAda"
    footer: str = ""
    kind: str = "plain"  # plain, flowed, delsp, html, alternative, mixed, related, signed, armoured, tnef or split
    charset: str = "utf-8"
    encoding: str = "8bit"
    html: str = "<div>{answer}</div><br>{attribution}<br><blockquote>{quoted}</blockquote>"

    def reply(self, letter: EmailMessage, answer: str) -> bytes:
        """The mail as it goes over the wire."""
        part, kind = self._parts(letter, answer)
        number = make_msgid(domain="mail.example.org")
        head = [
            f"From: Ada <ada@example.org>\nTo: {letter['Reply-To']}\nSubject: Re: {letter['Subject']}",
            f"Message-ID: {number}\nIn-Reply-To: {letter['Message-ID']}\nX-Mailer: {self.name}\nMIME-Version: 1.0",
        ]
        whole = "\n".join(head).encode() + b"\n" + (part if not kind else _within(kind, part))
        return whole.replace(b"\r\n", b"\n").replace(b"\n", b"\r\n")

    def _parts(self, letter: EmailMessage, answer: str) -> tuple[bytes, str]:
        plain, marked_up = self._plain(letter, answer), self._html(letter, answer)
        both = _within("alternative", plain, marked_up)
        picture = _leaf("image/png", "base64", b"\x89PNG\r\n")
        match self.kind:
            case "html":
                return marked_up, ""
            case "alternative":
                return both, ""
            case "related":
                return _within("related", both, picture), ""
            case "mixed":
                return _within("mixed", picture, plain, _leaf("text/plain", "7bit", b"\n--\na list\n")), ""
            case "signed":
                return _within("signed", plain, _leaf("application/pgp-signature", "7bit", b"-----BEGIN PGP")), ""
            case "tnef":
                return _within("mixed", plain, _leaf("application/ms-tnef; name=winmail.dat", "base64", b"x")), ""
            case "split":
                return _within("mixed", _leaf("text/plain", "7bit", b" \n"), marked_up), ""
            case _:
                return plain, ""

    def _plain(self, letter: EmailMessage, answer: str) -> bytes:
        text = self._written(letter, answer)
        if self.kind == "armoured":
            text = (
                f"-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA256\n\n{text}\n-----BEGIN PGP SIGNATURE-----\n\n"
                "iHUEARYIAB0WIQ\n=abcd\n-----END PGP SIGNATURE-----\n"
            )
        flow = {"flowed": "; format=flowed", "delsp": "; format=flowed; delsp=yes"}.get(self.kind, "")
        return _leaf(f"text/plain; charset={self.charset}{flow}", self.encoding, text.encode(self.charset, "replace"))

    def _written(self, letter: EmailMessage, answer: str) -> str:
        said = self.text.format(answer=answer)
        old = [f"{self.quote}{line}".rstrip() for line in _text(letter).splitlines()]
        top = self._block(letter) if self.block else self.attribution
        quoted, half = "\n".join([top, *old]), len(old) // 2
        match self.place:
            case "alone":
                return f"{said}\n{self.footer}\n"
            case "below":
                return f"{quoted}\n\n{said}\n{self.footer}\n"
            case "direct":
                return f"{quoted}\n{said}\n{self.footer}\n"
            case "between":
                upper, lower = "\n".join([top, *old[:half]]), "\n".join(old[half:])
                return f"{upper}\n\n{said}\n\n{lower}\n{self.footer}\n"
            case "beside":
                return f"{answer} {quoted}\n{self.footer}\n"
            case _:
                gap = "\n" if self.place == "close" else "\n\n"
                return f"{said}\n{self.footer}{gap}{quoted}\n"

    def _block(self, letter: EmailMessage) -> str:
        sender, sent, to, subject = BLOCKS[self.block]
        return (
            f"{sender}: {WHO}\n{sent}: Montag, 23. November 2026 10:00\n{to}: Ada <ada@example.org>\n"
            f"{subject}: {letter['Subject']}\n"
        )

    def _html(self, letter: EmailMessage, answer: str) -> bytes:
        said = escape(self.text.format(answer=answer)).replace("\n", "<br>")
        top = escape(self._block(letter) if self.block else self.attribution).replace("\n", "<br>")
        quoted = letter.get_body(("html",)).get_content()  # type: ignore[union-attr]
        text = self.html.format(answer=said, attribution=top, quoted=quoted, footer=escape(self.footer))
        return _leaf(
            f"text/html; charset={self.charset}", self.encoding, text.encode(self.charset, "xmlcharrefreplace")
        )


def _leaf(kind: str, encoding: str, content: bytes) -> bytes:
    if encoding in ("7bit", "8bit") and any(len(line) > 990 for line in content.splitlines()):
        encoding = "quoted-printable"  # as programs do: a line on the wire has at most 998 characters
    encoded = {"base64": base64.encodebytes, "quoted-printable": quopri.encodestring}.get(encoding, bytes)(content)
    return f"Content-Type: {kind}\nContent-Transfer-Encoding: {encoding}\n\n".encode() + encoded + b"\n"


def _within(kind: str, *parts: bytes) -> bytes:
    edge = f"=_{kind}_{len(parts)}_edge"
    inner = b"".join(b"--" + edge.encode() + b"\n" + part for part in parts)
    return f'Content-Type: multipart/{kind}; boundary="{edge}"\n\n'.encode() + inner + b"--" + edge.encode() + b"--\n"


def _text(letter: EmailMessage) -> str:
    return letter.get_body(("plain",)).get_content()  # type: ignore[union-attr]


GREETED = "Hi Bruno,\n\n{answer}\n\nBest wishes\nAda"
CHATTY = "Hello,\n\n{answer}\n\nWe have snow here, and the lake is frozen. See you soon!\n\nAda"
GMAIL = (
    '<div dir="ltr">{answer}</div><br><div class="gmail_quote"><div class="gmail_attr">{attribution}<br></div>'
    '<blockquote class="gmail_quote">{quoted}</blockquote></div>'
)
OUTLOOK = (
    '<html><body><div class="WordSection1"><p class="MsoNormal">{answer}</p><div style="border:none;'
    'border-top:solid #E1E1E1 1.0pt"><p class="MsoNormal">{attribution}</p></div>{quoted}</div></body></html>'
)
OUTLOOK_WEB = (
    '<div style="font-size:12pt">{answer}</div><div id="appendonsend"></div><hr style="width:98%">'
    '<div id="divRplyFwdMsg">{attribution}</div>{quoted}'
)
APPLE = (
    '<html><body>{answer}<br><div><br><blockquote type="cite"><div>{attribution}</div><br></blockquote></div>'
    '<blockquote type="cite">{quoted}</blockquote></body></html>'
)
IPHONE = (
    '<html><body dir="auto">{answer}<br><br><div dir="ltr">{footer}</div><div dir="ltr"><br><blockquote type="cite">'
    '{attribution}<br><br></blockquote></div><blockquote type="cite">{quoted}</blockquote></body></html>'
)
YAHOO = (
    '<div class="ydp1"><div>{answer}</div></div><div id="ydp2" class="yahoo_quoted"><div>{attribution}</div>'
    "<div>{quoted}</div></div>"
)
THUNDERBIRD = (
    '<p>{answer}</p><div class="moz-cite-prefix">{attribution}<br></div><blockquote type="cite">{quoted}</blockquote>'
    '<p><br></p><div class="moz-signature">-- <br>Ada, 10 Downing Street</div>'
)
THUNDERBIRD_BELOW = (
    '<div class="moz-cite-prefix">{attribution}<br></div><blockquote type="cite">{quoted}</blockquote><p>{answer}</p>'
)
PROTON = (
    '<div>{answer}</div><div class="protonmail_signature_block">{footer}</div><div class="protonmail_quote">'
    '{attribution}<br><blockquote class="protonmail_quote" type="cite">{quoted}</blockquote></div>'
)
PLAIN_BREAK = "{answer}<br>{attribution}<br><blockquote>{quoted}</blockquote>"

QP, B64 = "quoted-printable", "base64"
PROGRAMS = (
    Program("Mutt, below", place="below", footer="\n-- \nAda"),
    Program("Mutt, above", place="close", text="{answer}"),
    Program("Mutt, between", place="between", charset="us-ascii"),
    Program("NeoMutt, directly below", place="direct", attribution=f"On {WHEN}, Poste Restante wrote:"),
    Program("Alpine", attribution="On Mon, 23 Nov 2026, Poste Restante wrote:", place="below", charset="us-ascii"),
    Program("Gnus", attribution=f"{WHO} writes on 2026-11-23 10:00 and wrote:", place="below"),
    Program("Emacs Rmail", quote="    > ", place="below"),
    Program("Claws Mail", attribution=f"On {WHEN} +0100\n{WHO} wrote:", place="below", encoding=QP),
    Program("Sylpheed", attribution=f"On {WHEN}\n{WHO} wrote:", charset="iso-8859-1", encoding=QP),
    Program("Evolution", attribution="On Mon, 2026-11-23 at 10:00 +0000, Poste Restante wrote:", place="below"),
    Program("Evolution, HTML", kind="alternative", html=PLAIN_BREAK, attribution="On Mon, 2026-11-23 at 10:00 +0000,"
            " Poste Restante wrote:"),
    Program("KMail", attribution=f"Am Montag, 23. November 2026, 10:00:00 MEZ schrieb {WHO}:", place="below"),
    Program("Thunderbird", kind="flowed", place="below", attribution=f"On 23/11/2026 10:00, {WHO} wrote:"),
    Program("Thunderbird, German", kind="flowed", attribution=f"Am 23.11.2026 um 10:00 schrieb {WHO}:", text=GREETED),
    Program("Thunderbird, HTML", kind="alternative", html=THUNDERBIRD, attribution="On 23/11/2026 10:00, P. wrote:"),
    Program("Thunderbird, HTML alone, below", kind="html", html=THUNDERBIRD_BELOW, encoding=QP),
    Program("Thunderbird, French", attribution=f"Le 23/11/2026 à 10:00, {WHO} a écrit :", place="below", encoding=QP),
    Program("K-9 Mail", place="above", footer="\n-- \nSent from my phone with K-9 Mail.", encoding=QP),
    Program("FairEmail", kind="html", html=PLAIN_BREAK, attribution=f"Nov 23, 2026 10:00:00 {WHO}:"),
    Program("Gmail", kind="alternative", html=GMAIL, text=GREETED, attribution=f"On {WHEN} Poste Restante <\n"
            "post@poste.localhost> wrote:"),
    Program("Gmail, HTML alone", kind="html", html=GMAIL, encoding=B64),
    Program("Gmail, German", kind="alternative", html=GMAIL, attribution=f"Am Mo., 23. Nov. 2026 um 10:00 Uhr schrieb "
            f"{WHO}:"),
    Program("Gmail, French", kind="alternative", html=GMAIL, encoding=B64, attribution=f"Le lun. 23 nov. 2026 à 10:00, "
            f"{WHO} a écrit :"),
    Program("Gmail, Italian", kind="alternative", html=GMAIL, attribution=f"Il giorno lun 23 nov 2026 alle ore 10:00 "
            f"{WHO} ha scritto:"),
    Program("Gmail, Polish", kind="alternative", html=GMAIL, attribution=f"pon., 23 lis 2026 o 9:00 {WHO} napisał:"),
    Program("Gmail, Russian", kind="alternative", html=GMAIL, charset="koi8-r", encoding=B64,
            attribution=f"пн, 23 нояб. 2026 г. в 10:00, {WHO}:"),
    Program("Gmail, Japanese", kind="alternative", html=GMAIL, charset="iso-2022-jp", encoding="7bit",
            attribution=f"2026年11月23日(月) 10:00 {WHO}:"),
    Program("Gmail, years ago", attribution="2026-11-23 10:00 GMT+01:00 Poste Restante <\npost@poste.localhost>:"),
    Program("Gmail on Android", kind="alternative", html=GMAIL, place="close", text="{answer}",
            attribution="On Mon, 23 Nov 2026, 10:00 Poste Restante, <post@poste.localhost> wrote:"),
    Program("Gmail on Android, one line", place="beside", attribution=f"On Mon, 23 Nov 2026, 10:00 {WHO} wrote:"),
    Program("Inbox, German", attribution=f"{WHO} schrieb am Mo., 23. Nov.\n2026 um 10:00 Uhr:"),
    Program("Apple Mail", kind="alternative", html=APPLE, attribution=f"On 23 Nov 2026, at 10:00, {WHO} wrote:"),
    Program("Apple Mail, plain", kind="delsp", attribution=f"On 23 Nov 2026, at 10:00, {WHO} wrote:", encoding="7bit",
            charset="us-ascii"),
    Program("Apple Mail, Danish", kind="alternative", html=APPLE, attribution=f"Den 23. nov. kl. 10.00 skrev {WHO}:"),
    Program("Apple Mail, Dutch", encoding=QP, attribution=f"Op 23 nov. 2026, om 10:00 heeft {WHO} het volgende "
            "geschreven:"),
    Program("iPhone", footer="\nSent from my iPhone\n", attribution=f"On Nov 23, 2026, at 10:00, {WHO} wrote:\n"),
    Program("iPhone, below", place="below", attribution=f"Sent from my iPhone\n\nOn 23 Nov 2026, {WHO} wrote:\n"),
    Program("iPhone, HTML", kind="html", html=IPHONE, footer="Von meinem iPhone gesendet", encoding=QP,
            attribution=f"Am 23.11.2026 um 10:00 schrieb {WHO}:"),
    Program("Outlook", block="en", quote="", text=GREETED, encoding=QP),
    Program("Outlook, German", block="de", quote="", charset="iso-8859-1", encoding=QP),
    Program("Outlook, French", block="fr", quote="", charset="windows-1252", encoding=QP),
    Program("Outlook, Italian", block="it", quote="", kind="tnef"),
    Program("Outlook, Spanish", block="es", quote="", kind="alternative", html=OUTLOOK, charset="iso-8859-15",
            encoding=B64),
    Program("Outlook, Danish", block="da", quote="", text=CHATTY),
    Program("Outlook, Russian", block="ru", quote="", charset="windows-1251", encoding=B64),
    Program("Outlook, Polish", block="pl", quote="", charset="iso-8859-2", encoding=QP),
    Program("Outlook, Swedish", block="sv", quote="", kind="html", html=OUTLOOK),
    Program("Outlook, Turkish", block="tr", quote="", charset="iso-8859-9", encoding=QP),
    Program("Outlook, Japanese", block="ja", quote="", charset="shift_jis", encoding=B64),
    Program("Outlook Express", attribution="----- Original Message -----", charset="windows-1252"),
    Program("Outlook on the web", block="en", kind="html", html=OUTLOOK_WEB, encoding=B64),
    Program("Outlook for iOS", block="en", quote="", footer="\nGet Outlook for iOS<https://aka.ms/o0ukef>\n"
            "________________________________", kind="alternative", html=OUTLOOK_WEB),
    Program("Lotus Notes", attribution=f'{WHO}\n23.11.2026 10:00\n\nTo\nada@example.org', kind="html",
            html="{answer}<br><br>{attribution}<hr>{quoted}"),
    Program("Yahoo", kind="html", html=YAHOO, attribution=f"On Monday, November 23, 2026 at 10:00 AM, {WHO} wrote:"),
    Program("Yahoo, plain", kind="alternative", html=YAHOO, text="{answer}", encoding=QP, quote="",
            attribution=f"  On Monday, November 23, 2026 at 10:00 AM, {WHO} wrote:  "),
    Program("Proton Mail", kind="alternative", html=PROTON, footer="\nSent with Proton Mail secure email.\n",
            attribution=f"On Monday, November 23rd, 2026 at 10:00, {WHO} wrote:"),
    Program("GMX", attribution="Gesendet: Montag, 23. November 2026 um 10:00 Uhr\nVon: \"Poste Restante\" <post@poste."
            "localhost>\nAn: ada@example.org\nBetreff: Titro", quote="", kind="html"),
    Program("mail.ru", kind="html", attribution=f"Понедельник, 23 ноября 2026, 10:00 +03:00 от {WHO}:", encoding=B64),
    Program("Yandex", kind="html", attribution='23.11.2026, 10:00, "Poste Restante" <post@poste.localhost>:'),
    Program("Zoho", attribution=f"---- On Mon, 23 Nov 2026 10:00:00 +0100 {WHO} wrote ----", quote="",
            kind="alternative", html=PLAIN_BREAK),
    Program("Roundcube", attribution="On 2026-11-23 10:00, Poste Restante wrote:", place="below", kind="flowed"),
    Program("Horde", attribution=f"Quoting {WHO} on 2026-11-23 10:00, who wrote:", place="below"),
    Program("Enigmail, signed", kind="armoured", place="below"),
    Program("GnuPG, signed", kind="signed", place="above", encoding=QP),
    Program("Samsung Email", kind="html", footer="Sent from my Galaxy", text="{answer}", html="<div>{answer}</div><div>"
            "{footer}</div><div>-------- Original message --------</div><div>From: post@poste.localhost</div>"
            "<div>Date: 23/11/2026  10:00  </div><div>{quoted}</div>"),
    Program("Spark", kind="alternative", html=PLAIN_BREAK, attribution=f"On Nov 23, 2026 at 10:00, {WHO}, wrote:"),
    Program("Polymail", attribution="On Mon, Nov 23, 2026 at 10:00 AM Poste Restante\n\n<\nmailto:Poste Restante "
            "<post@poste.localhost>\n> wrote:", quote=""),
    Program("a scanner with a picture", kind="mixed", place="alone"),
    Program("a webmail with a logo", kind="related", html=PLAIN_BREAK),
    Program("a program with an empty text", kind="split", html=PLAIN_BREAK),
    Program("HTML alone, a plain break", kind="html", html=PLAIN_BREAK, text="{answer}"),
    Program("UTF-16", kind="plain", charset="utf-16", encoding=B64, place="alone"),
    Program("an attribution without a space", attribution="On Mon, 23 Nov 2026, Poste Restante <post@poste.localhost>"
            "wrote:", place="direct", text="{answer}"),
    Program("bars", quote="| ", place="below"),
)  # fmt: skip
