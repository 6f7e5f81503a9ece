"""What mail servers and mailboxes write back, in our own words and each in the form of some program: tables to read."""

from __future__ import annotations

FAILURES = {
    # name: (From, Subject, text)
    "a webmail house without fields": (
        "MAILER-DAEMON <mailer-daemon@webmail.example>", "Mail delivery failed: returning message to sender",
        "This message was created automatically by mail delivery software.\n\nA message that you sent could not be "
        "delivered to one or more of\nits recipients. This is a permanent error. The following address\nfailed:\n\n"
        '"ada@example.org":\nSMTP error from remote server for RCPT TO, host: mx.example.org reason: 550 gone\n\n'
        "--- The header of the original message is following. ---\n\nReceived: from x",
    ),
    "a hosting house": (
        "Mail Delivery System <mailer-daemon@hosting.example>", "Mail delivery failed: returning message to sender",
        "A message that you sent could not be delivered to one or more of its\nrecipients. The following address "
        "failed:\n\nada@example.org:\nmailbox is full\n\n--- Here is your original mail ---\n",
    ),
    "qmail": (
        "MAILER-DAEMON@mx.example.org", "failure notice",
        "Hi. This is the qmail-send program at mx.example.org.\nI'm afraid I wasn't able to deliver your message to "
        "the following addresses.\nThis is a permanent error; I've given up. Sorry it didn't work out.\n\n"
        "<ada@example.org>:\nSorry, no mailbox here by that name. (#5.1.1)\n\n--- Below this line is a copy of the "
        "message.\n\nReturn-Path: <x>",
    ),
    "qmail after a week": (
        "MAILER-DAEMON@mx.example.org", "failure notice",
        "<ada@example.org>:\nSorry, I wasn't able to establish an SMTP connection. (#4.4.1)\nI'm not going to try "
        "again; this message has been in the queue too long.\n",
    ),
    "an old sendmail": (
        "Mail Delivery Subsystem <MAILER-DAEMON@old.example>", "Returned mail: User unknown",
        "   ----- The following addresses had permanent fatal errors -----\n<ada@old.example>\n\n"
        "   ----- Transcript of session follows -----\n550 <ada@old.example>... User unknown\n",
    ),
    "a domino": ("Postmaster@notes.example", "DELIVERY FAILURE: User ada (ada@notes.example) not listed in Directory",
                 "Your message\n\n  Subject: Re: cards\n\nwas not delivered to:\n\n  ada@notes.example\n\nbecause:\n"
                 "\n  User ada not listed in Domino Directory\n"),
    "an exchange of old": ("System Administrator <postmaster@exchange.example>", "Undeliverable: Titro with Bruno",
                           "Your message did not reach some or all of the intended recipients.\n\n  Subject: Titro\n\n"
                           "The following recipient(s) could not be reached:\n\n  ada@exchange.example on 1/2/2026\n"),
    "a box that is full": ("Mail Delivery Service <mailer-daemon@isp.example>", "Delivery Notification",
                           "The recipient's mailbox is full: ada@isp.example, quota exceeded.\n"),
    "a code alone": ("postmaster@isp.example", "Notice", "ada@isp.example\n\n554 5.7.1 not today\n"),
    "in German": ("Mail-Delivery <mailer-daemon@post.example>", "Unzustellbar: Titro mit Bruno",
                  "Ihre Nachricht konnte nicht zugestellt werden: Empfänger unbekannt.\n"),
    "in French": ("postmaster@poste.example", "Échec de la remise : Titro",
                  "Votre message n'a pas pu être remis au destinataire ada@poste.example.\n"),
    "in Italian": ("postmaster@posta.example", "Mancato recapito: Titro", "Utente sconosciuto: ada@posta.example\n"),
    "in Spanish": ("postmaster@correo.example", "No se puede entregar: Titro",
                   "No se ha podido entregar el mensaje a ada@correo.example.\n"),
    "in Portuguese": ("postmaster@correio.example", "Falha na entrega", "O destinatário não existe.\n"),
    "in Dutch": ("postmaster@bericht.example", "Onbestelbaar: Titro", "Uw bericht kon niet worden bezorgd.\n"),
    "in Swedish": ("postmaster@brev.example", "Kan inte levereras", "Meddelandet kunde inte levereras till ada.\n"),
    "in Polish": ("postmaster@poczta.example", "Niedostarczone: Titro", "Wiadomość nie mogła zostać dostarczona.\n"),
    "in Russian": ("mailer-daemon@pochta.example", "Недоставленное сообщение", "Письмо не может быть доставлено.\n"),
    "in Japanese": ("postmaster@denshi.example", "配信不能", "宛先不明のため、配信できませんでした。\n"),
    "in Chinese": ("postmaster@youjian.example", "系统退信", "您的邮件无法投递：用户不存在。\n"),
    "in Korean": ("postmaster@pyeonji.example", "반송 메일", "메일이 전달되지 않았습니다.\n"),
    "given up after days": ("mailer-daemon@slow.example", "Mail failure",
                            "Delivery was delayed and has been tried for 5 days. The retry timeout exceeded; giving "
                            "up: ada@slow.example\n"),
}  # fmt: skip
NO_FAILURES = {
    "a warning of exim": (
        "Mail Delivery System <Mailer-Daemon@mx.example>", "Warning: message 1abc-2 delayed 24 hours",
        "A message that you sent has not yet been delivered to one or more of its\nrecipients after more than 24 "
        "hours on the queue.\n\nNo action is required on your part. Delivery attempts will continue for\nsome time, "
        "and this warning may be repeated. If the message cannot be delivered it will be returned to you.\n",
    ),
    "a warning of sendmail": (
        "Mail Delivery Subsystem <MAILER-DAEMON@old.example>", "Warning: could not send message for past 4 hours",
        "    **********************************************\n    **      THIS IS A WARNING MESSAGE ONLY      **\n"
        "    **  YOU DO NOT NEED TO RESEND YOUR MESSAGE  **\n\n451 ada@old.example... reply: read error\n"
        "Will keep trying until message is 5 days old\n",
    ),
    "a delay of a webmail house": (
        "Mail Delivery Subsystem <mailer-daemon@webmail.example>", "Delivery Status Notification (Delay)",
        "There was a temporary problem while delivering your message to ada@webmail.example. We will retry for 46 more "
        "hours, and tell you if the delivery fails permanently.\n",
    ),
    "a delay in German": ("mailer-daemon@post.example", "Zustellung verzögert",
                          "Ihre Nachricht konnte noch nicht zugestellt werden, es wird weiterhin versucht.\n"),
    "an absence": ("Ada <ada@example.org>", "Out of office: Titro", "I cannot be reached until Monday.\n"),
    "an absence without a telltale subject": (
        "Ada <ada@example.org>", "Re: Titro", "Your message was not delivered to my phone: I cannot be reached, I am "
        "on holiday. My old address does not exist any more.\n"),
    "somebody who left": ("Ada <ada@example.org>", "Automatic reply: Titro", "Ada is no longer with us. This mailbox "
                          "is not read; the user is unknown here.\n"),
    "relayed to where nobody reports": (
        "postmaster@outlook.example", "Relayed: Titro", "Delivery to these recipients or groups is complete, but no "
        "delivery notification was sent by the destination server:\n\nada@example.org\n"),
    "a person who answers": ("Ada <ada@example.org>", "Re: Titro with Bruno: your turn", "KH centre\n"),
    "a note of thanks": ("noreply@shop.example", "We have got your request", "A colleague will answer soon.\n"),
}  # fmt: skip
ABSENCES = """
    Automatic reply: Titro | Out of Office: Re: Titro | Out of Office AutoReply: Titro | Auto: Titro | Auto-Reply: Titro
    Autoreply: Titro | [Auto Reply] Titro | Vacation reply: Titro
    Automatische Antwort: Titro | Abwesenheitsnotiz: Titro | Abwesend: Titro | Abwesenheitsbenachrichtigung
    Réponse automatique : Titro | Absence du bureau : Titro | Message d'absence | Absent du bureau jusqu'au 3
    Risposta automatica: Titro | Fuori sede: Titro | Fuori ufficio
    Respuesta automática: Titro | Fuera de la oficina: Titro | Resposta automática: Titro | Ausência temporária: Titro
    Resposta automàtica: Titro | Fora do escritório
    Automatisch antwoord: Titro | Afwezigheidsbericht: Titro | Niet aanwezig: Titro
    Autosvar: Titro | Automatiskt svar: Titro | Frånvaro: Titro | Automatisk svar: Titro | Fraværsmelding: Titro
    Ikke til stede: Titro | Sjálfvirkt svar: Titro
    Automaattinen vastaus: Titro | Poissaoloviesti: Titro | Automaatvastus: Titro | Automātiskā atbilde: Titro
    Automatinis atsakymas: Titro | Odpowiedź automatyczna: Titro | Automatyczna odpowiedź: Titro | Poza biurem: Titro
    Automatická odpověď: Titro | Mimo kancelář: Titro | Automatická odpoveď: Titro | Automatikus válasz: Titro
    Házon kívül: Titro | Răspuns automat: Titro | Automatski odgovor: Titro | Samodejni odgovor: Titro
    Аутоматски одговор: Titro | Автоматичен отговор: Titro | Автоматический ответ: Titro | Автоответ: Titro
    Автоматична відповідь: Titro | Αυτόματη απάντηση: Titro | Otomatik yanıt: Titro | Trả lời tự động: Titro
    Balasan otomatis: Titro | ตอบกลับอัตโนมัติ: Titro | 自動応答: Titro | 自動返信: Titro | 自动答复: Titro
    自動回覆: Titro | 자동 회신: Titro | תשובה אוטומטית: Titro | رد تلقائي: Titro
    """
PEOPLE = """
    Re: Titro with Bruno: your turn | AW: Titro mit Bruno | Titro | | Out of luck again | Automatic cards!
    Autumn | Autobahn | Absent friends, and KH centre | Re: Automatic reply: Titro | Absolutely | Auto fahren
    Poissaolo ei haittaa | Vacation plans | Holiday soon | On vacations and cards | Abwesende grüßen
    """


def listed(table: str) -> list[str]:
    """The cells of a table."""
    return [each.strip() for line in table.strip().splitlines() for each in line.split("|")]
