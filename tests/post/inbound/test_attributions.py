"""How programs of the world quote a letter, and what they add below: their own words, each a line of a table."""

# ruff: noqa: E501 (what programs write is read as it stands)
from __future__ import annotations

import textwrap

import pytest

from server.post.inbound.new_lines import new_lines
from server.post.rendering import MARKER

LETTER = f"✉ Titro with Bruno: your bid\n\n{MARKER}\n\nSomebody bid\n\nKS blind\n"
QUOTE = "\n".join(f"> {line}".rstrip() for line in LETTER.split("\n"))
ATTRIBUTIONS = """
On Mon, Nov 23, 2026 at 10:00 AM Poste Restante <post@poste.localhost> wrote:
Am Mo., 23. Nov. 2026 um 10:00 Uhr schrieb Poste Restante <post@poste.localhost>:
Le lun. 23 nov. 2026 à 10:00, Poste Restante <post@poste.localhost> a écrit :
El lun, 23 nov 2026 a las 10:00, Poste Restante (<post@poste.localhost>) escribió:
Il giorno lun 23 nov 2026 alle ore 10:00 Poste Restante <post@poste.localhost> ha scritto:
Em seg., 23 de nov. de 2026 às 10:00, Poste Restante <post@poste.localhost> escreveu:
Op ma 23 nov 2026 om 10:00 schreef Poste Restante <post@poste.localhost>:
pon., 23 lis 2026 o 10:00 Poste Restante <post@poste.localhost> napisał(a):
пн, 23 нояб. 2026 г. в 10:00, Poste Restante <post@poste.localhost>:
пн, 23 лист. 2026 р. о 10:00 Poste Restante <post@poste.localhost> пише:
po 23. 11. 2026 v 10:00 odesílatel Poste Restante <post@poste.localhost> napsal:
po 23. 11. 2026 o 10:00 Poste Restante <post@poste.localhost> napísal(a):
Poste Restante <post@poste.localhost> ezt írta (időpont: 2026. nov. 23., H, 10:00):
În lun., 23 nov. 2026 la 10:00, Poste Restante <post@poste.localhost> a scris:
Poste Restante <post@poste.localhost>, 23 Kas 2026 Pzt, 10:00 tarihinde şunu yazdı:
Στις Δευ 23 Νοε 2026 στις 10:00 π.μ., ο/η Poste Restante <post@poste.localhost> έγραψε:
Den mån 23 nov. 2026 kl 10:00 skrev Poste Restante <post@poste.localhost>:
Den man. 23. nov. 2026 kl. 10.00 skrev Poste Restante <post@poste.localhost>:
man. 23. nov. 2026 kl. 10:00 skrev Poste Restante <post@poste.localhost>:
ma 23. marrask. 2026 klo 10.00 Poste Restante (post@poste.localhost) kirjoitti:
Kontakt Poste Restante (<post@poste.localhost>) kirjutas kuupäeval E, 23. november 2026 kell 10:00:
pirmd., 2026. g. 23. nov., plkst. 10:00 — lietotājs Poste Restante (<post@poste.localhost>) rakstīja:
2026-11-23, pr, 10:00 Poste Restante <post@poste.localhost> rašė:
На пн, 23.11.2026 г. в 10:00 Poste Restante <post@poste.localhost> написа:
pon, 23. stu 2026. u 10:00 Poste Restante <post@poste.localhost> napisao je:
пон, 23. нов 2026. у 10:00 Poste Restante <post@poste.localhost> је написао/ла:
V V pon., 23. nov. 2026 ob 10:00 je oseba Poste Restante <post@poste.localhost> napisala:
Missatge de Poste Restante <post@poste.localhost> del dia dl., 23 de nov. 2026 a les 10:00:
2026年11月23日(月) 10:00 Poste Restante <post@poste.localhost>:
Poste Restante <post@poste.localhost> 于2026年11月23日周一 10:00写道：
Poste Restante <post@poste.localhost> 於 2026年11月23日 週一 上午10:00寫道：
2026년 11월 23일 (월) 오전 10:00, Poste Restante <post@poste.localhost>님이 작성:
‫בתאריך יום ב׳, 23 בנוב׳ 2026 ב-10:00 מאת ‪Poste Restante‬‏ <‪post@poste.localhost‬‏>:‬
في الاثنين، 23 نوفمبر 2026 في 10:00 ص تمت كتابة ما يلي بواسطة ‪Poste Restante‬‏ <‪post@poste.localhost‬‏>:
در تاریخ دوشنبه ۲۳ نوامبر ۲۰۲۶ ساعت ۱۰:۰۰ ‪Poste Restante‬‏ <‪post@poste.localhost‬‏> نوشت:
सोम, 23 नव॰ 2026 को 10:00 am बजे को Poste Restante <post@poste.localhost> ने लिखा:
ในวันที่ จ. 23 พ.ย. 2026 เวลา 10:00 Poste Restante <post@poste.localhost> เขียนว่า:
Vào Th 2, 23 thg 11, 2026 vào lúc 10:00 Poste Restante <post@poste.localhost> đã viết:
Pada tanggal Sen, 23 Nov 2026 pukul 10.00 Poste Restante <post@poste.localhost> menulis:
Poste Restante (<post@poste.localhost>) erabiltzaileak hau idatzi du (2026 aza. 23, al. (10:00)):
O luns, 23 nov 2026 ás 10:00, Poste Restante (<post@poste.localhost>) escribiu:
mán., 23. nóv. 2026 kl. 10:00 skrifaði Poste Restante <post@poste.localhost>:
ორშ, 23 ნოე. 2026, 10:00 — Poste Restante <post@poste.localhost> დაწერა:
সোম, ২৩ নভে, ২০২৬ তারিখে ১০:০০ AM টায় তারিখে Poste Restante <post@poste.localhost> লিখেছেন:
திங்., 23 நவ., 2026, முற்பகல் 10:00 அன்று, Poste Restante <post@poste.localhost> எழுதியது:
在 2026-11-23 10:00:00，"Poste Restante" <post@poste.localhost> 写道：
At 2026-11-23 10:00:00, "Poste Restante" <post@poste.localhost> wrote:
Понедельник, 23 ноября 2026, 10:00 +03:00 от Poste Restante <post@poste.localhost>:
23.11.2026, 10:00, "Poste Restante" <post@poste.localhost>:
On Monday, November 23rd, 2026 at 10:00 AM, Poste Restante <post@poste.localhost> wrote:
23. Nov. 2026, 10:00 by post@poste.localhost:
23. Nov. 2026, 10:00 von post@poste.localhost:
On 23 Nov 2026 at 10:00 +0100, Poste Restante <post@poste.localhost>, wrote:
On Nov 23, 2026, at 10:00, Poste Restante <post@poste.localhost> wrote:
Am 23.11.2026 um 10:00 schrieb Poste Restante <post@poste.localhost>:
Le 23 nov. 2026 à 10:00, Poste Restante <post@poste.localhost> a écrit :
El 23 nov 2026, a las 10:00, Poste Restante <post@poste.localhost> escribió:
2026/11/23 10:00、Poste Restante <post@poste.localhost>のメール：
Op 23 nov 2026 om 10:00 heeft Poste Restante <post@poste.localhost> het volgende geschreven:
23 nov. 2026 kl. 10:00 skrev Poste Restante <post@poste.localhost>:
Wiadomość napisana przez Poste Restante <post@poste.localhost> w dniu 23 lis 2026, o godz. 10:00:
23 нояб. 2026 г., в 10:00, Poste Restante <post@poste.localhost> написал(а):
2026年11月23日 10:00，Poste Restante <post@poste.localhost> 写道：
Poste Restante <post@poste.localhost> şunları yazdı (23 Kas 2026 10:00):
2026. 11. 23. 오전 10:00, Poste Restante <post@poste.localhost> 작성:
Wiadomość napisana w dniu 23.11.2026, o godz. 10:00, przez Poste Restante <post@poste.localhost>:
Poste Restante <post@poste.localhost> kirjoitti 23.11.2026 kello 10.00:
23 Νοε 2026, 10:00, ο χρήστης «Poste Restante <post@poste.localhost>» έγραψε:
23 лист. 2026 р. о 10:00 Poste Restante <post@poste.localhost> написав(-ла):
ב-23 בנוב׳ 2026, בשעה 10:00, ‏Poste Restante <post@poste.localhost> כתב/ה:
في ٢٣ نوفمبر ٢٠٢٦، الساعة ١٠:٠٠ ص، كتب/كتبت Poste Restante <post@poste.localhost>:
On 2026-11-23 10:00, Poste Restante wrote:
Am 23.11.2026 10:00, schrieb Poste Restante:
Am 23.11.26 um 10:00 schrieb Poste Restante:
Le 23/11/2026 à 10:00, Poste Restante a écrit :
Il 23/11/2026 10:00, Poste Restante ha scritto:
On 2026/11/23 10:00, Poste Restante wrote:
W dniu 23.11.2026 o 10:00, Poste Restante pisze:
Dne 23. 11. 26 v 10:00 Poste Restante napsal(a):
23.11.2026 10:00, Poste Restante пишет:
2026. 11. 23. 10:00 keltezéssel, Poste Restante írta:
Poste Restante kirjoitti 23.11.2026 klo 10.00:
El 23/11/26 a las 10:00, Poste Restante escribió:
Am 23. November 2026 10:00:00 MEZ schrieb Poste Restante <post@poste.localhost>:
On November 23, 2026 10:00:00 AM GMT+01:00, Poste Restante <post@poste.localhost> wrote:
On Mon, 23 Nov 2026, at 10:00 AM, Poste Restante wrote:
On November 23, 2026, Poste Restante <post@poste.localhost> wrote:
On Mon, Nov 23, 2026 at 10:00:00AM +0100, Poste Restante wrote:
Poste Restante <post@poste.localhost> writes:
On 2026-11-23 at 10:00 +01, Poste Restante <post@poste.localhost> wrote...
Den 2026-11-23 kl. 10:00, skrev Poste Restante:
Den 23.11.2026 kl. 10.00 skrev Poste Restante:
Em 23/11/2026 10:00, Poste Restante escreveu:
在 2026/11/23 10:00, Poste Restante 写道:
2026-11-23 오전 10:00에 Poste Restante 이(가) 쓴 글:
Poste Restante さんは書きました (2026/11/23 10:00):
Dňa 23. 11. 2026 o 10:00 Poste Restante napísal(a):
Dne 23. 11. 2026 ob 10:00 je Poste Restante napisal(a):
23.11.2026 10:00 tarihinde Poste Restante yazdı:
23.11.2026 10:00, Poste Restante пише:
На 23.11.26 г. в 10:00, Poste Restante написа:
Στις 23/11/2026 10:00 π.μ., ο Poste Restante έγραψε:
Am 23.11.26, 10:00 schrieb "Poste Restante" <post@poste.localhost>:
On 23.11.26, 10:00, "Poste Restante" <post@poste.localhost> wrote:
On Monday, November 23, 2026 at 10:00:00 AM GMT+1, Poste Restante <post@poste.localhost> wrote:
Am Montag, 23. November 2026 um 10:00:00 MEZ hat Poste Restante <post@poste.localhost> Folgendes geschrieben:
Le lundi 23 novembre 2026 à 10:00:00 UTC+1, Poste Restante <post@poste.localhost> a écrit :
En lunes, 23 de noviembre de 2026, 10:00:00 CET, Poste Restante <post@poste.localhost> escribió:
Il lunedì 23 novembre 2026 alle ore 10:00:00 CET, Poste Restante <post@poste.localhost> ha scritto:
在 2026年11月23日星期一 [GMT+8] 上午10:00:00，Poste Restante<post@poste.localhost> 寫道:
Poste Restante <post@poste.localhost> escreveu no dia segunda, 23/11/2026 à(s) 10:00:
""".strip().split("\n")
HEADS = (
    "From: Poste Restante <post@poste.localhost>\nSent: Monday, November 23, 2026 10:00 AM\nTo: Ada <ada@example.org>\nSubject: Titro with Bruno: your bid",
    "________________________________\nFrom: Poste Restante <post@poste.localhost>\nSent: Monday, November 23, 2026 10:00 AM\nTo: Ada <ada@example.org>\nSubject: Titro",
    "Von: Poste Restante <post@poste.localhost>\nGesendet: Montag, 23. November 2026 10:00\nAn: Ada <ada@example.org>\nBetreff: Titro",
    "*Von:* Poste Restante <post@poste.localhost>\n*Gesendet:* Montag, 23. November 2026 10:00\n*An:* Ada\n*Betreff:* Titro",
    "De : Poste Restante <post@poste.localhost>\nEnvoyé : lundi 23 novembre 2026 10:00\nÀ : Ada <ada@example.org>\nObjet : Titro",
    "De: Poste Restante <post@poste.localhost>\nEnviado el: lunes, 23 de noviembre de 2026 10:00\nPara: Ada\nAsunto: Titro",
    "差出人: Poste Restante <post@poste.localhost>\n送信日時: 2026年11月23日 10:00\n宛先: Ada\n件名: Titro",
    "От: Poste Restante <post@poste.localhost>\nОтправлено: 23 ноября 2026 г. 10:00\nКому: Ada\nТема: Titro",
    "보낸 사람: Poste Restante <post@poste.localhost>\n보낸 날짜: 2026년 11월 23일\n받는 사람: Ada\n제목: Titro",
    "发件人: Poste Restante <post@poste.localhost>\n发送时间: 2026年11月23日 10:00\n收件人: Ada\n主题: Titro",
    "من: Poste Restante <post@poste.localhost>\nتم الإرسال: 23 نوفمبر, 2026\nإلى: Ada\nالموضوع: Titro",
    "מאת: Poste Restante <post@poste.localhost>\nנשלח: יום שני 23 נובמבר 2026\nאל: Ada\nנושא: Titro",
    "จาก: Poste Restante <post@poste.localhost>\nส่งเมื่อ: 23 พฤศจิกายน 2569\nถึง: Ada <ada@example.org>\nเรื่อง: Titro",
    "Từ: Poste Restante <post@poste.localhost>\nĐã gửi: 23 Tháng 11, 2026\nĐến: Ada <ada@example.org>\nChủ đề: Titro",
    "Kimden: Poste Restante <post@poste.localhost>\nGönderildi: 23 Kasım 2026\nKime: Ada\nKonu: Titro",
    "प्रेषक: Poste Restante <post@poste.localhost>\nभेजा गया: 23 नवंबर 2026\nको: Ada <ada@example.org>\nविषय: Titro",
    "Nuo: Poste Restante <post@poste.localhost>\nIšsiųsta: 2026 m. lapkričio 23 d.\nKam: Ada <ada@example.org>\nTema: Titro",
    "No: Poste Restante <post@poste.localhost>\nNosūtīts: 2026. gada 23. novembris\nKam: Ada <ada@example.org>\nTēma: Titro",
    '------------------ 原始邮件 ------------------\n发件人: "Poste Restante" <post@poste.localhost>;\n发送时间: 2026年11月23日(星期一) 上午10:00\n收件人: "Ada"<ada@example.org>;\n主题: Titro',
    '------------------ Original ------------------\nFrom: "Poste Restante"<post@poste.localhost>;\nDate: Mon, Nov 23, 2026 10:00 AM\nTo: "Ada"<ada@example.org>;\nSubject: Titro',
    "----- Original Message -----\nFrom: Poste Restante <post@poste.localhost>\nTo: Ada\nDate: 2026/11/23, Mon 10:00\nSubject: Titro",
    "-------- Original message --------\nFrom: Poste Restante <post@poste.localhost>\nDate: 23/11/2026 10:00 (GMT+01:00)\nTo: Ada\nSubject: Titro",
    "-------- Ursprüngliche Nachricht --------\nVon: Poste Restante <post@poste.localhost>\nDatum: 23.11.26 10:00 (GMT+01:00)\nAn: Ada\nBetreff: Titro",
    'Gesendet: Montag, 23. November 2026 um 10:00 Uhr\nVon: "Poste Restante" <post@poste.localhost>\nAn: ada@example.org\nBetreff: Titro',
    '----- Mail original -----\nDe: "Poste Restante" <post@poste.localhost>\nÀ: "Ada" <ada@example.org>\nEnvoyé: Lundi 23 Novembre 2026 10:00:00\nObjet: Titro',
    '-----Original Message-----\nFrom: "Poste Restante"<post@poste.localhost>\nTo: <ada@example.org>;\nCc:\nSent: 2026-11-23 (월) 10:00:00 (GMT+09:00)\nSubject: Titro',
    "--------- 원본 메일 ---------\n보낸사람 : Poste Restante <post@poste.localhost>\n받는사람 : Ada\n날짜 : 2026년 11월 23일\n제목 : Titro",
    "From:   Poste Restante <post@poste.localhost>\nTo:     Ada/Home@Home\nDate:   23.11.2026 10:00\nSubject:        Titro",
    'Sent: Monday, November 23, 2026 at 10:00 AM\nFrom: "Poste Restante" <post@poste.localhost>\nTo: ada@example.org\nSubject: Titro',
    "-------- Weitergeleitete Nachricht --------\nBetreff: Titro\nDatum: Mon, 23 Nov 2026 10:00:00 +0100\nVon: Poste Restante <post@poste.localhost>\nAn: ada@example.org",
    "---------- Původní e-mail ----------\nOd: Poste Restante <post@poste.localhost>\nKomu: ada@example.org\nDatum: 23. 11. 2026 10:00:00\nPředmět: Titro",
    "--- Исходное сообщение ---\nОт кого: Poste Restante <post@poste.localhost>\nДата: 23 ноября 2026",
    '--- Оригінальне повідомлення ---\nВід кого: "Poste Restante" <post@poste.localhost>\nДата: 23 листопада 2026, 10:00:00',
    '-----Original-Nachricht-----\nBetreff: Titro\nDatum: 2026-11-23T10:00:00+0100\nVon: "Poste Restante" <post@poste.localhost>\nAn: "ada@example.org"',
)
FOOTERS = """
Sent from my iPhone
Von meinem iPhone gesendet
Envoyé de mon iPhone
Enviado desde mi iPhone
Inviato da iPhone
Enviado do meu iPhone
iPhoneから送信
发自我的iPhone
從我的 iPhone 傳送
나의 iPhone에서 보냄
Отправлено с iPhone
Надіслано з iPhone
Skickat från min iPhone
Sendt fra min iPhone
Lähetetty iPhonesta
Wysłane z iPhone'a
Odesláno z iPhonu
Odoslané z iPhonu
Küldve az iPhone-omról
Trimis de pe iPhone‑ul meu
iPhone'umdan gönderildi
Στάλθηκε από το iPhone μου
נשלח מה-iPhone שלי
تم الإرسال من الـ iPhone
ส่งจาก iPhone ของฉัน
Gửi từ iPhone của tôi
Dikirim dari iPhone saya
Enviat des del meu iPhone
Poslano s mojeg iPhonea
Poslano z iPhone
मेरे iPhone से भेजा गया
Verstuurd vanaf mijn iPhone
Verzonden vanuit Outlook voor iOS
Get Outlook for iOS<https://aka.ms/o0ukef>
Get Outlook for Android
Outlook für Android herunterladen
Holen Sie sich Outlook für iOS
Outlook for iOS を入手
获取 Outlook for iOS
取得 Outlook for iOS
Obtener Outlook para Android
Obtenha o Outlook para iOS
Ottieni Outlook per iOS
Télécharger Outlook pour iOS
Pobierz program Outlook dla systemu Android
Hämta Outlook för iOS
Hent Outlook til iOS
Skaff deg Outlook for iOS
Загрузить Outlook для iOS
Yahoo Mail: Search, Organize, Conquer
Yahoo Mail - Email Simplified
Sent from Yahoo Mail for iPhone
Sent with Proton Mail secure email.
Sent from Proton Mail for iOS
Sent from Samsung Mobile
Von meinem Samsung Galaxy Smartphone gesendet.
Gesendet mit der GMX Mail App
Gesendet mit der WEB.DE Mail App
Diese Nachricht wurde von meinem Android Mobiltelefon mit GMX Mail gesendet.
Envoyé depuis l'application Mail Orange
Отправлено из мобильной Почты Mail.ru
Отправлено из Яндекс Почты
Sent from Spark
Sent via Superhuman
Sent with Tutanota
Gesendet von Mail für Windows
Sent from Mail for Windows
来自 网易邮箱大师
发自我的小米手机
来自我的华为手机
発信元：iPhone
iPadから送信
Androidから送信
Yahoo!メールアプリから送信
네이버 메일 앱에서 보냄
내 iPad에서 보냄
Inviato da Libero Mail
Odesláno z mobilní aplikace Seznam Email
Wysłane z Poczty Onet
Απεσταλμένο από το iPhone μου
Sent from my Pixel 9
Sent from my Galaxy
Sendt fra Outlook til Android
Enviado do Outlook para Android
Invia da Outlook per iOS
Sent from Outlook for iOS
Von Outlook für iOS gesendet
Saadetud minu iPhone'ist
Nosūtīts no mana iPhone
Išsiųsta iš mano iPhone
Изпратено от моя iPhone
Послато са мог iPhone-а
Poslané z iPhonu
Sent from AOL on Android
Enviado desde Yahoo Mail para Android
Yahoo Mail für iPhone
Envoyé à partir de Outlook pour Android
ارسال شده از آیفون من
Dihantar dari iPhone saya
Ipinadala mula sa aking iPhone
""".strip().split("\n")


def written(text: str) -> list[str]:
    return [line for line in new_lines(text) if line]


def test_an_attribution_is_none_of_the_words_of_its_writer(subtests: pytest.Subtests) -> None:
    for line in ATTRIBUTIONS:
        wrapped = "\n".join(textwrap.wrap(line, 60))
        with subtests.test(line):
            for attribution in {line, wrapped}:
                for text in (
                    f"KH centre\n\n{attribution}\n\n{QUOTE}",
                    f"KH centre\n{attribution}\n{QUOTE}",
                    f"{attribution}\n{QUOTE}\n\nKH centre\n",
                    f"{attribution}\n\n{QUOTE}\nKH centre\n",
                ):
                    assert written(text) == ["KH centre"], text


def test_what_stands_below_heads_of_a_mail_is_quoted(subtests: pytest.Subtests) -> None:
    for heads in HEADS:
        for between in ("\n", "\n\n"):
            with subtests.test(heads):
                assert written(f"KH centre{between}{heads}\n\n{LETTER}") == ["KH centre"]


def test_what_programs_say_of_themselves_is_left_out(subtests: pytest.Subtests) -> None:
    for footer in FOOTERS:
        for between in ("\n", "\n\n"):
            with subtests.test(footer):
                assert written(f"KH centre{between}{footer}\n") == ["KH centre"]


def test_what_a_person_writes_of_such_things_stays() -> None:
    for line in (
        "no wait, my iPhone mail autocorrects: KS blind",
        "say see you at 20:30:",
        "plan: from 2026: low",
        "I play KS on my iPhone",
        "Ada: KS blind",
        "the 4H of 6D: KS",
    ):
        assert written(f"KH centre\n{line}\n\n{QUOTE}") == ["KH centre", line]
        assert written(f"KH centre\n{line}\n{QUOTE}") == ["KH centre", line]
