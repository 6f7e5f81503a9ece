"""What mail programs add to a person's words: attributions, header blocks, rules, signatures, footers.

Tables of patterns in the programs' languages, which `new_lines` cuts by.
"""

from __future__ import annotations

import re


def _one_of(*words: str) -> str:
    return "|".join(word for line in words for word in line.split("|"))


WROTE = _one_of(
    r"wrote|writes|schrieb|geschrieben|a écrit|a ecrit|écrivait|escribió|escribio|va escriure|escreveu|ha scritto",
    r"scrisse",
    r"schreef|geschreven|skrev|skrifaði|kirjoitti|kirjutas|rašė|rakstīja|napisał(?:\(a\)|a)?|napísal(?:\(a\)|a)?",
    r"napsal(?:\(a\)|a)?|napisao(?:\/la)?|napisal(?:\(a\)|a)?|pisze|írta|a scris|yazdı|έγραψε|пишет|пише|писал[а]?",
    r"написа(?:л\(а\)|ла?|о/ла|о|в\(-?ла\))?|đã viết|menulis|sent|写道|寫道|のメール|님이 작성|작성|เขียนว่า|כתב|كتب",
)
ATTRIBUTION = re.compile(
    rf"^\W{{0,5}}(?:\S.{{4,300}}[\s>])?(?:{WROTE})(?!\w)(?:[^:]|:(?=\d\d|\S+@)){{0,160}}[:：]\s*$", re.I
)
"""``On Monday Poste Restante wrote:`` and ``Poste Restante schrieb am 1.2.2026 um 10:00:``"""
OPENING = re.compile(
    r"(?:^\W{0,5}|\s|(?<=-))(?:On|Am|Le|El|Il giorno|Il|Op|Em|Den|Dne|Dnia|W dniu|På|Pe|Ha|Vào|El dia|Στις|În|Pada)"
    r"\s(?=[^\n]{0,40}\d)"
    r"|^\W{0,5}\w{2,4}\.?,\s+\d|^\W{0,5}\d{1,4}[-./ ][\d\w]{1,5}[-./ ]{1,2}\d{2,4}|^\W{0,5}\d{4}[年/-]"
)
"""The beginning of an attribution, with a date soon after: at the start of a line, or after other text."""
DATED = re.compile(r"\d{1,2}[:.h]\d\d|\d{4}|@")
SOMEBODY_AT_A_TIME = re.compile(r"(?=.*\d[:.h]\d\d)(?=.*\S@\S).{12,300}[:：]\s*$")
"""In any language: a time, a mail address and a colon at the end. Above a quote it is an attribution."""
A_DATE = re.compile(r"\d[:.h]\d\d|(?<!\d)\d{4}(?!\d)|(?<!\d)\d{1,2}(?!\d)\D{1,20}(?<!\d)\d{1,2}(?!\d)")
"""Together with a mail address, and above a quote, an attribution in any language and form."""
CERTAINLY_A_DATE = re.compile(r"\d[:.h]\d\d|(?<!\d)\d{4}(?!\d)")
"""Cannot occur in an answer: with a final colon, directly above a quote, the line is an attribution."""
SOMEBODY_ON_A_DAY = re.compile(
    r"^\d{4}[-/]\d{1,2}[-/]\d{1,2}\s(?:.{1,200}<\S+@\S+>:?|\d\d:\d\d GMT[+-]\d\d:\d\d\s.{1,200})(?<![\s<,])\s*$"
)
"""An attribution of older programs, without a verb: ``2016-03-03 17:21 GMT+01:00 Poste Restante``"""
LAST_OF_ATTRIBUTION = re.compile(rf"^>\s*(?:(?:{WROTE})\s*)?:\s*$", re.I)
"""The rest of an attribution that was wrapped within an address: looks like a quote but is not."""
SENDERS = _one_of(
    "From|Von|De|Da|Van|Från|Fra|Od|От|Від|Lähettäjä|Feladó|De la|Kimden|Gönderen|Από|差出人|发件人|寄件者|보낸 사람",
    "Saatja|מאת|من",
)
FIELDS = _one_of(
    "Sent|To|Cc|Subject|Date|Reply-To|Gesendet|An|Betreff|Datum|Antwort an|Envoyé|À|Objet|Date d'envoi|Inviato|A",
    "Data|Oggetto|Enviado|Enviado el|Enviada em|Para|Asunto|Assunto|Fecha|Verzonden|Aan|Onderwerp|Skickat|Till|Ämne",
    "Sendt|Til|Emne|Dato|Wysłano|Do|DW|Temat|Отправлено|Кому|Копия|Тема|Дата|Надіслано|Изпратено|До|Относно",
    "Lähetetty|Vastaanottaja|Aihe|Päivämäärä|Odesláno|Komu|Předmět|Odoslané|Predmet|Poslano|Prima|Za|Zadeva",
    "Elküldve|Címzett|Tárgy|Dátum|Trimis|Către|Subiect|Gönderildi|Kime|Konu|Tarih|Στάλθηκε|Προς|Θέμα",
    "Ημερομηνία|送信日時|日時|宛先|件名",
    "发送时间|日期|收件人|主题|寄件日期|主旨|보낸 날짜|받는 사람|제목",
    "Saadetud|Teema|נשלח|אל|נושא|تم الإرسال|إلى|الموضوع|التاريخ",
)
HEADER = re.compile(rf"^\W{{0,5}}(?:(?P<sender>{SENDERS})|(?:{FIELDS}))\s?(?::\W*\s|：\s?)\S", re.I)
"""A line of the headers that a program repeats above a quoted letter."""
LABELLED = re.compile(r"^\W{0,5}[^\W\d_][^:：]{0,24}[:：]\s?\S")
"""The same in any language."""
FRAMED = re.compile(r"^\s*-{3,}[^-].{0,80}[^-]-{3,}\s*$")
"""Above such headers, a rule in any language."""
RULE = re.compile(
    r"^(?=.*_{8})[\s*_]*+$|^[\s*_]*(?:-{2,}\s*[^-].*(?:message|messag|nachricht|bericht|mensaje|mensagem|messaggio|meddelande|meddelelse|melding"
    r"|besked|wiadomość|viesti|zpráva|správa|üzenet|сообщение|повідомлення|съобщение|mesaj|μήνυμα|メッセージ|邮件|郵件"
    r"|메시지|missatge|original|wrote|schrieb|écrit|forwarded|transféré|weitergeleitet|inoltrat|reenviado|doorgestuurd|vidarebefordrat).*-{2,}"
    r"|begin forwarded message:|anfang der weitergeleiteten .*:"
    r"|début du message (?:réexpédié|transféré).*|inizio messaggio inoltrato:|inicio del mensaje reenviado:"
    r"|begin doorgestuurd bericht:)[\s*_]*$",
    re.I,
)
"""A line that a program draws above a quoted letter."""
ORNAMENT = re.compile(r"^[-_*=~#+ᐧ\s]*$")
"""A line without words."""
REST_OF_A_LINK = re.compile(r"^\s*\S*[/_=&%]\S*\s?>?\s*$")
"""The end of a link in a quote that a program has wrapped without marking it as quoted."""
SIGNATURE = re.compile(r"^--\s?$")
DEVICES = "i(?:phon|pad|pod|os)|android|outlook|samsung|galaxy|mail|メール|메일|邮箱|手机|آیفون"
SENT = _one_of(
    r"送信|発信元|发自|来自|從我的|傳送|获取|取得|入手|보냄|נשלח|الإرسال|ارسال|ส่งจาก|भेजा",
    r"\b(?:gửi từ|dikirim|dihantar|ipinadala)",
    r"\b(?:poslan|odoslan|nosūtīt|išsiųst|saadetud|изпратено|послато|απεσταλμένο|verzonden|pobierz|hämta|hent)",
    r"\bskaff deg",
    r"\b(?:загрузить|obten|ottieni|holen sie sich|invia da)",
)
FOOTER = re.compile(
    rf"^\W{{0,3}}(?:(?=.{{0,60}}(?:{SENT}))(?=.{{0,60}}(?:{DEVICES}))[^:,<]{{1,80}}|発信元：\w+"
    r"|yahoo mail(?:: | - | (?:for|für|pour|per|para|voor) )[^<]{1,60}"
    r"|sent from my\b.*$|from my (?:iphone|ipad|android|phone)|sent (?:from|via|with|using|by)"
    r"|get \[?(?:outlook|bluemail) for"
    r"|envoyé (?:de|depuis|à partir|avec)|von mein\w+ .{1,40}gesendet|von .{1,30} gesendet"
    r"|gesendet (?:von|mit|aus)|diese nachricht wurde von|inviato (?:da|dal|con)"
    r"|enviado (?:desde|de|do|a partir|com|con)"
    r"|verzonden (?:vanaf|van|via|met)|verstuurd vanaf|skickat från|sendt fra|sendt med|lähetetty|wysłan[eo] (?:z|za)"
    r"|odesláno z|odoslané z|küldve|trimis de pe|отправлено (?:с|из|через)|надіслано з"
    r"|(?:[\w'’]{1,30} ){0,5}[\w'’]{0,30} ?gönderildi"
    r"|στάλθηκε από|enviat des|iphoneから送信|发自我的|從我的|傳送自|나의 iphone에서|télécharge[zr] outlook|outlook für"
    r"|скачать outlook|hol dir outlook|obtener outlook|scarica outlook)\b(?:[^:,<]|<?https?://\S*){0,120}$",
    re.I,
)
"""What mail programs add below, about themselves."""
ARMOUR = re.compile(r"^-{5}(BEGIN|END) PGP (SIGNED MESSAGE|SIGNATURE)-{5}\s*$")
