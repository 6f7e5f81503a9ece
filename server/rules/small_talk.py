"""What people say beside an answer, as data: sayings, gestures, and the things of life that they tell of."""

from __future__ import annotations

import re

from .frames import each, sayings

_SAYINGS = (
    each(
        "|so|so very|very|terribly|awfully|ever so",
        "sorry to have kept|sorry to keep|sorry for keeping|sorry i kept|sorry we kept|sorry if i kept",
        "you|you all|you both|you two|everyone|everybody|everyone here|y'all|all of you|the table|folks|people|us all",
        "waiting|waiting so long|hanging on|hanging about|up",
    )
    | each(
        "|i am|we are|just|only just|finally|just got",
        "back from|home from",
        "holiday|holidays|my holiday|our holiday|our holidays|vacation|a trip|the seaside|the coast|the mountains"
        "|hospital|the hospital|work|school|church|town|the shops|the dentist|the doctor|the allotment|choir|a wedding",
        "|at last|again|now|today|tonight|yesterday|last night|this morning|safe and sound|and exhausted",
    )
    | each(
        "sorry for|sorry about|apologies for|my apologies for|excuse",
        "the wait|the long wait|the delay|the hold up|my delay|the silence|my silence|being late|being slow"
        "|being so slow|the late reply|taking so long|keeping you waiting|keeping you all waiting|the tardiness",
    )
    | each(
        "with great|with much|with some|with",
        "excitement|joy|pleasure|regret|regrets|relief|sorrow|enthusiasm|pride|glee|gratitude|delight|dread"
        "|trepidation|relish|gusto|love|apologies",
    )
    | each("sends|send", "her|his|their|my", "love|best|regards|best wishes")
    | each(
        "must|gotta|have to|need to|i must|i have to|i need to|time to",
        "dash|run|fly|be off|feed the cat|walk the dog|feed the baby|catch my bus|catch my train|get to work|cook"
        " dinner|put the kettle on|get some sleep",
    )
    | each("may the|and may the", "chien be kind|dog be kind|talon be kind|best player win|best team win|best man win")
    | each("nothing ventured", "|nothing gained")
    | each("sorry for|sorry about|apologies for", "holding everyone up|holding you all up|holding you up|yesterday")
    | each("get well|feel better", "soon")
    | each("forgive|silly|silly old|poor old", "me")
    | each("", "catch me if you can|so there|there you have it|make of that what you will")
    | each("do not", "laugh|worry|panic|ask|ask why|hate me|shoot me|blame me|be cross")
    | each(
        "|sorry|sorry that", "it took|this took|that took", "a while|me a while|so long|me so long|ages|me ages|forever"
    )
    | each("pretty|lovely|nice|fine", "cards|dominoes|tiles", "|tonight|today|this time|this round")
    | each("|just|it is|it is just|simply", "not my", "day|night|evening|week|year")
    | each("nothing", "to write home about|to shout about|to speak of|personal|beats that|to see here|but rubbish")
    | each("a hand|cards|hands|dominoes|tiles|bones", "like this|like these")
    | each("bow|bow down|kneel|tremble|kneel down", "before me|before him|before her|mortals|all of you")
    | each("|and", "in|down|out|away|up", "it goes")
    | each("just a quick|a quick", "one from me|hello")
    | each(
        "|sorry|sorry i|i|i have|we|we have",
        "only just|just",
        "got home|got in|got back|got back in|woken up|woke up|sat down|saw this|seen this|saw your letter|seen your"
        " letter|found a minute",
    )
    | each(
        "time for|now for|and now for|off for|ready for",
        "a cuppa|a cup of tea|tea|coffee|a coffee|bed|lunch|dinner|supper|breakfast|a nap|a drink|a walk|a biscuit"
        "|cake",
    )
    | each("bring on|roll on", "the weekend|spring|summer|autumn|christmas|easter|the holidays|bedtime|friday|sunday")
    | each(
        "this is|it is|things are|that is|this game is|this match is",
        "getting|becoming",
        "exciting|tense|interesting|good|close|tight|silly|fun|serious|spicy|addictive",
    )
    | each("i|we", "always lose|never win|lose every time|always lose anyway|never win anyway|never get the good cards")
    | each("|and|well", "what could|what can", "go wrong|possibly go wrong")
    | each("the usual|the customary", "rubbish|garbage|junk|dross|tripe|dregs|mess|chaos|story")
    | each("sleep|rest", "well|tight|easy")
    | each("night|good night|ciao|cheerio", "all|everyone|everybody|for now")
    | each("no cards", "to speak of|worth mentioning|worth talking about|to shout about")
    | each(
        "time to|it is time to|let us|let's|time we",
        "get this show on the road|get the show on the road|get this party started|get the party started|get going"
        "|get moving|get cracking|get started|get rolling|get this over with|get this done|have some fun|have fun"
        "|shine|roll|dance|party",
    )
    | each(
        "this|this one|that",
        "will be|should be|is going to be|ought to be|promises to be|is gonna be",
        "fun|great fun|good fun|good|interesting|exciting|a good one|a laugh|a hoot|a blast|quite a ride|a bumpy ride",
    )
    | each("|that is the|it is the", "story of my", "life|week|day|evening|year|cards")
    | each("|that is|it is|well that is", "the way", "it goes|the cookie crumbles|the cards fall|the wind blows")
    | each("hang on|hold on|cling on", "tight|to your seats|to your seat")
    | each("no", "worries|hurry|rush|wonder|choice|mercy|regrets|comment|signal|power|news")
    | each("nothing", "fancy|clever|special|exciting")
    | each("hold my|hold on to your|hold onto your|hang on to your", "beer|tea|coffee|hat|hats")
    | each("looking forward to", "this|it|this one")
    | each("keeping", "well|warm|busy|safe|cool")
    | each("as", "promised|agreed|ever|always|usual|expected|they say")
    | each(
        "let's", "go|dance|do this|roll|hope|see what happens|see how it goes|see how this goes|have it|have some fun"
    )
    | each("let's|let us", "get this show on the road|get on with it|see who squeals|see what you make of that")
    | each("let the|let", "games begin|battle commence|good times roll")
    | each("it is|that is|she is|he is", "all i have|all i have got|all folks|that|life|me done")
    | each("say|says", "hi|hello")
    | each(
        "take it|take that|over to you|your turn|back me up|hold tight|look out|watch out|heads up|come on|well played",
        " |partner",
    )
    | each("wish me|wish us", "luck|well")
    | each("bless", "her heart|his heart|its heart|them all")
    | each("off we go|off you go|there we go|there you go|away we go|up we go|here we go", "|again|then|everyone")
    | each("easy|nice and easy|gently", "|peasy|now|there")
    | each("buon|bon", "appetito|divertimento|voyage|courage|weekend")
    | each("thanks|thank you|thank you all|thanks all|thanks everyone", "for asking")
    | each(
        "sorry for|sorry about|apologies for|excuse",
        "the late|the slow|my late|my slow",
        "answer|reply|response|card|move|play|turn|post",
    )
    | each("nice|good|lovely|great|glad|happy", "to be", "playing|playing again|back at it|here|here again|back again")
    | each("that was", "quick|fun|close|exciting|lovely")
    | each("|an", "easy choice|easy choice there|easy choice this time")
    | each("not much|not a lot of", "choice|choice there|choice this time|hope there")
    | each("i", "never", "get any good cards|get good cards|get any luck|have any luck|win anything")
    | each("may the best", "player|man|woman|team|side|one", "win")
    | each("such", "a hand|a mess|fun|a shame|a pity|is life|a treat|a joy")
    | each(
        "glad|happy|lovely|nice|good|great|fun|a joy|a pleasure|what a joy|what a pleasure",
        "to be playing with|to play with|to be back with",
        "you|you all|you both|you two|you again|friends",
    )
    | each("y'all|you all|you both|do", "enjoy yourselves|have fun|behave|take care|enjoy")
    | each("well|nicely|beautifully|bravely", "played|done", "|all|both|everyone|everybody|you two")
    | each("|i am", "feeling", "lucky|brave|bold|generous|confident|reckless|good|cheeky", "|today|tonight|now")
    | each("|just", "to", "get us started|get things going|be on the safe side")
    | sayings(
        "and pray|here comes trouble|here goes everything|come out come out wherever you are|ho hum"
        "|i like to live dangerously|saddle up|let's rumble|power cut last night|allez les bleus|c'est la vie"
        "|easy come easy go|you asked for it|win some lose some|showtime|no guts no glory|at long last|at last"
        "|by the way|as forced|sorry about that|saving my strength|hope this finds you well|nerves of steel"
        "|look out below|all hail|wish you were here|i mean it|why not|i will need it|hold on tight|thanks for waiting"
        "|fingers and toes crossed|so there|beat that|bombs away|bon appetit|yee haw|miss you all|go on"
        "|read it and weep|here goes nothing|buckle up|come to mama|about time|best i can do|in for a penny"
        "|in for a pound|i have nothing|but there we are|thanks for asking|photos to follow|make it snappy"
        "|there i said it|eat that|come out wherever you are|wherever you are|come to the rescue|come what may"
        "|cross my heart|for old times' sake|off with their heads|like a coward|while i can|game on|tra la la"
        "|toot toot|here is hoping|nobody panic|catch me if you can|can't complain|who dares wins|simple as that"
        "|you only live once|cin cin|could be worse|such is life|better late than never|no rest for the wicked"
        "|it is what it is|better luck next time|do not panic|just my luck|fortune favours the brave"
        "|fortune favours the bold|all or nothing|do or die|so it goes|life goes on|worse luck|i cannot complain"
        "|long may it last|here goes|do your worst|no hard feelings|no luck at all|too rich for my blood|in a hurry"
        "|for sure|my favourite|be kind"
    )
)
_DROPPED = {("i", "have"), ("i", "am"), ("it", "is"), ("that", "is"), ("he", "is"), ("she", "is"), ("here", "is")}
SAYINGS = _SAYINGS | {
    tuple(word for at, word in enumerate(said) if not at or said[at - 1 : at + 1] not in _DROPPED) for said in _SAYINGS
}
"""Sayings that count as one word of mood, whatever words they have."""

_NOT_OF_THE_GAME = (
    r"(?!(?:\w+ )?(?:cards?|bids?|ones?|leads?|plays?|tricks?|suits?|answers?|repl(?:y|ies)|notes?|lines?|basis"
    r"|conditions?|scores?|counts?|terms|occasions?|grounds?|case|points?|moves?|choices?|understanding|(?:was|were|is"
    r"|are|will|would|should|could|might|may|must|can|had|has|did|does|i|you|he|she|it|we|they|and|or|but|to|in|on|at"
    r"|of|for)\b)\b)"
)
_ADJECTIVE = (
    "(?:(?:so|very|really|rather|quite) )*(?:good|fine|nice|lovely|great|grand|bad|awful|grim|poor|dreadful|terrible"
    "|wonderful|marvellous|gorgeous|ugly|familiar|wet|grey|gloomy|hopeless|miserable|useless|hopeless|rubbish)"
)
WEATHER = (
    "snow|hot|warm|mild|dark|chilly|rain|pour|hail|freez|sleet|storm|thunder|boil|bucket|drizzl|chuck"
    "|sunny|cold|windy|wet|foggy"
)
THAT_HURTS = (
    r"(?:that|this|it) (?:should|will|would|ought to|might|has to|must|is going to)(?: really| surely)? (?:(?:hurt"
    r"|sting|teach|show|shut|wake|scare|shake|spice|stir|surprise|annoy|please|cheer|warm|rattle|smart|burn|bite)\b"
    r"|(?:have to )?do(?: it| nicely| the trick| me)?$)"
)
"""What is said of a card that lies on the table."""
TURNS = (
    r"\bonly this morning|^yours (?:in|from|of|at|by) (?=\w)|^whoever you are\b|\bhope you have it$",
    # what is pointed at is named behind it: “this weather”, “on that lucky win”
    r"\b(?:this|that|these|those|held such|seen such) (?:game|games|hand|hands|deal|deals|round|rounds|weather|lot"
    r"|year|week|weekend|month|morning|evening|afternoon|season|winter|summer|spring|autumn|time of year|time$"
    r"|dominoes|cards|bones|tiles)\b",
    rf"(?<=\w)(?<!all) (?:on|at|in|with|from|for|by|about|over|under|of|hence) (?:this|that|these|those)"
    rf" {_NOT_OF_THE_GAME}(?=[a-z]{{3,}})",
    r"\bthis (?!\w*s\b|will|would|should|could|might|may|must|can|had|did|one\b|[^ ]+ed\b|\w+$)(?=\w)",
    rf"\b(?:these|those) {_NOT_OF_THE_GAME}(?=(?:\w+ )?\w+s (?:is|are|were|have|look|feel|stink|hurt|in|from|at|of)\b)",
    r"\bfor (?:organi[sz]|host|runn|arrang|sett)ing (?:up )?(?:it|this|these|us)\b|\b(?:enjoy|enjoying|enjoyed|love"
    r"|loving|loved) (?:every \w+ of )?(?:it|this)\b",
    r"\bthis is (?=the (?:best|nicest|happiest|loveliest|highlight)\b)|\b(?:little|loved|young) ones\b",
    rf"\b(?:it|that|this) (?:feels|felt) (?={_ADJECTIVE})|\ba good feeling about this(?: one)?$",
    r"^that (?:is|was) (?=(?:an?|some|such an?|quite an?) (?:\w+ )*(?:photo|postcard|stamp|drawing|poem|song|recipe"
    r"|story|trick|hand|deal|round|game|match)\b)",
    r"(?:itching|dying|longing|waiting|wanted|wanting)(?: \w+)? to (?:do|play|use|bid|lead) (?:that|this|it)$",
    r"\b(?:yours?|(?:the|your) (?:\w+ )?(?:letters?|e?mails?|messages?|post|postcards?|words)) (?:from|made|arrived"
    r"|came|was|is|that came|you sent)\b|\b(?:on|for|of) your (?:letters?|e?mails?|messages?|words|note)\b"
    r"|(?<=\w )you sent(?: me| us)?\b",
    r"\b(?:fun|pleasure|joy|nice|good|great|lovely|glad|happy) (?:to be )?(?:back|playing|to play)\b(?: at it| again|"
    r" here| with (?:you|us)(?: all| both| two| again)?)*$",
    rf"(?<=am |re ){_ADJECTIVE} at (?:this|these)(?: games?)?$",
    r"^(?:thanks|thank you)(?: again| all| so much| very much| kindly)* for (?:(?:the|your|all|lovely|nice|kind"
    r"|last) )+(?:card|letter|e?mail|message|postcard|note|word)s?\b(?! (?:that|which|i|you(?! sent))\b)",
    r"^(?:the )?(?:second|third|fourth|fifth|tenth) (?=(?:\w+ )?(?:hand|lot|deal)\b)|\bin a row$|\blooking forward"
    r" to\b",
    r"\bforgotten how (?:much )?(?:fun|good|nice|lovely) (?:this|it|that) is$",
    # days and weather
    r"^(?:oh |well )*it (?:is|was|has been|is been) (?=(?:so |very |all |still |already |rather |quite )*(?:(?:an?|my"
    r"|our) (?:\w+ ){0,4}(?:day|week|weekend|month|year|night|evening|morning|summer|winter|zoo|madhouse|anniversary"
    r"|birthday)|late|early(?! days)|dark|bedlam|chaos|quiet|spring|summer|autumn|winter|lovely|\w+ (?:time|season|day"
    r"|here)|(?:hott|cold|wett|warm)er than)\b)",
    rf"^it (?=(?:is |was |has )?(?:been )?(?:so |very |still )?(?:{WEATHER}))",
    r"\bfavou?rs? (?:me|us|the (?:bold|brave))\b|\b(?:weather|roof|ice|frost|rain) holds?(?: out| off| up)?\b",
    r"\bplay(?:s|ed|ing)? (?:charades|chess|bingo|scrabble|football|tennis|golf|darts)\b",
    r"\bleav(?:e|es|ing) for (?=\w+ (?:on|in|at)\b)",
    # what broke down
    r"\b(?:phone|laptop|computer|tablet|screen|keyboard|battery) (?:died|broke|froze|crashed|was dead|gave up)\b"
    r"|\bno (?=(?:internet|power|signal|heating|water|electricity|wifi)\b(?! (?:from|to|over|for)\b))"
    r"|\bstuck (?:at|in|on) (?=the |an? |my )",
    # what is done with a thing of life
    r"\btook (?=(?:me|us) (?!for|in|at|up)\w)|\byou wo not (?:like|love|thank me for) (?:this|that|it)(?: one)?\b",
    r"\b(?:took|drew|finish(?:ed|ing)|kept|lost|left|dropped|studied|studying) (?=(?:an?|the|my|our|your|his|her|their)"
    rf" {_NOT_OF_THE_GAME}(?:\w+ )?[a-z]{{4,}})(?!.*\b(?:hands?|deck|pack|rest|lot|wrong|order|out|chair|reins|pen"
    rf"|blame"
    r"|credit|initiative|matter)\b)",
    r"\b(?:typing|writing)(?: to you)?(?: this)? (?:with|under|from|on|in|at|by) (?!the (?:request|order|behalf"
    r"|bidding))(?=an? |the |my |bed\b|\w+ fingers)",
    # moods, and how the hand looks
    r"^i will (?!know|see|let|tell|find)(?=\w)|\bmust (?=be \w)|\b(?:would|will|should) be (?:so |very "
    r"|really )?(?:proud|pleased|delighted|jealous|here|brief|quick|furious)\b|\brather (?=(?:an?|pleased|tired|smug"
    r"|good|chilly|cold|nice)\b)",
    rf"\blooks? (?:like (?=an? |the (?:bottom|inside|end|leftovers) )|(?={_ADJECTIVE}))|\bplaying like\b",
    r"\bin a (?:good|nice|big|strange|funny|bad|odd|quiet) way\b|\ba (?:real |rare )?treat\b|\bgot to start somewhere$",
    r"\b(?:have|has) (?:never |not )?(?:seen|had|held) (?:better|worse|such|anything like)\b(?! back)|\b(?!high|low"
    r"|bett|oth|rath|lat|soon|big|small|great)\w+er than (?=an? |usual|ever)",
    r"\b(?:i (?:must|have to|dare) (?:say|admit|confess)|to be (?:fair|honest))$",
    r"\b(?:lovely|nice|good|great|wonderful) to (?:see|hear|read|meet)\b",
    r"^(?:and )?may (?=the|you|your|god|he|she|they|fortune|fate|luck)",
    rf"^{THAT_HURTS}",
)
"""What may stand in a clause though its words would tell of an answer: each as a pattern."""
TIMES = (
    # a time that is over, or is of somebody’s day
    r"\b(?:(?:since|until|till|only|just|late|early|on) )?(?:yesterday|last (?:night|week|weekend|month|year|spring"
    r"|summer|autumn|winter|\w+day)|(?:an hour|some things|a few \w+) ago)\b(?: morning| evening)?",
    r"\b(?:since|in|last|early|late|of) (?:noon|midnight|january|february|march|april|may|june|july|august|\w+ember"
    r"|october)\b",
    r"(?<=\w )(?:until|till|after|before) (?=(?:\w+day|christmas|easter|midnight|noon|dawn|late|breakfast|lunch|dinner"
    r"|supper|work|school|church|dark|(?:the|my|our|an?) (?:\w+ )?(?!end|rest)\w+)$)",
    r"(?<=\w\w\w )(?:by now\b|(?<!for )(?<!right )(?<!from )now$|earlier(?: today)?$)|^now (?=(?:i|we) (?:need|am"
    r"|are|have)\b)",
    r"\b(?<=my |ur |is |er )(?:very )?(?:first|second|third|last) (?!was|would|one|had|has|is|of)(?=[a-z]{3,}\b)",
    r"(?<!in )\b(?:half )?an hour\b|\ban? (?:quiet|spare|free|long) (?:minute|moment|hour)\b",
    r"\bkept? (?=me |us |getting)(?:(?:me|us) waiting\b)?|\bwaiting (?=rooms?\b)|(?<=have |been )wait(?:ed"
    r"|ing) (?:(?:(?:all (?:day|week|month|year|evening)|ages) )?for (?:this|it)(?: moment)?$|(?=all |so |weeks "
    r"|months |years |ages ))",
)
"""The same of times, in a clause with a subject and a verb of its own, or behind one."""

_FINE = (
    "(?:(?:so|very|really|such an?|quite an?|quite|rather|an?|some|truly|most) )*(?:good|great|nice|lovely|brilliant"
    "|super|superb|fine|splendid|wonderful|beautiful|clever|cracking|fantastic|excellent|terrific|amazing|marvellous"
    "|smashing|close|tight|tense|exciting|thrilling|fun|enjoyable|entertaining|hard fought|wild|crazy|tough"
    "|impressive)"
)
_PLAYED = "(?:trick|round|hand|deal|game|match|evening|finish|fight|battle|contest|session)"
_LAST = (
    rf"(?:(?:in |on )?(?:the |that |our )?(?:last|previous) (?:{_PLAYED}|time|night|week)|(?:in )?the {_PLAYED} before"
    rf"|in that (?:last )?{_PLAYED}|(?:the )?(?:time )?before|earlier(?: on)?|yesterday|so far)"
)
_ALL_OF_YOU = (
    "(?:all|all round|everyone|everybody|y all|you all|all of you|both|you both|you two|both of you|folks|guys|gang"
    "|team)"
)
_ENJOYED = "enjoyed|loved|really liked|had fun (?:in|with)"
PRAISE_OF_PLAY = re.compile(
    rf"(?:(?:and|oh|well|ah|wow) )*(?:(?:(?:that|it) was |what )?{_FINE} {_PLAYED}(?: (?:that was|it was|{_LAST}"
    rf"|all))*|{_FINE} (?:playing|to play)(?: with| against)?(?: {_ALL_OF_YOU}| {_LAST})*|(?:i|we)(?: have)?(?: all"
    rf"| both| really| very much| quite| thoroughly| greatly| so| do| did)* (?:{_ENJOYED}) (?:(?:the|that|our|this"
    rf"|your) )?(?:last |previous )?{_PLAYED}(?: a lot| very much| so much| immensely| hugely| greatly"
    rf"| (?:with )?{_ALL_OF_YOU}| {_LAST})*|(?:the|that|our) (?:last|previous) {_PLAYED} was (?:{_FINE}|(?:a (?:lot of"
    rf"|real) |such |great |good )?(?:fun|a thriller|a joy|a treat|a nail biter|a cliffhanger|a delight|a hoot))"
    rf"|(?:so |very )?(?:well|nicely|beautifully|bravely|brilliantly|superbly) (?:played|fought)(?: {_ALL_OF_YOU}"
    rf"| {_LAST})+)"
)
"""Praise of what has been played, and cannot be of what is played now, wherever it stands."""
PRAISE_OF_SOMEBODY = re.compile(
    rf"(?:so |very )?(?:well|nicely|beautifully|bravely|brilliantly|superbly|cleverly) (?:played|fought|defended)"
    rf"|{_FINE} (?:play|playing|defence|defense|comeback|recovery|work|lead|save|effort|stuff|win|victory"
    rf"|result) {_LAST}|(?:well|nicely|beautifully|bravely) done {_LAST}|(?:kudos|hats off|chapeau|congratulations"
    rf"|congrats|respect)(?: to)?(?: (?:on|for) (?:winning |taking |your )?(?:the |that )?(?:last"
    rf"|previous) {_PLAYED})?"
)
"""Praise that is of somebody's play only in a sentence of its own."""

_FONDLY = (
    "(?:an?(?: little| small| tiny)?|the|my|our|some|many|all|much|of|great|big|slow|deep|low|warm|cold|fond|loud|soft"
    "|quick) "
)
_GESTURES = (
    "smiles?|grins?|bow|curts(?:y|ey)|wave|kiss|kisses|hugs?|flourish|sighs?|giggles?|chuckles?|cheers?|song|tears?"
    "|toast|handshake|salute|yawn|groan|cough|sneeze|twirl|hop|skip|jig|pat on the back|blessings?|prayer|love|joy"
    "|greetings|regards|wishes|compliments|thanks|apologies|gratitude|affection|pleasure|regret|relief|pride|pomp"
    "|biscuit|cup of (?:tea|coffee|cocoa)|cuppa|slice of cake|glass of (?:water|milk|lemonade)|(?:happy|merry|blessed"
    "|lovely|good|nice) (?:new year|(?:mon|tues|wednes|thurs|fri|satur|sun)day|christmas|easter|birthday|evening"
    "|morning|afternoon|day|week|weekend|summer|holidays?)|(?:cold|frozen|trembling|shaking|aching|sticky|wet"
    "|muddy) (?:hands|fingers|feet|toes)"
)
GESTURE = re.compile(
    rf"(?:and |so |plus |said |sent |all )*(?:(?:with )?(?:{_FONDLY})*(?:{_GESTURES})|(?:by |in )?(?:candlelight"
    rf"|firelight|moonlight|lamplight))(?: and (?:{_FONDLY})*(?:{_GESTURES}))?"
    r"(?: (?:to|for|from|at|in|of|on|over) (?P<whom>.+))?"
)
"""With what one says it: ``with a little bow``, ``and kisses to Nonna``."""

KIN = (
    "sisters?|brothers?|mother|father|mum|mom|dad|daddy|granny?|gran(?:dma|dmother|dpa|dfather|dad)|nan(?:a|ny)?"
    "|nonn[ao]|aunt|auntie|uncle|cousins?|nieces?|nephews?|sons?|daughters?|husband|wife|grand(?:son|daughter)s?"
    "|grand(?:children|kids|child)|kids|children|twins|baby|babies|family|neighbou?rs?|guests|visitors|lodger|postman"
    "|plumber|dentist|doctor|nurse|vet|choir|boss|landlady|vicar|priest|baker|butcher|in laws|parents|friends?"
)
THINGS = (
    # the weather
    "rain|snow|wind|fog|sun|frost|thunder|hail|weather|skies|clouds|mist|ice|river|tide|heatwave|drizzle"
    # the house, the garden and the street
    "|kettle|roof|boiler|heating|fire|stove|oven|fridge|washing|laundry|ironing|kitchen|garden|lawn|hedge|windows?"
    "|doorbell|bath|pipes|cellar|attic|shed|fence|electricity|power|internet|bus|train|tram|ferry|traffic|car|tyres?"
    "|road|harbour|boats?|post|village|street|town|view|house|radio|piano|chimney|curtains|carpet|sofa|roses?|tulips"
    "|daffodils|apples?|plums|pears|cherries|tomatoes|beans|potatoes|pumpkins?|trees?|blossom|flowers|grapes|olives"
    "|strawberries|raspberries|figs|lemons|snowdrops|crocuses|lilacs?|grass"
    # animals
    "|cats?|kittens?|dogs?|puppy|puppies|hens?|chickens|cows?|sheep|lambs?|goats?|pony|ponies|donkeys?|bees|birds"
    "|swallows|geese|goose|ducks|robins?|blackbirds?|fox|foxes|hedgehogs?|squirrels?|rabbits?|parrot|budgie|goldfish"
    "|tortoise|crickets|frogs|owls?|cuckoo|starlings|crows|mice|bulls|cattle|horses?|pigs?|calf|calves|tractor"
    # the table and the body
    "|soup|bread|cakes?|pies?|tea(?! leaves)|coffee|dinner|supper|lunch|breakfast|jam|biscuits|scones|stew|roast|pasta"
    "|risotto|focaccia|lasagne|cheese|dumplings|marmalade|porridge|eggs|pudding|turkey|gravy|knees?|legs?|foot|feet"
    "|hips?|shoulders?|neck|tooth|teeth|throat|nose|cold|cough|fever|flu|ankle|wrist|toes|tummy"
    # the day
    "|party|wedding|concert|violins?|fiddlers?|band|church|bells|holidays|christmas|fair|market|sunset|sunrise|evening"
    "|morning|weekend|winter|spring|summer|autumn|harvest|carnival|parade|football|cricket|rugby|tennis|telly"
)
_OWN = (
    r"(?:(?:oh|ah|well|and|so|but|finally|today|tonight) )*(?:(?:my|our|the|his|her|your|their|all|both|some|what) )?"
    r"(?:\w+ )?"
)
_DOES = (
    r"(?:(?:is|are|was|were|has|have|had)(?= \w)|came|comes?|went|goes|fell|got|gets?|made|makes?|ran|sang|woke|ate"
    r"|stole|broke|burst|burnt|froze|blew|grew|slept|sat|won|lost|left|smells?|tastes?|looks?|needs?|\w{2,}(?:ed|ing"
    r"|[^su]s))\b"
)
_OF_THINGS = re.compile(
    rf"(?P<what>{_OWN}(?:{THINGS})(?: (?:in|on|at|of|from|over|by) (?:the |my |our )?\w+)?)(?: just| still| finally"
    rf"| never| always| really)? (?P<does>{_DOES}[^,]*?)"
    r"(?P<then>(?: (?:,|(?:and|but|so|because|since|while|though)\b).*)?)"
)
_IT = re.compile(
    r"^it (?=(?:(?:is|was|has|been|still|just) )*(?:rain(?:ed|ing)|snow(?:ed|ing)|(?:pour|hail|freez|blow|thunder"
    r"|drizzl)ing))"
)
_OF_KIN = re.compile(
    rf"(?:(?:oh|ah|well|and|so) )*(?:(?:my|our) (?:\w+ )?(?:{KIN})(?: \w+)? \w+ed \w+.*|(?:my|our"
    rf"|the) (?:{KIN}) says(?: that)?(?P<told> (?:my|our|the|her|his) (?:{THINGS})\b.*)|(?:my "
    rf"|our )?(?:{KIN}) (?:taught|showed) (?:me|us)(?: well| that| this| everything)(?P<rest>.*))"
)
_LOOSE = re.compile(
    r"\b(?:back|right|down|over|out|up|off|now|ago|again|better|another|lying|looking|waiting|stuck|turn(?:ed|ing)?"
    r"|kee?pt?s?|hold(?:ing)?|held|always|letting|leav(?:es|ing)|finish(?:ed|ing)|stop(?:ped|s)?|play(?:ing|s|ed)"
    r"|asleep|sleep(?:s|ing)?|(?:no|not|never|before|after|when|while|once|last|first|soon|later|earlier|then|than|yet"
    r"|though|others?) (?=\w))\b"
)
"""Words that would tell of an answer, but not of things of which somebody tells."""
_SOMEBODY = re.compile(
    r"\b(?:i|we|you|he|she|they|me|us|him|them|it|this|that|these|those|who|one|cards?|list|keys|hands?)\b"
)


def tells_of_things(said: str) -> str | None:
    """The words that are left to be judged of a text about things of life, in which nobody does anything; ``None`` if
    it is about something else."""
    said = _IT.sub("the weather ", said)
    if kin := _OF_KIN.fullmatch(said):
        if kin["rest"] is None and _SOMEBODY.search(said):
            return None
        return kin["told"] or kin["rest"] or said
    things = _OF_THINGS.fullmatch(said)
    if not things or _LOOSE.search(things["what"]) or _SOMEBODY.search(said):
        return None
    return f"{things['what']} {_LOOSE.sub('', things['does'])}{things['then']}"
