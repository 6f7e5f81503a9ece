"""What people write around an answer, as data: greetings, frames such as ``I'd like … please``, closings; and the words
that cast doubt on it."""

from __future__ import annotations

from .guessing import NEGATIONS
from .wording import Phrase, plain, words


def _sayings(*rows: str) -> frozenset[Phrase]:
    return frozenset(words(saying) for row in rows for saying in row.split("|"))


def _each(*columns: str) -> frozenset[Phrase]:
    """Every saying made of one entry of each column."""
    made = [""]
    for column in columns:
        made = [f"{before} {more}" for before in made for more in column.split("|")]
    return frozenset(map(words, made))


_TIMES_OF_DAY = "morning|afternoon|evening|day"
_DAYS = "monday|tuesday|wednesday|thursday|friday|saturday|sunday|weekend|new year|christmas|easter|birthday|holidays"
GREETINGS = (
    _sayings(
        "hi|hello|hey|dear|sorry|greetings|hiya|hullo|ahoy|dearest|howdy|howdy y'all|hi y'all|hey y'all",
        "g'day|morning|afternoon|evening",
        "salut|bonjour|bonsoir|coucou|cher|chère|chers|chers amis|bonjour à tous|salut à tous",
        "ciao|salve|buongiorno|buonasera|caro|cara|cari|ciao a tutti|buongiorno a tutti",
        "hallo|hallo zusammen|moin|servus|liebe|lieber|guten tag|guten morgen|guten abend|grüß dich|hola|olá|hej",
        "bom dia|boa tarde|boa noite|buenos días|buenas|cześć|dzień dobry|ahoj|dobrý den|szia|sziasztok|moi|hei|tere",
        "labas|zdravo|merhaba|selam|hoi|dag|goedemorgen|beste|kära|kjære|kære|xin chào",
        "привет|здравствуй|здравствуйте|добрый день|добрый вечер|доброе утро|дорогой|дорогая|дорогие|привіт|вітаю",
        "добрий день|здраво|здравей|здравейте|γεια|γεια σου|γεια σας|καλημέρα|καλησπέρα|שלום|היי|مرحبا|السلام عليكم",
        "سلام|你好|您好|大家好|こんにちは|こんばんは|おはようございます|안녕하세요|안녕|नमस्ते|สวัสดี",
    )
    | _each("hi|hello|hey|good morning|good evening|dear", "there|all|everybody|everyone|again")
    | _each("good", _TIMES_OF_DAY)
    | _each("happy", _DAYS)
    | _sayings("merry christmas|season's greetings")
)
POLITE = _sayings(
    "please|pls|plz|thanks|thank you|thx|many thanks|thanks a lot|thank you very much|thanks in advance|good luck",
    "nice game|have fun|good game|well played|cheers|thanks so much|thank you so much|thanks all|thanks everyone",
    "if you please|if i may|kindly|better luck next time",
    "svp|stp|s'il te plaît|s'il vous plaît|merci|merci beaucoup|merci d'avance|bonne chance|bonne journée",
    "bonne soirée|per favore|per piacere|grazie|grazie mille|buona fortuna|buona giornata|buona serata",
    "bitte|bitte schön|danke|danke schön|vielen dank|viel glück|schönen tag|schönen abend",
) | _each("have a", "nice|good|lovely|great|wonderful|pleasant", f"{_TIMES_OF_DAY}|weekend|week|time|night|{_DAYS}")
CLOSINGS = POLITE | _sayings(
    "best|all the best|best wishes|best regards|regards|kind regards|warm regards|many greetings|greetings|see you",
    "see you soon|bye|bye bye|love|much love|yours|yours sincerely|sincerely|take care|until soon|xx|xxx",
    "br|kr|bw|goodnight",
    "with best wishes|with my best wishes|my best wishes|with kind regards|with love|lots of love|warmly",
    "yours truly|yours ever|yours faithfully|ta",
    "cheerio|toodle pip|good night|night night|speak soon|talk soon|see you all|see you around",
    "take care all|best to all|good luck all|good luck everyone|good luck everybody|good luck to all",
    "your friend|your partner",
    "cordialement|bien cordialement|amicalement|amitiés|bises|bisous|à bientôt|à plus|salutations",
    "saluti|cari saluti|un saluto|a presto|ciao|baci",
    "grüße|viele grüße|liebe grüße|schöne grüße|beste grüße|herzliche grüße|mit freundlichen grüßen|gruß|lg|mfg|vg",
    "bis bald|tschüss|спасибо|дякую|благодаря|хвала|ευχαριστώ|תודה|شكرا|مرسی",
    "谢谢|謝謝|ありがとう|ありがとうございます|감사합니다",
)
OPENING = (
    _sayings("yes|yes please|go on then|oh go on then|very good")
    | _sayings(
        "right|right then|right so|ok|okay|ok then|okay then|ok so|well|well then|alright|all right|alright then"
    )
    | _sayings("fine|very well|sure|certainly|definitely|oh well|ah well|oh|ah|aha|here goes|here we go|now then")
    | _sayings("as usual|as always|once again|once more|again|alas|sadly|unfortunately|let's see|just|simply")
)
"""Words before an answer that only begin a sentence."""
TRAILING = (
    _sayings("it is|it is then|it is again|it will be|it shall be|it has to be|it will have to be|it must be")
    | _sayings("for me|from me|for me then|from this end|from my hand|for my part|for my bid|from this side|on my part")
    | _sayings("again|then|once more|once again|as usual|as always|as ever|sadly|alas|unfortunately|of course")
    | _sayings("i am afraid|i fear|as my partner|as partner|to lead|to start|to start with|to open|to begin")
    | _sayings(
        "to begin with|i play|i bid|i say|i lead|i call|i will say|if you will|if you would be so kind",
        "if you would be so good",
    )
    | _each("this", "time|round|hand|deal|trick")
    | _each("on this", "one|hand|deal|trick|round")
    | _each("is|will be|shall be", "my", "bid|play|card|answer|call|choice|lead|move|discard|tile|token|pick|partner")
    | _each("into|to|in|for", "the", "dog|chien|kitty|discard")
)
"""Words after an answer that only end its sentence."""
ADDRESSED = _sayings(
    "partner|my partner|dear partner|partner mine|partner dear|mate|my friend|my friends|friends|my dear|my dears",
    "dears|dear|folks|all|everyone|everybody|guys|lads|team|gang|people|ladies|gentlemen|ladies and gentlemen",
    "sir|madam|old chap|old friend|my love|darling|captain|chaps|boys|girls|pals|pal|buddy|you all|y'all|good people",
)
"""Whom a bid may be said to."""
_WILL = "i will|we will|i shall|let me|let us|let's|i am going to|i have to|i will have to|i must|i want to|i choose to"
_SAYING = f"i|we|i would like to|{_WILL}"
_PLAYING = "play|bid|lead|put|place|choose|pick|call|announce|declare|show|answer"
LAYING = "discard|drop|lay|throw"
KEEPING = "keep"
INTRODUCTIONS = (
    _sayings("i would like|my card|my cards|my answer|my play|my lead|my choice|my tile|my token|my target")
    | _sayings("card|cards|answer|tile|token|target|bid|bidding|play|playing|lead|leading|put")
    | _each("my", "card|play|lead|choice|tile|token|target|answer|bid|call|move|pick", "is|will be|is going to be")
    | _sayings(
        "my cards are|my bid|my call|my move|my pick|make it|make that|call it|it is|it will be|mine is|let it be"
    )
    | _sayings("it has to be|it must be|it is going to be|put me down for|mark me down for|i am for")
    | _sayings("put me in for|for me|for me it is|for my part|here is|here comes|out comes|time for|i am in for")
    | _sayings("mine will be|for my bid|from me|as my partner|please play|please bid|please lead|please put|just put")
    | _sayings(_SAYING)
    | _each(_SAYING, _PLAYING)
    | _each(f"i|{_WILL}", "go|go for|go with|go to|start with|open with|open|lead with|follow with|follow|throw in|use")
    | _each(
        f"i|{_WILL}",
        "stick with|settle for|risk|chance|venture|raise to|go up to|call it|say|make it|try|go ahead with"
        "|put in|put down|lay down|offer",
    )
    | _each(f"{_WILL}|i would like to", "have|go|go for|go with|put|make it|start with|open with")
    | _each("i am", "playing|bidding|leading|putting|choosing|picking|calling|declaring|going|going for|going with")
    | _each("i am", "leading|opening|starting|following|playing|sticking", "with")
    | _each("my", "card|bid|choice|play|lead|answer", "this time is|now is|for this trick is")
    | _sayings("i would be happy to play|i would be happy with|i would be glad to play")
    | _sayings("going with|going for|i am going to go with|i am going to go for|i am happy with|i am happy to play")
    | _sayings(
        "je joue|je mets|je pose|j'appelle|je choisis|j'annonce|je montre|ma carte|mes cartes|mon enchère|ma réponse",
        "gioco|metto|chiamo|scelgo|annuncio|la mia carta|le mie carte",
        "ich spiele|ich lege|ich nehme|ich biete|ich sage|ich wähle|meine karte|meine karten",
    )
)
"""Words before an answer that say that it is one."""
THAT_IS = _sayings("that is a|that is|that will be a|that will be")
"""Accepted where no card is asked for: “that is a king of hearts” may be talk."""
LAYING_AWAY = (
    _each(_SAYING, LAYING)
    | _each("i am", "discarding|dropping|laying away|laying down|throwing away|putting away")
    | _each(f"i|{_WILL}", "lay away|throw away|put away|put aside|get rid of|part with|bury")
    | _each("into|to|in|for", "the|my", "dog|chien|kitty|discard")
    | _each("into|to|in", "the", "dog|chien|kitty", "go|goes|i put|i lay")
    | _sayings("discard|discards|discarding|my discard|my discard is|my discards are|away go|out go")
    | _sayings("je jette|j'écarte|écart|mon écart|scarto|lo scarto|ich drücke")
)
KEEPING_BACK = _each(_SAYING, KEEPING) | _sayings("keep|keeping|i am keeping|tengo|je conserve")
CALLING = _sayings(
    "call|calling|call for|partner|my partner|my partner is|partner is|my partner will be|i call as my partner|appel",
    "ich rufe|rufe",
)
"""Words that precede a card that is called; in other asks they mean something else ("Please call 30")."""
TAKING = _each(f"i|{_WILL}|i would like to", "take|steal|have|take from|steal from") | _sayings(
    "take|take from|steal|steal from|je prends|prendo|ich nehme"
)
"""Not accepted where people are chosen or cards may be kept, where they mean something else; see `_introductions`."""
BETWEEN = frozenset(
    "and et e und on onto to at in into the a my of with your i au aux sur a en le la les mon ma"
    " avec des con su nel sul al il"
    " lo gli mio mia auf mit der die das in ins zum zur mein meine dem den also plus for goes target".split()
)
"""Words that may stand before and between options without changing anything."""
FIRST = frozenset("the a my i le la les l mon ma un une il lo gli mio mia der die das den mein meine meinen".split())
"""Those that may precede the first option; ``at 10`` and ``on the 2`` are times."""
EVERYDAY = frozenset(
    "no not nothing none nobody personne right left take keep stay discard decline mark double doubles star sun moon"
    " stella luna angel angelo world devil tower tour lover lovers sans without against white fly"
    " mat page pages one ones two"
    " twos three threes four fours five fives six sixes seven sevens due un uno deux trois tre zero"
    " zeros nil re as sole spade"
    " prends prendo rester resto garder small handful hanged inverted rien niente nichts"
    " magician torre knock".split()
)
"""Everyday words. Alone they are not full names, unless the letter shows them as such."""
DOUBTFUL = frozenset(
    "wait actually instead rather unless scratch correction mistake cancel undo ignore changed reconsider second oops"
    " attends attendez plutot sauf finalement erreur annule anzi aspetta invece piuttosto errore annulla"
    " warte doch lieber stattdessen falls irrtum if provided maybe perhaps kidding joking disregard"
    " scrap nevermind draft testing typo withdrawn".split()
) | frozenset(map(plain, "отмена отменить стоп подожди подождите погоди άκυρο στοπ".split()))
"""Words below the answer that may take it back or attach a condition."""
DENIALS = NEGATIONS | frozenset(
    map(
        plain,
        "nein nope nee nej nei não nem ei hayır nie tidak nu нет не ні όχι לא لا 不 不要 いいえ 아니 아니요".split(),
    )
)
"""Words for no, in the languages in which people greet."""
NO_NAMES = (
    DOUBTFUL
    | DENIALS
    | frozenset(
        "nothing nobody none nope nah nevermind hm hmm hmmm er erm um uh or else yes and might may guess think probably"
        " possibly later tomorrow today now soon hold stop pause resign help plan hand table delete withdraw void"
        " vielleicht eventuell forse oppure aber oder wenn nur".split()
    )
)
"""Words that a line which may be a name does not have."""

# Remarks: all words of one must be known, and one must show a mood.

MOODS = frozenset(
    "rubbish terrible awful dreadful horrible horrid miserable lousy poor bad worse worst abysmal appalling"
    " ghastly hopeless useless pathetic grim cursed curse curses disaster disastrous tragic sad sadly alas unlucky"
    " weak weakest ugly nasty wretched dire mediocre boring dull disappointing garbage trash junk hurts painful"
    " shame good great nice lovely wonderful fantastic brilliant excellent superb splendid marvellous marvelous"
    " amazing beautiful best strong strongest decent cracking super perfect delightful luck lucky fortune brave"
    " bold daring confident cheeky optimistic reckless wild crazy mad greedy nervous excited happy glad pleased"
    " proud delighted thrilled tired sleepy hungry hope hoping wishes crossed pray praying sorry apologies pardon"
    " thanks thank grateful cheers congratulations congrats bravo fun enjoy enjoying enjoyed enjoyable love loved"
    " loving exciting wow phew ouch yay hooray hurrah boom bang sigh groan grr ugh eek gosh golly crikey blimey"
    " goodness snow snowing rain raining rainy sunny sunshine weather cold windy storm delay late slow busy"
    " birthday christmas holiday pleasure gentle unfortunate unfortunately regrettably bleak shocking shambles"
    " mess horrendous atrocious abominable dismal feeble diabolical afraid pride".split()
)
"""Words of praise, complaint, thanks, apology or wish, and of the weather."""
KINDLY = frozenset(
    "sorry apologies pardon thanks thank grateful cheers congratulations congrats hope hoping luck wishes happy"
    " love enjoy pleasure gentle best".split()
)
"""Those that are said to somebody about themselves, not about their bid."""
HARMLESS = MOODS | frozenset(
    "a an the this that these those my mine our your yours its is was are am were be been being i we you it me us"
    " of with and so too very just quite such really pretty truly again still always ever all some more much many"
    " lot lots for at on in to from here there today tonight everyone everybody folks friends friend partner"
    " partners hand hands cards deal deals round rounds game games evening day night morning week weeks year years"
    " had has have got get do did goes going come make makes made feeling feel feels felt set bunch pile heap life"
    " old new work kids family children train trains far along away outside over bit little tad big fingers since"
    " lately dominoes tiles well oh ah ooh sunday time times once trick tricks tea coffee cake dinner lunch supper"
    " breakfast garden cat cats grandchildren grandkids home weekend holidays summer winter spring autumn ill"
    " kitchen baby thing stuff sort kind run streak form absolutely completely totally utterly simply extremely"
    " incredibly frankly took long patience modest full joy poorly off us honestly another whole indeed ok".split()
)
"""The words a remark may have. None denies, doubts, asks, or sets a condition or a time."""
SAYINGS = (
    _each("let's see how", "it|this|that", "goes|works out|turns out")
    | _each("what a", "hand|deal|mess|disaster|day|week|game|shame|pity|trick|round|evening|surprise|treat")
    | _each("sorry about", "that|the delay|the wait|this")
    | _each("how", "lovely|nice|exciting|fun|annoying|sad")
    | _sayings(
        "let's see what happens|let's have some fun|let's have fun|let's hope for the best|let's go",
        "here goes|here we go|take that|better luck next time|come on|thanks for waiting|keep you waiting",
        "keep you all waiting|wish me luck|wish us luck|rest of you|thanks for your patience|as they say",
        "fortune favours the brave|fortune favors the brave|well played",
        "well done|nice one|say hi|says hi|with apologies|over to you|fingers crossed|bring it on|game on|at last",
        "so there|oh well|oh dear|dear me|good grief",
    )
)
"""Sayings that count as one word of mood, whatever words they have."""
STARTS = frozenset(
    "is are am was were be do did have has had should to for at on in from with of about over since how like as".split()
)
"""First words that ask, or continue the answer's own sentence."""
