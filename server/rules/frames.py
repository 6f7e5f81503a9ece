"""What people write around an answer, as data: greetings, frames such as ``I'd like … please``, closings; and the words
that cast doubt on it.
"""

from __future__ import annotations

from .guessing import NEGATIONS
from .wording import Phrase, plain, words


def sayings(*rows: str) -> frozenset[Phrase]:
    return frozenset(words(saying) for row in rows for saying in row.split("|"))


def each(*columns: str) -> frozenset[Phrase]:
    """Every saying made of one entry of each column."""
    made = [""]
    for column in columns:
        made = [f"{before} {more}" for before in made for more in column.split("|")]
    return frozenset(map(words, made))


_TIMES_OF_DAY = "morning|afternoon|evening|day"
_DAYS = "monday|tuesday|wednesday|thursday|friday|saturday|sunday|weekend|new year|christmas|easter|birthday|holidays"
GREETINGS = (
    sayings(
        "dear sir or madam|dear sirs|to whom it may concern|heya|hi|hello|hey|dear|sorry|greetings|hiya|hullo"
        "|ahoy|dearest|howdy|howdy y'all|hi y'all|hey y'all|hi hi|hello hello|hey hey|morning morning",
        "sorry i am late|sorry to be late|sorry to be so late|good luck all|good luck everyone|good luck to all",
        "g'day|morning|afternoon|evening|evenin'|mornin'|wotcha|yo|hey ho|good day|ciao ragazzi|hola a todos",
        "salut|bonjour|bonsoir|coucou|cher|chère|chers|chers amis|bonjour à tous|bonsoir à tous|bonne année"
        "|salut à tous",
        "ciao|salve|buongiorno|buonasera|caro|cara|cari|ciao a tutti|buongiorno a tutti",
        "hallo|hallo zusammen|moin|servus|liebe|lieber|guten tag|guten morgen|guten abend|grüß dich|hola|olá|hej",
        "bom dia|boa tarde|boa noite|buenos días|buenas|cześć|dzień dobry|ahoj|dobrý den|szia|sziasztok|moi|hei|tere",
        "labas|zdravo|merhaba|selam|hoi|dag|goedemorgen|beste|kära|kjære|kære|xin chào",
        "привет|здравствуй|здравствуйте|добрый день|добрый вечер|доброе утро|дорогой|дорогая|дорогие|привіт|вітаю",
        "добрий день|здраво|здравей|здравейте|γεια|γεια σου|γεια σας|καλημέρα|καλησπέρα|שלום|היי|مرحبا|السلام عليكم",
        "سلام|你好|您好|大家好|こんにちは|こんばんは|おはようございます|안녕하세요|안녕|नमस्ते|สวัสดี",
    )
    | each("hi|hello|hey|good morning|good evening|dear", "there|all|everybody|everyone|again|both")
    | each("hi|hello|hey|hiya|howdy|yo|evening|morning|afternoon", "guys|gang|team|chaps|lads|mates|peeps|both|folks")
    | each("good", _TIMES_OF_DAY)
    | each("happy", _DAYS)
    | each("happy", _DAYS, "all|everyone|everybody|folks|to all|to you all|again")
    | each("evening|morning|afternoon|good evening|good morning|good afternoon", "y'all|all|folks|friends|everyone")
    | sayings(
        "merry christmas|season's greetings|buonasera a tutti|salve a tutti|salve amici|ciao amici|ciao belli|ciao cari"
    )
)
POLITE = (
    sayings(
        "please|pls|plz|thanks|thank you|thx|many thanks|thanks a lot|thank you very much|thanks in advance|good luck",
        "please and thank you|please and thanks|please partner|please everyone|please all|thanks and best wishes"
        "|thank you kindly|thanks ever so much|thank you ever so much|much obliged|with many thanks|thanks kindly"
        "|thanks awfully|thanks a million|thanks a bunch|ta very much|ta muchly|cheers and thanks"
        "|with thanks|please sir|please ma'am",
        "nice game|have fun|good game|well played|cheers|thanks so much|thank you so much|thanks all|thanks everyone",
        "if it is all the same|if it is all the same to you|if you would be so kind|if you would",
        "with all due respect|with respect|if you please|if i may|if i might|kindly|better luck next time",
        "svp|stp|s'il te plaît|s'il vous plaît|merci|merci beaucoup|merci d'avance|bonne chance|bonne journée",
        "bonne soirée|per favore|per piacere|grazie|grazie mille|buona fortuna|buona giornata|buona serata",
        "bitte|bitte schön|danke|danke schön|vielen dank|viel glück|schönen tag|schönen abend",
    )
    | each("with your|by your", "leave|permission|kind permission|good leave|gracious leave")
    | each("there is a", "good chap|good fellow|good man|good girl|dear|love|sport|good sport|pal|darling|star")
    | each("have a", "nice|good|lovely|great|wonderful|pleasant", f"{_TIMES_OF_DAY}|weekend|week|time|night|{_DAYS}")
)
CLOSINGS = (
    POLITE
    | each("happy", _DAYS)
    | each("see you|see you all|see you both", "|on|next", _DAYS)
    | sayings(
        "best|all the best|best wishes|best regards|regards|kind regards|warm regards|many greetings|greetings|see you",
        "see you soon|bye|bye bye|love|much love|yours|yours sincerely|sincerely|take care|until soon|xx|xxx|xo|xoxo"
        "|xoxoxo",
        "see ya|see ya soon|see ya later|cya|later all|later y'all|respectfully|respectfully yours"
        "|cordially|affectionately|fondly|gratefully|faithfully|peace and love|cheers then"
        "|over and out|tot ziens"
        "|groetjes|groeten|vriendelijke groeten|met vriendelijke groet|slán|sláinte|slàinte|hilsen|hälsningar|kram|klem"
        "|hwyl|mvh|terveisin|pozdrawiam|pozdrav|tchau|adeus|beijos|abrazos|besos|un abrazo|shalom|aloha|namaste|salaam"
        "|all good wishes|good wishes|every good wish|fond regards|fondest regards|best love|your devoted partner",
        "br|kr|bw|goodnight|night|ttfn|toodles|ta ra|tara|laters|tata|ta ta|cheers all|cheers now|adieu|god bless"
        "|god bless you",
        "god bless you all|kindest regards|warm wishes|warmest wishes|warmest regards|have a good one|best to you all",
        "hugs",
        "take care y'all|take care everyone|take care everybody|kisses|big hug|yours aye|all best|bless you all"
        "|catch you later|thanks and best wishes to all|best wishes to all",
        "best wishes all|love to all|regards to all|un abbraccio|abbracci|amitiés|herzlich|herzlichst|saludos|abraços",
        "with best wishes|with my best wishes|my best wishes|with kind regards|with love|lots of love|warmly",
        "yours truly|yours ever|yours faithfully|ta",
        "cheerio|toodle pip|good night|night night|speak soon|talk soon|see you all|see you around",
        "take care all|best to all|good luck all|good luck everyone|good luck everybody|good luck to all",
        "your friend|your partner|your servant|your humble servant|your obedient servant|bye for now|bye now|bye then"
        "|ok bye|okay bye|right bye|bye all|bye everyone|bye you two|rgds|atb|all the very best|see you later"
        "|mind yourselves|mind yourself|look after yourselves|look after yourself|be well|keep well|stay well"
        "|ever yours|always yours|yours always|yours as ever|yours as always|toodle oo|pip pip|ta ta for now|a domani"
        "|alla prossima|bis morgen|bis dann|à demain|hasta luego|hasta mañana|your old friend|your old pal|ttyl"
        "|talk later|speak later|arrivederci|ciao ciao|ciao belli|ciao cari"
        "|ciao amici|ciao a tutti|au revoir|adios|auf wiedersehen",
        "until tomorrow|till tomorrow|until next time|till next time|until soon|until then|till then"
        "|god bless|god bless y'all"
        "|talk tomorrow|talk to you soon|speak tomorrow|toodle-pip|toodles|ttfn|ta-ra|over and out|i remain yours"
        "|i remain your obedient servant|i remain your humble servant|stay safe|stay warm|peace",
        "bien à vous|bien à toi|sincèrement|cordialmente|amicalement vôtre|tanti saluti|tanti cari saluti"
        "|un caro saluto|cordiali saluti|distinti saluti|statemi bene|herzliche grüße an alle",
        "cordialement|bien cordialement|amicalement|amitiés|bises|bisous|à bientôt|à plus|salutations",
        "saluti|cari saluti|un saluto|a presto|ciao|baci",
        "grüße|viele grüße|liebe grüße|schöne grüße|beste grüße|herzliche grüße|mit freundlichen grüßen|gruß|lg|mfg|vg",
        "bis bald|tschüss|tschuess|tschüß|спасибо|дякую|благодаря|хвала|ευχαριστώ|תודה|شكرا|مرسی",
        "谢谢|謝謝|ありがとう|ありがとうございます|감사합니다",
    )
)
_WARMLY = (
    "sincerely|faithfully|respectfully|cordially|affectionately|devotedly|gratefully|fondly|lovingly|obediently|humbly"
    "|warmly|truly|cheerfully|merrily|amicably"
)
CLOSINGS |= each("|yours|very|most", _WARMLY) | each(_WARMLY, "yours")
SIGNING = (CLOSINGS - POLITE) | sayings(
    "respectfully submitted|humbly submitted",
    "later|laters|your devoted|your affectionate|your own|your dear|your grateful|your obedient|your obedient servant",
    "cheers|thanks|many thanks|with thanks|your humble|your loving|your faithful|your old|your old friend|your partner",
)
"""Those before a name on the same line."""
OPENING = (
    sayings("yes|yep|yup|yeah|yes please|go on then|oh go on then|very good")
    | sayings("right|right then|right so|ok|okay|ok then|okay then|ok so|well|well then|alright|all right|alright then")
    | sayings("yes ma'am|yes sir|aye|aye aye|heck|hell|gosh|lord|eh bien|alors|allez|voilà|ecco|allora|na ja|tja|also")
    | {
        (*said, ",")
        for said in each(
            "well|right|ok|okay|so|sorry|alright", "folks|all|everyone|everybody|friends|gang|team|partner"
        )
    }
    | sayings("what the heck|what the hell|oh what the heck|oh what the hell|to hell with it")
    | sayings("fine|very well|sure|certainly|definitely|oh well|ah well|oh|ah|aha|here goes|here we go|now then")
    | {("so", ",")}
    | sayings(
        "my turn|my go|for me|for my part|for my bid|from me|and for me|and from me|here you go"
        "|take this|take that|this trick"
    )
    | each("for|on|to|in", "this one|this trick|this hand|this round|this deal")
    | sayings("regretfully|reluctantly|gladly|happily|cheerfully|boldly|bravely|humbly|proudly|grudgingly|cautiously")
    | sayings("this time|i have made up my mind|my mind is made up|after much thought|no surprises")
    | sayings("as usual|as always|once again|once more|again|alas|sadly|unfortunately|let's see|just|simply")
)
"""Words before an answer that only begin a sentence."""
TRAILING = (
    sayings("itself|himself|herself|themselves")
    | sayings(
        "will do|will do nicely|will do fine|it is|it is then|it is again|it will be|it shall be|it has to be"
        "|it will have to be|it must be"
    )
    | sayings(
        "off my hand|out of my hand|for me|from me|for me then|from this end|from my hand|for my part|for my bid"
        "|from this side|on my part|from here"
    )
    | sayings("to be played|on there|finally|at last|at long last")
    | sayings("again|then|once more|once again|as usual|as always|as ever|sadly|alas|unfortunately|of course")
    | sayings("i am afraid|i fear|as my partner|as partner|to lead|to start|to start with|to open|to begin")
    | sayings(
        "to begin with|i play|i bid|i say|i lead|i call|i will say|if you will|if you would be so kind",
        "if you would be so good|on my behalf|final answer|and that is final|full stop|to be my partner"
        "|for a partner|for my partner|as a partner",
    )
    | each("this", "time|round|hand|deal|trick|turn|one")
    | each("for", "starters|this one|this time|this hand|this round|this deal|this trick")
    | sayings("too|also|on this|if i can|my turn")
    | each("on this", "one|hand|deal|trick|round")
    | each(
        "is|will be|shall be|that is",
        "my",
        "bid|play|card|answer|call|choice|lead|move|discard|tile|token|pick|partner|word|final word|offer|verdict",
    )
    | each("into|to|in|for", "the", "dog|chien|kitty|discard|scarto|talon")
    | each("by|next to|beside", "my name")
    | each("is|are|will be", "what i", "play|lead|bid|choose|call|put|will play|will lead|am playing|am leading")
    | each("from|for", "yours truly")
    | each("i will|i shall", "play|bid|lead|say")
    | sayings(
        "tonight|to start us off|to get us started|to kick things off|to set the ball rolling|hélas|malheureusement"
    )
    | each("et", "merci|bonne soirée|bonne journée|bonne chance")
    | each("that is|that makes|makes", "six|three|two|the six|the lot|all six|all three|all|the three|my six|my three")
    | each("no|with no", "slam|signal|signals|declaration|declarations")
    | each("straight|right", "out of the gate|out of the chute|off the bat|away")
    | sayings(
        "will have to do|for partner|be trumps|be trump|be the trumps|from my side|from my corner|from my end"
        "|from over here|from this corner|definitely|certainly|absolutely|for sure|for certain|pour moi|per me"
        "|für mich|voilà|ecco|nothing to declare|that is all|that is it|and that is all|and that is it"
        "|obviously|naturally|needless to say|will do me|will do me nicely|now please|from me today|this time around"
        "|this time round|with it|as well|to finish|to finish with|to end with"
        "|last of all|from this end of the table|from this side of the table|to get us going|to kick off"
        "|following suit|i am following suit|i am following|to be safe|just to be safe"
        "|folks|sir|partner|everybody|to my hand|into my hand|to hand|y'all|ma'am|pardner|hehe|haha|ha"
        " ha|heh|hee hee|tee hee|he he"
        "|to get the ball rolling|to warm up|with what i have|with what i have got|with mine"
    )
)
"""Words after an answer that only end its sentence."""
DEAR = each(
    "|my|old",
    "dear|dears|darling|darlings|love|loves|lovelies|hon|honey|sweetie|sweeties|sweetheart|treasure|pet|petal"
    "|dearest|beloved|girl|boy|man|friend|friends|chap|sweet boy|sweet girl|good man|noble friends",
)
"""What people one is fond of are called, by themselves or behind their names."""
ADDRESSED = DEAR | sayings(
    "you both|you two|dear ones|good friends|old friends|dear friends|dear partner|chums|comrades|noble company"
    "|cara|caro|cari|carissimi|amici|amici miei|amico mio|belli|bella|ragazzi|ragazze|mes amis|mon ami|mon cher"
    "|ma chère|mes chers|liebe leute|freunde|meine lieben",
    "gents|ladies and gents|peeps|mates|dear all|dear friends|my dears|pardner|podner|my pardner|ma'am|partner"
    "|my partner|dear partner|partner mine|partner dear|mate|my friend"
    "|my friends|friends|my dear|my dears",
    "dears|dear|folks|all|everyone|everybody|guys|lads|team|gang|people|ladies|gentlemen|ladies and gentlemen",
    "sir|madam|old chap|old friend|my love|darling|captain|chaps|darlin'|honey|hon|sugar|amigo|amigos|bud|cowboy"
    "|pet|comrades|neighbour|neighbor|neighbours|neighbors|signori|messieurs|boys|girls|pals|pal|buddy|you all"
    "|y'all|good people",
)
"""Whom a bid may be said to."""
_I = "(?:me )?(?:i|we)(?: hereby| once more| once again)?"
_WILL = (
    rf"(?:(?:i am afraid )?{_I} (?:will|shall|must|(?:will |shall )?have to|(?:want|wish|choose|elect) to|(?:am"
    rf"|are) (?:going to|gonna)(?: have to)?"
    "|(?:am|(?:would|should) be) (?:happy|glad|pleased) to|(?:would|should) like to"
    "|(?:have )?decided to)|(?:have|got) to|let me|let us|let"
    "|gonna(?: have to)?|gotta|going to(?: have to)?|allow me to|permit me to|(?:please )?let me"
    "|let's|time to)"
    "(?: just| simply| now| then| gladly| happily| boldly| go ahead and)?"
)
_DO = (
    "play|bid|lead|put|place|choose|pick|call|name|announce|declare|show|answer|go|use|try|say|risk|chance|venture|offer"
    "|dare|propose|give(?: (?:them|him|her|em|you|you all|everybody|everyone))?"
    "|spend|reply|respond|follow(?: suit)?|open|start|begin|stick|settle|opt|plump|raise(?= to)|raise it|open the"
    " bidding at|start the bidding at"
    "|start us off at|open at|start at|come in at|try for|have a go at|attempt|do an?|enter"
    "|select|make it|call it|throw in|commit|begin|kick off"
    "|(?:open|kick|start) (?:this|it|us|things) (?:up|off) with|open up with|get us started with|get things"
    " going with"
)
DIRECTLY = (
    "play|bid|go|lead|put|place|set|make it|call it|lead with|(?:go|start|open|begin|lead off|kick off) with|go for"
    "|start (?:me|us) (?:off )?(?:at|with)|(?:play|put|set|place) (?:down|out)"
)
_DOING = (
    "playing|bidding|leading|putting|placing|choosing|picking|calling|announcing|declaring|showing|going|using|trying"
    "|risking|giving|spending|replying|responding|answering|opening|starting|following|sticking|settling"
    "|opting|plumping|entering"
)
_HOW = (
    "(?:(?<!play)(?<!lead)(?<!playing)(?<!leading) (?:for|to|up to)"
    "| (?:with|down|ahead with|off with|in with|out with|out))?"
)
_NOUN = (
    "selection|response|reply|turn|will|announcement|card|cards|answer|bid|play|lead|choice|call|move|pick|tile|token"
    "|target|decision"
)
_LABEL = (
    "(?:first |my first |the |this )?(?:cards?|answer|bid|play|lead|tile|domino|bone|token|target|trick)"
    "|move|reply|response|decision|announcement"
)
_NOW = "(?: (?:this time|now|for this (?:trick|round|deal|hand)))?"
_BE = (
    "is going to have to be|is gonna be|is|are|will be|shall be|is going to be|has to be|must be|(?:will"
    "|shall) have to be"
    "|had better be|is got to be|has got to be"
)
ME_DOWN = (
    "put my name down for"
    "|(?:put|mark|note|enter|write|sign|count) me (?:down |up |in )?(?:for|as|at)|(?:put|write) down"
    "|(?:enter|note|record|register|log|book|put|mark)(?: down)? my (?:bid|answer|card|lead|play|choice)(?: down)? as"
    "|(?:record|register)(?: down)?(?: my)?|(?:note|log|book) (?:down|(?:down )?my)"
)
_LAY = (
    "slide|lob|hurl|bang|smack|whack|pop|sling|plunk|discard|drop|lay|throw|toss|chuck|fling|dump|ditch|shed|slap"
    "|plonk|bury|slough|sluff|part with|get rid of|put (?:away|aside|by)"
)
ORDERED = (
    f"{DIRECTLY}|{_LAY}|give|hand|feed|offer|cover|beat|cut|trump|ruff|overtrump|duck|take|win|keep|hold|save|add|cash"
    "|slip|sneak|show|call|announce|declare|follow|use|try|let"
)
"""What somebody may be told to do."""
_KINDLY = "(?:please |kindly |just )*"
_WOULD_YOU = f"(?:could|can|would|will) you {_KINDLY}"
_FAVOUR = (
    "be (?:so|very) (?:kind|good) as to|be (?:kind|good) enough to"
    "|be an? (?:dear|love|darling|star|sport|pal|good sport|good chap|good fellow) and"
)
REQUEST = (
    rf"(?:please,? |kindly |do |just )*(?:(?:(?:{_WOULD_YOU})?(?:{_FAVOUR})|go ahead and) "
    rf"(?=(?:{ME_DOWN}|{DIRECTLY}|{_LAY}|use|enter|submit|say|pass for me)\b)|{_WOULD_YOU}(?=(?:{ME_DOWN})\b)"
    r"|(?:could|can|would|will) you (?:please |kindly )+(?=(?:put|place|lay|play|lead) (?:down )?my\b))"
)
"""Words of politeness alone before what somebody is asked to do; a question mark behind it asks nothing."""
INTRODUCTION = "|".join(
    (
        rf"(?:{_I}|{_WILL})(?: (?:{_DO}){_HOW})?|(?:{_WILL}(?<! to)|(?:can|could|may|might) i(?: please)?) have",
        "i (?:would|should) like",
        rf"(?:{_I} (?:am|are|(?:will|shall) be) |now )?(?:{_DOING}){_HOW}",
        rf"(?:just )?(?:{DIRECTLY})|(?:please|kindly|(?:could|would) you(?: please| kindly)?) (?:{DIRECTLY}"
        rf"|use|enter|submit)",
        rf"(?:i (?:would|should) be )?(?:grateful|obliged|glad) if you (?:would|could)(?: please)? (?:{DIRECTLY}|use"
        rf"|enter)",
        r"another|yet another|(?:just |only )?an? (?:humble|simple|solid|cautious|modest|quick|easy|definite"
        r"|firm|timid|reluctant)",
        rf"{_I} (?:want|chose|picked)|wanna(?: (?:{DIRECTLY}))?|(?:just|only) (?:an?|the|my)|make mine(?: an?)?"
        rf"|(?:it )?(?:must|has to|will have to|got to|gotta) be",
        rf"the (?:{_NOUN}) (?:that )?i (?:{DIRECTLY}|choose|pick|chose|picked)(?: (?:{_BE}))?|the (?:card"
        rf"|answer|lead|tile|token|choice|decision) (?:{_BE})",
        rf"(?:please |kindly |just |do |you (?:can|may) |(?:could|can|would) you (?:please |kindly )?)?(?:{ME_DOWN})",
        rf"my (?:{_NOUN}){_NOW}(?: (?:{_BE})(?: to)?)?|an? bid of"
        rf"|{_LABEL}|mine (?:is|will be)|the answer is|make that|let it be"
        rf"|let the record (?:show|state) that {_I}"
        rf"|(?:please )?(?:find|see) (?:enclosed |attached |below |herewith )?my (?:{_NOUN})",
        rf"(?:(?:i am )?afraid |i fear |for me )?it (?:{_BE})|here (?:is|are)(?: (?:my|the) (?:{_NOUN})s?"
        rf"| what i (?:{DIRECTLY}))?|(?:here|on|off|in|up) (?:comes|goes)"
        rf"|time for",
        rf"{_I} (?:(?:have )?(?:decided|settled) (?:on|for)|have decided|have (?:chosen|picked"
        rf"|(?:plumped|opted|gone) for|gone with))",
        "(?:(?:i|we) )?(?:will )?open(?:ing)? for"
        "|i am (?:in |up |down |good )?for|i am in at"
        "|put me in (?:for|at)|(?:please )?accept my(?: bid of)?|permit me an?"
        "|open (?:this|it) up with|open up with|get us started with"
        "|get things going with"
        "|here have|(?:i am|i would be) (?:happy|glad) with|for (?:me|my part|my bid)|from me|as my partner",
    )
)
"""Words before an answer that say that it is one, as a pattern."""
INTRODUCTIONS = sayings(
    "je joue|je mets|je pose|j'appelle|je choisis|j'annonce|je montre|ma carte|mes cartes|mon enchère|ma réponse",
    "gioco|metto|chiamo|scelgo|annuncio|la mia carta|le mie carte",
    "ich spiele|ich lege|ich nehme|ich biete|ich sage|ich wähle|meine karte|meine karten",
)
"""The same in other languages."""
GIVING = r"(?:please |kindly |just |(?:can|could|would) you (?:please )?|(?:you|y all|you all) can )?(?:give me|gimme)"
"""Words before what is asked for, which no card to be played is."""
THAT_IS = (
    "that (?:is|will be)(?: a)?|(?:my )?trumps?(?: suit)?(?: (?:is|are|will be|shall be|(?:is|are) going to be))?"
    "|my (?:trump )?suit (?:is|will be)"
)
"""Accepted where no card is asked for: “that is a king of hearts” may be talk."""
_LAYING = (
    "discarding|dropping|laying|throwing|sloughing|sluffing|pitching|tossing"
    "|dumping|ditching|shedding|burying|parting with|getting rid of"
    "|putting away"
)
_FEW = "(?:two|three|six|2|3|6)"
_INTO = "(?:into|to|in|for) (?:the|my) (?:dog|chien|kitty|discard|scarto|talon|pile)"
_COVER = (
    "cover(?:ing)?|beat(?:ing)?|kill(?:ing)?|head(?:ing)?|crush(?:ing)?|duck(?:ing)?|answer(?:ing)?|follow(?:ing)?"
    "|tak(?:e|ing)|win(?:ning)?|top(?:ping)?|captur(?:e|ing)|cut(?:ting)?|snatch(?:ing)?"
    "|(?:over)?(?:trump|ruff)(?:ing)?(?: in)?"
    "|(?:com(?:e|ing)|slipping|stepping|(?:go|step|jump|sneak|slip|lead|start|kick|open)(?:ing)?) (?:over|up|in|out"
    "|under|low|high|off|on top)"
    "|(?:start|get|set|kick)(?:t?ing)? (?:us|things|the ball|proceedings|the deal) (?:off|going|rolling|moving|started)"
    "|draw(?:ing)?(?: (?:a )?(?:round|trick|trumps|some|a few))?"
)
_BEATEN = "it|this|that|him|her|them|the (?:trick|lot)|(?:this|that) (?:trick|one|lot)"
_SLIP = (
    "slip(?:ping)? in|sneak(?:ing)? in|slip(?:ping)?|sneak(?:ing)?|slid(?:e|ing)|pitch(?:ing)?"
    "|cash(?:ing)?|sling(?:ing)?"
    "|offer(?:ing)?(?: up)?|serv(?:e|ing) up|spend(?:ing)?|send(?:ing)?(?: in| out)?|let(?:ting)? go(?: of)?"
    "|risk(?:ing)?|gambl(?:e|ing)|stak(?:e|ing)|try(?:ing)?|part(?:ing)? with|play(?:ing)? out|bring(?:ing)? out"
)
LAYING_AWAY = "|".join(
    (
        rf"(?:(?:{_I}|{_WILL}|{_I} (?:am|are)) )?(?:{_COVER})(?: (?:{_BEATEN}))? with|(?:over|on"
        rf"|under) (?:it|this|that) with",
        rf"(?:(?:{_I}|{_WILL}|{_I} (?:am|are)) )?(?:{_SLIP})",
        rf"(?:(?:{_I}|{_WILL}|please|(?:could|can|will|would) you(?: please| kindly)?) )?(?:{_LAY})"
        rf"(?: away| down| out| in| aside|(?<!lay) off)?",
        rf"(?:{_I} (?:am|are) )?(?:{_LAYING})(?: away| down| out| in| aside| off)?",
        rf"the following(?: go| goes)?(?: {_INTO})?|{_INTO}(?: (?:go|goes|i put|i lay))?|(?:out"
        rf"|away)(?: (?:go|goes))?"
        rf"|(?:dog|chien)|discards|my discards?(?: (?:is|are"
        rf"|will be))?",
        rf"(?:(?:{_I}|{_WILL}) )?(?:cash|unleash|release|sacrifice|fire|launch|(?:(?:over)?trump|ruff"
        rf"|cut)(?: it| this| in)? with)"
        r"|(?:i am )?(?:cashing|unleashing|releasing|(?:(?:over)?trumping|(?:over)?ruffing|cutting)(?: it)? with)"
        r"|(?:putting|laying|setting) aside|(?:here )?(?:have|take) my|you get|i give you|behold|out with"
        r"|(?:up|down|out) (?:goes|comes)"
        r"|(?:you|they) can have|let (?:them|him|her) have|away with|off with",
        # lists of what goes
        r"(?:all )?(?:the |my )?(?:small|low|little|tiny|dull|useless|cheap|boring|worst) (?:stuff|ones|cards|bits"
        r"|things|rubbish|fry)(?: please)?",
        r"(?:goodbye|bye bye|farewell|adieu|so long)(?: to)?",
        rf"(?:please )?(?:put|lay|set|throw) away (?:all of )?(?:these|the following)(?: {_FEW})?(?: for me)?"
        rf"|(?:these|the following|my|the)(?: {_FEW})?(?: cards?)?(?: can| may| must| shall| will"
        rf"| have to)? go(?: {_INTO})?"
        rf"|(?:my|the) {_FEW}(?: cards| discards)?(?: {_INTO})?(?: are| will be)?|(?:{_FEW} )?to go|(?:away|off"
        rf"|out) they go"
        rf"|(?:please )?take (?:my|these|the following)(?: {_FEW})?",
        rf"here are (?:my|the) {_FEW}|(?:the|my) {_FEW}(?: cards)? (?:that )?i (?:throw|lay|put|discard|bury|drop)"
        rf"(?: out| away| aside| down)?|(?:(?:{_I} (?:am|are) )?(?:putting|laying|placing)|(?:(?:{_I}"
        rf"|{_WILL}) )?(?:put|lay"
        rf"|place)) {_INTO}",
        r"(?:please )?(?:give|hand|feed) (?:them|him|her|everyone|everybody)|get(?:ting)? out of (?:it|this|this one"
        r"|that) with"
        rf"|(?:(?:{_I}|{_WILL}) )get out of (?:it|this|this one|that) with|i would like to be put down (?:for|as)",
        r"je jette|j ecarte|ecart|mon ecart|scarto|lo scarto|ich drucke",
    )
)
LEAVING = sayings(
    "on it|on top|on top of it|over it|under it|to take it|to win it|to beat it|to beat that|to cover it|to cover"
    "|to win|to take the trick|to win the trick|to draw a few out|takes it|takes this|takes this one|takes the trick"
    "|wins it|covers it|beats it|beats that|does it|does the trick|does the job|comes out|out first|coming up"
    "|coming your way|away|aside|go away|goes away|out|in|up|go|goes|go"
    " out|goes out|go down|go in|goes in|goes up|down|on the table|to the table|goes down|has to go"
    "|must go|can go|can leave|can go out|can leave the room"
) | each(
    "rides|walks|steps|flies|marches|strolls|sneaks|creeps|tiptoes|dances|hops|sails|struts|comes|slips", "in|out|up"
)
LEAVING |= each("on|over|under", "that|that one|that trick|this trick|the trick|theirs|yours|his|hers") | sayings(
    "here|goes under the table|go under the table|gets me out of trouble|gets me out of this|gets me out of it"
    "|away they go|go under|goes under|go to the dog|go into the dog"
    "|away with them|out with them|off with them|off they go|out they go|gets me out of trouble here"
)
"""Words after a card that is put or laid away."""
KEPT = sayings("only|alone|both|both of them|and nothing else|and no more|and that is all") | each(
    "comes|come|stays|stay|goes|go", "home|with me|home with me|here|in my hand|in hand|with us"
)
"""Those after a card that is kept."""
KEEPING_BACK = (
    rf"(?:(?:{_I}|{_WILL}) )?(?:save|retain|pocket|pick up|take back|take home|bring home|keep"
    rf"|hold on to|hang on to|hold onto|keep hold of)(?: both)?"
    rf"|(?:{_I} (?:am|are) )?(?:keeping|saving|pocketing|picking up|taking home)(?: both)?"
    rf"|(?:please |(?:{_WILL}) )?add(?:ing)?(?: both)?|both of (?:them|these)|both|tengo|je conserve"
)
_GLAD = (
    "(?:i (?:would|should) be )(?:(?:happy|glad|pleased) to have|(?:much )?(?:grateful|obliged|glad)(?: to you)? for)"
)
"""Words before a person or a card that one wants; of a card to be played they would be a wish."""
CALLING = (
    rf"{_GLAD}|"
    rf"(?:(?:{_I}|{_WILL}) )?(?:summon|nominate|invite|call(?: for| on| upon)?)"
    rf"|calling(?: for| on| upon)?|(?:my )?partner(?: (?:is|will be"
    rf"|shall be))?"
    rf"|(?:my )?(?:friend|ally|helper|mate|companion)(?: (?:is|will be|shall be))?"
    rf"|{_I} call as my partner|appel|ich rufe|rufe"
)
"""Words that precede a card that is called; in other asks they mean something else ("Please call 30")."""
TAKING = (
    rf"{_GLAD}|(?:{_WILL}) (?:see|look at)|"
    rf"(?:(?:{_I}|{_WILL}) )?(?:take|steal|nick|pinch|grab|nab|snatch|rob|swap with|peek at|(?:have"
    rf"|take|sneak|steal) a (?:peek|look) at)(?: from)?|peeking at|(?:i am )?having|{_WILL} have"
    rf"|(?:(?:{_I}|{_WILL}) )?(?:help myself to|borrow|lift|swipe|inspect|examine|study|have a (?:peep|glance) at)"
    rf"|(?:i (?:would|should) like )?an? (?:\\w+ )?(?:look|peek|peep|glance) at|(?:peep|glance) at"
    rf"|je prends|prendo|ich nehme"
    r"|(?:could|can|would|will) you (?:please )?let me (?:peek|look) at"
)
"""Not accepted where people are chosen or cards may be kept, where they mean something else; see `_introductions`."""
BETWEEN = frozenset(
    "just along together and et e und on onto to at in into the a my of with your i au aux sur a en le la les mon ma"
    " avec des con su nel sul al il"
    " lo gli mio mia auf mit der die das in ins zum zur mein meine dem den also plus for goes target".split()
)
"""Words that may stand before and between options without changing anything."""
FIRST = frozenset(
    "the a my number i je le la les l mon ma un une il lo gli mio mia der die das den mein meine meinen".split()
)
"""Those that may precede the first option; ``at 10`` and ``on the 2`` are times."""
PRAISED = frozenset(
    "poor old lonely trusty lovely good faithful useless worthless pretty noble mighty humble handsome beautiful"
    " measly wretched miserable silly sad brave precious shiny splendid magnificent glorious sorry puny"
    " feeble".split()
)
"""What a card is called for fun, where it is one of a list or is put."""
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
        "almost nearly roughly provisional provisionally tentative tentatively tbc tbd tba test ditto etc annul"
        " rewind"
        " encore again psych lol safe same usual lower higher discuss pending null sarcasm irony hardly barely never"
        " sometimes supposedly allegedly apparently theoretically ideally hopefully presumably preferably"
        " retract revoke sike psyche naw joke jokes jk whatever fooled gotcha both skip"
        " reluctant reluctantly sort kind ask solo doubles backup eventually trial demo example sample preview"
        " conditional reserve standby negative unconfirmed estimate optional spoof false untrue true manana domani"
        " demain quizas talvez peut rough approximate pretend imaginary ironically falsely insincerely sarcastically"
        " rescind reverse opposite other another better worse first last next sleep thinking nothing nobody none"
        " nope nah nevermind hm hmm hmmm er erm um uh or else yes and might may guess think"
        " probably"
        " possibly later tomorrow today now soon hold stop pause resign help plan hand table delete withdraw void"
        " vielleicht eventuell forse oppure aber oder wenn nur".split()
    )
)
"""Words that a line which may be a name does not have."""
