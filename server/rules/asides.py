"""What people say beside an answer, as data: sayings, gestures, and the things of life that they tell of."""

from __future__ import annotations

import re

from .frames import each, sayings

_SAYINGS = (
    each("what a", "hand|deal|mess|disaster|day|week|game|shame|pity|trick|round|evening|surprise|finish")
    | each(
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
        "the wait|the long wait|the delay|my delay|the silence|my silence|being late|being slow|being so slow"
        "|the late reply|taking so long|keeping you waiting|keeping you all waiting|the tardiness",
    )
    | each(
        "with great|with much|with some|with",
        "excitement|joy|pleasure|regret|regrets|relief|sorrow|enthusiasm|pride|glee|gratitude|delight|dread"
        "|trepidation|relish|gusto|love|apologies",
    )
    | each("sends|send", "her|his|their|my", "love|best|regards|best wishes")
    | each(
        "must|gotta|have to|need to|i must|i have to|i need to|time to",
        "dash|run|fly|be off|feed the cat|walk the dog|feed the baby|catch my bus|catch my train|get to work"
        "|cook dinner|put the kettle on|get some sleep",
    )
    | each("let's see what|let us see what", "the dog brings|the chien brings|the talon brings|is in the dog|you have")
    | each("may the|and may the", "chien be kind|dog be kind|talon be kind|best player win|best team win|best man win")
    | each("nothing ventured", "|nothing gained")
    | each("cannot|can not", "win them all|win em all|win every time")
    | each("sorry for|sorry about|apologies for", "holding everyone up|holding you all up|holding you up|yesterday")
    | each("get well|feel better", "soon")
    | each("forgive|silly|silly old|poor old", "me")
    | each("do your", "worst")
    | each("", "catch me if you can|so there|there you have it|make of that what you will")
    | each("i need", "a drink|a nap|a coffee|sleep")
    | each("do not", "laugh|worry|panic|ask|ask why|hate me|shoot me|blame me|be cross")
    | each(
        "lovely|good|great|nice",
        "bid|lead|trick|to play against you|to be playing with you|to hear from you|to be back",
    )
    # the wait
    | each(
        "the dentist|the plumber|the doctor|work|the kids|the baby", "kept me|kept us", "waiting|busy|up|up all night"
    )
    | each(
        "|sorry|sorry that", "it took|this took|that took", "a while|me a while|so long|me so long|ages|me ages|forever"
    )
    | each("i have|i have been|been", "waited|waiting", "all week for this|all day for this|for this|ages for this")
    | each("|been|it has been", "ages|a while|a long time", "since i had a hand like this|since i had such a hand")
    | each("|it|so", "feels|is", "good to be back|great to be back|nice to be back|good to be playing again")
    # the hand
    | each("pretty|lovely|nice|fine", "cards|dominoes|tiles", "|tonight|today|this time|this round")
    | each("|just|it is|it is just|simply", "not my", "day|night|evening|week|year")
    | each("nothing", "to write home about|to shout about|to speak of|personal|beats that|to see here|but rubbish")
    | each("i seem to get|i always get|i only ever get|i keep getting", "the rubbish|rubbish|the low cards|nothing")
    | each(
        "somebody|someone|will somebody|please",
        "shuffle properly|shuffle better|deal me a better hand|deal me some trumps",
    )
    | each("a hand|cards|hands|dominoes|tiles|bones", "like this|like these")
    | each(
        "i will|i shall|i am going to|let me", "sit this one out|watch this one|watch from the sofa|sit out and watch"
    )
    # the game, and who plays it
    | each(
        "close|tight|good|lovely|great|exciting|fun|what a|a close|a good|a lovely", "game|match|deal", "so far|this"
    )
    | each(
        "|so much|such|a pleasure|lovely|nice|great|good",
        "fun|pleasure",
        "playing with you|playing with you all|playing",
    )
    | each(
        "you are", "a tough opponent|a worthy opponent|hard to beat|too good|tough to beat|a good player|good at this"
    )
    | each("be", "kind|kind to me|nice|nice to me|gentle|gentle with me|good to me|merciful")
    | each("bow|bow down|kneel|tremble|kneel down", "before me|before him|before her|mortals|all of you")
    | each(
        "just to", "get us started|get us going|get things going|start us off|get the ball rolling|be on the safe side"
    )
    | each("|and", "in|down|out|away|up", "it goes")
    # the day
    | each(
        "|and|so|right",
        "now back to|back to|now off to",
        "the ironing|the garden|the dishes|the kids|my book|my tea|the telly",
    )
    | each("homework|chores|dishes|washing up|dinner|supper|lunch|ironing|shopping", "done|finished|over|calling|ready")
    | each(
        "coffee|tea|cocoa|a mug|a glass|cup of tea|mug of tea|beer|wine|hot chocolate",
        "in hand|to hand|at my side|beside me",
    )
    | each("so it is|it is|and it is", "chaos|bedlam|mayhem|a madhouse|a zoo|noisy here|pandemonium")
    | each("just a quick|a quick", "one from me|hello")
    | each(
        "|sorry|sorry i|i|i have|we|we have",
        "only just|just",
        "got home|got in|got back|got back in|woken up|woke up|sat down|saw this|seen this|saw your letter"
        "|seen your letter|found a minute",
    )
    | each(
        "time for|now for|and now for|off for|ready for",
        "a cuppa|a cup of tea|tea|coffee|a coffee|bed|lunch|dinner|supper|breakfast|a nap|a drink|a walk"
        "|a biscuit|cake",
    )
    | each("bring on|roll on", "the weekend|spring|summer|autumn|christmas|easter|the holidays|bedtime|friday|sunday")
    | each(
        "this is|it is|things are|that is|this game is|this match is",
        "getting|becoming",
        "exciting|tense|interesting|good|close|tight|silly|fun|serious|spicy|addictive",
    )
    | each(
        "i am|we are",
        "useless|hopeless|terrible|rubbish|dreadful|awful|so bad|getting better|getting worse",
        "at this|at this game|at cards|at these games",
    )
    | each("i|we", "always lose|never win|lose every time|always lose anyway|never win anyway|never get the good cards")
    | each("|we are|i am", "snowed in|rained in|rained off|iced in|flooded again", "|here|again|up here|down here")
    | each("|and|well", "what could|what can", "go wrong|possibly go wrong")
    | each("the usual|the customary", "rubbish|garbage|junk|dross|tripe|dregs|mess|chaos|story")
    | each(
        "freezing|boiling|pouring|bucketing down|chucking it down|snowing", "here|again|out there|outside|here today"
    )
    | each("coffee is|tea is|dinner is|lunch is|supper is", "ready|served|calling|on the table|in the oven")
    | each(
        "writing from|on holiday in|greetings from", "hospital|bed|the train|the beach|the ferry|the garden|the bath"
    )
    | each("sleep|rest", "well|tight|easy")
    | each("night|good night|ciao|cheerio", "all|everyone|everybody|for now")
    | sayings(
        "ho hum|i like to live dangerously|saddle up|giddy up|let's rumble|let's get ready to rumble"
        "|power cut last night|allez les bleus|forza azzurri"
    )
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
    | each("|well|and|so|right", "here goes|here comes", "everything|trouble|the fun|my reputation|my savings")
    | each("|that is|it is|well that is", "the way", "it goes|the cookie crumbles|the cards fall|the wind blows")
    | each("|let", "the fun|the adventure|the madness|the show|the party", "begin|begins|commence")
    | each("brace|steady|prepare", "yourselves|yourself")
    | each("hang on|hold on|cling on", "tight|to your seats|to your seat")
    | sayings(
        "that is how it goes|such is my life|c'est la vie|easy come easy go|you asked for it|win some lose some"
        "|you win some you lose some|fortune favours the bold|fasten your seatbelts|strap in|strap yourselves in"
        "|it is showtime|showtime|game time"
        "|off to the races|come out come out wherever you are|could be worse|could have been worse|life goes on"
        "|that is life for you|no rest for me|here is to a good one|all aboard|the show must go on"
    )
    | sayings("no guts no glory|at long last|at last|by the way|as forced")
    | each("whoever you are|wherever you are", "be kind to me|be nice to me|be gentle|be gentle with me|be merciful")
    | each("no", "worries|hurry|rush|wonder|choice|mercy|regrets|comment|signal|power|news")
    | each("nothing", "fancy|clever|special|exciting")
    | each("hold my|hold on to your|hold onto your|hang on to your", "beer|tea|coffee|hat|hats")
    | each("looking forward to", "this|it|this one")
    | each("keeping", "well|warm|busy|safe|cool")
    | each("as", "promised|agreed|ever|always|usual|expected|they say")
    | each("a|an", "hard one|easy one|tough one")
    | each(
        "let's", "go|dance|do this|roll|hope|see what happens|see how it goes|see how this goes|have it|have some fun"
    )
    | each("let's|let us", "get this show on the road|get on with it|see who squeals|see what you make of that")
    | each("let the|let", "games begin|battle commence|good times roll")
    | each("it is|that is|she is|he is", "all i have|all i have got|all folks|that|life|me done")
    | each("say|says", "hi|hello")
    | each("how", "fitting|lovely|exciting|kind|typical")
    | each("for", "sure|certain")
    | each(
        "take it|take that|over to you|your turn|back me up|hold tight|look out|watch out|heads up|come on|well played",
        " |partner",
    )
    | each("wish me|wish us", "luck|well")
    | each("bless", "her heart|his heart|its heart|them all")
    | each("in a", "rush|hurry")
    | each("off we go|off you go|there we go|there you go|away we go|up we go|here we go", "|again|then|everyone")
    | each("off you go", "|my|you|little|old|my little|my old", "fellow|friend|beauty|one|chap|lad|darling|love")
    | each("bye bye|goodbye|farewell", "my|you|little|old", "beauties|beauty|friends|friend|darlings|darling|one|ones")
    | each("let's", "ride|roll|fly|do it|have fun|play on|go for it")
    | each("full", "steam ahead|speed ahead")
    | each("easy|nice and easy|gently", "|peasy|now|there")
    | each("buon|bon", "appetito|divertimento|voyage|courage|weekend")
    | each("thanks|thank you|thank you all|thanks all|thanks everyone", "for asking")
    | each("|now|and now|so", "off to|back to|straight to", "bed|work|school|church|lunch|dinner|supper|tea")
    | each("|been|i am|i have been|always", "thinking of", "you|you all|you both|you two")
    | each("|i am", "sorry|afraid|sad|ashamed|glad|happy|pleased|proud", "to say|to report|to admit|to announce")
    | each(
        "sorry for|sorry about|apologies for|excuse",
        "the late|the slow|my late|my slow",
        "answer|reply|response|card|move|play|turn|post",
    )
    | each("nice|good|lovely|great|glad|happy", "to be", "playing|playing again|back at it|here|here again|back again")
    | each(
        "i am|we are",
        "shaking|trembling|freezing|melting|starving|exhausted|soaked|shattered|delighted|thrilled"
        "|parched|famished|on holiday|on the train|on the bus|at the beach|at the seaside|in the garden|home again"
        "|back home|on the edge of my seat|on the edge of my seat here|all ears|so excited|very excited",
    )
    | each("do not|don't you", "hate|blame|kill|curse", "me for it|me for this|me for that")
    | each("that was", "quick|fun|close|exciting|lovely")
    | each("|an", "easy choice|easy choice there|easy choice this time")
    | each("not much|not a lot of", "choice|choice there|choice this time|hope there")
    | each("no", "surprise there|surprises there|luck again|luck at all|hard feelings")
    | each("i", "never", "get any good cards|get good cards|get any luck|have any luck|win anything")
    | each("|i have|i have got", "nothing but", "rubbish|junk|dust|trash|garbage|dross|tiddlers")
    | each("too hot|too cold", "to think|to move|to write|to hold a pen|for words")
    | each("your", "move|go")
    | each("may the best", "player|man|woman|team|side|one", "win")
    | each("such", "a hand|a mess|fun|a shame|a pity|is life|a treat|a joy")
    | each(
        "glad|happy|lovely|nice|good|great|fun|a joy|a pleasure|what a joy|what a pleasure",
        "to be playing with|to play with|to be back with",
        "you|you all|you both|you two|you again|friends",
    )
    | each("y'all|you all|you both|do", "enjoy yourselves|have fun|behave|take care|enjoy")
    | each("well|nicely|beautifully|bravely", "played|done", "|all|both|everyone|everybody|you two")
    | each("my", "lucky number|favourite|favorite|old favourite|portrait|lucky suit")
    | sayings(
        "best i have|best i have got|sorry about that|saving my strength|poor thing|hope this finds you well"
        "|nerves of steel|look out below|all hail|wish you were here|took you long enough|really"
        "|i mean it|too rich for my blood|sorry i am late|why not|be kind|be gentle|over the moon|i will need it"
        "|hold on tight|thanks for waiting|keep you waiting|thanks for your patience|fortune favours the brave"
        "|fingers crossed|fingers and toes crossed|bring it on|at last|so there|oh dear|beat that|ta da|bombs away"
        "|bon appetit|yee haw|mamma mia|miss you|miss you all|make my day|go on|read it and weep|here goes"
        "|here goes nothing|buckle up|come to mama|come to papa|about time|good riddance|slow reply|late reply"
        "|best i can do|in for a penny|in for a pound|with my compliments|my compliments|by the way|me again"
        "|late as ever|i have nothing|but there we are|thanks for asking|photos to follow|be damned"
        "|devil take the hindmost|make it snappy|there i said it|over and out|eat that|not a penny more"
        "|come out wherever you are|wherever you are|to the rescue|come to the rescue|please and thanks|under protest"
        "|hence the delay|hence the silence|power cut|come what may|cross my heart|for old times' sake|what the heck"
        "|what the hell|off with their heads|like a coward|win or lose|sink or swim|all or nothing|do or die"
        "|believe it or not|short and sweet|that will do|hoping for the best|while i can|worse luck|just my luck"
        "|live a little|may they rest in peace|rest in peace|there you go|there you are|so it goes|oh well|game on"
        "|tra la la|tra la|la la la|toot toot|choo choo|ho ho|ho ho ho|yoo hoo|yippee|tally ho|chin chin|santé|salute"
        "|auguri|auguri a tutti|in bocca al lupo|forza"
        "|prost|cheap as chips|wings and all|and welcome to it|welcome to it|happy days|sweet dreams|long may it last"
        "|who would have thought|no rest for the wicked|out comes the sun|thank heavens|thank goodness"
        "|here is hoping|nobody panic|do not panic|catch me if you can|you know me|you know how it is|it is what it is"
        "|i cannot complain|i can't complain|can't complain|better late than never|third time lucky|who dares wins"
        "|simple as that|as simple as that|a quiet one from me|every little helps|better luck next time|until next time"
        "|till next time|you only live once|onwards and upwards|keep calm and carry on|que sera sera|next door"
        "|out of the frying pan|waste not want not|the more the merrier"
        "|hip hip hooray|cin cin|such is life|touch wood|well done|nice one"
    )
)
_DROPPED = {("i", "have"), ("i", "am"), ("it", "is"), ("that", "is"), ("he", "is"), ("she", "is"), ("here", "is")}
SAYINGS = _SAYINGS | {
    tuple(word for at, word in enumerate(said) if not at or said[at - 1 : at + 1] not in _DROPPED) for said in _SAYINGS
}
"""Sayings that count as one word of mood, whatever words they have."""

IDIOMS = (
    # how a sentence begins
    r"^yours (?:in|from|of|at|by) (?=\w)",
    r"^(?:thanks|thank you)(?: so much| very much| kindly| again)? for (?:the|your|"
    r"all your)(?: \w+){0,2} (?:card|letter|mail|email|message|postcard|note|words?)s?\b(?! (?:that|which|"
    r"i|you(?! sent))\b)",
    r"^you (?:are|have been) (?:all |both )?playing (?=(?:so |very |really |too )*(?:well|nicely|"
    r"bravely)\b)",
    r"^it (?:was|is) (?=(?:so |very |really )?(?:good|lovely|nice|great|wonderful) to (?:see|hear|read|"
    r"meet)\b)",
    r"^that (?:is|was) (?=an? (?:lovely|beautiful|wonderful|gorgeous|nice) (?:photo|postcard|stamp|"
    r"drawing|poem|song|recipe|story)\b)",
    r"^(?:please )?tell (?=(?:your|the|our) \w+ (?:i said |from me )?(?:hello|hi)\b)",
    r"^that was (?=(?:an?|some|such an?|quite an?) (?:\w+ )*(?:trick|hand|deal|round|game|match)\b)",
    r"^you (?:all |both )?played (?:that|the last) (?:round|hand|deal|trick) (?=(?:so |very |"
    r"really )*(?:well|nicely|beautifully|bravely|cleverly)$)",
    # what is pointed at is named behind it: “this weather”, “these mornings”
    r"\btyping (?=(?:this )?(?:with|on|from) (?:frozen|cold|sticky|wet|the (?:bus|train)|a (?:bus|train)|"
    r"bed)\b)",
    r"\bwriting (?:to you |this )?(?:from|in|on|at) (?=an? |the |my |bed\b)",
    r"\b(?:enjoy|enjoying|enjoyed|love|loving|loved) (?:every \w+ of )?(?:it|this)\b",
    r"\bfor (?:organi[sz]|host|runn|arrang|sett)ing (?:up )?(?:it|this|these|us)\b",
    r"\bthis (?!\w*s\b|will|would|should|could|might|may|must|can|had|did|one\b|[^ ]+ed\b|\w+$)(?=\w)",
    r"\b(?:these|those) (?=\w+s (?:is|are|were|have|look|feel|stink|hurt)\b)",
    r"\b(?:this|that|these|those) (?:game|games|hand|hands|deal|deals|round|rounds|weather|lot|year|week|"
    r"weekend|month|morning|evening|afternoon|season|winter|summer|spring|autumn|time of year|time$|house|"
    r"town|country|family|way out|dominoes|cards|bones|tiles)\b",
    r"\bthat last (?=(?:trick|hand|round|deal)\b)",
    r"\b(?:nothing|not much|not a thing) in (?=this (?:hand|lot)\b)",
    r"\b(?<=this hand )but (?=\w+$)",
    r"\bhope (?:it|that|this) (?=helps\b)",
    r"\bso \w+ (?:here |out |outside |today |tonight )*that (?=the |my |our |even )",
    r"\bthis is (?=the (?:best|nicest|happiest|loveliest|highlight)\b)",
    r"\b(?:it|that|this) (?:feels|felt) (?=(?:so |very |rather |quite )?(?:good|wonderful|great|nice|"
    r"lovely|marvellous|grand)\b)",
    r"\b(?:these|those) (?=(?:\w+ )?(?:mornings|evenings|afternoons|days|nights|weeks)\b)",
    r"\b(?:these )?(?:could|can|would) not (?:win|beat|feed|fill|scare|frighten|hurt|harm|knock|"
    r"swat) (?=an? )",
    # turns of speech
    r"\bplaying up\b",
    r"\b(?:little|loved|young) ones\b",
    r"\bwaiting (?=rooms?\b)",
    r"\brather (?=(?:an?|pleased|tired|smug|good|chilly|cold|nice)\b)",
    r"\bin an? \w+ way\b",
    r"\bca(?:nnot|n not| not) wait (?:to|for)\b(?: see(?! (?:what|who|how)))?",
    r"\bsee you (?:all |both |again )?(?:(?:at|in) (?:the|my|our) \w+|(?:on )?\w+day(?: at [a-z]{3,})?|tomorrow|tonight"
    r"|soon|later|next (?:week|month|year))$",
    r"\b(?!high|low|bett|oth|rath|lat|soon|big|small|great)\w+er than (?=(?:my|our|his|her|the) )",
    r"\b(?:would|will|should) be (?:so |very |really )?(?:proud|pleased|delighted|jealous|here|brief|"
    r"quick|furious)\b",
    r"\bbut (?:we|i|all|everyone|everybody) (?:is|are|am|was|were) (?:all |still |both )?(?:fine|ok|well|"
    r"safe|alive|happy|dry|warm)\b",
    r"\bnever (?:gets? old|ends?|fails?|stops?)\b",
    r"\bstuck (?:at|in|on) (?=the |an? |my )",
    r"\bsuch (?=an? (?:mess|hand|lot|load|bunch|pile|heap)\b)",
    r"\b(?:lovely|nice|good|great|wonderful) to (?:see|hear|read|meet)\b",
    r"(?<=\w )you sent(?: me| us)?\b",
    r"\bafter (?:\w+ing|(?:a|an|all|such)(?= ))",
    r"\blearning the (?:rules|game|ropes)",
    r"\ba (?:real |rare )?treat\b",
    r"\bmust have been (?=shuffled|dealt|cut|cursed|jinxed|hexed|washed|born)",
    r"\bas i write\b",
    r"\blooking up$",
    r"\bi said (?=hello|hi)",
    r"\blying (?:down|about|in|on)\b",
    r"\bright (?=(?:up|down|across|through|over|into|outside|under|next) )",
    r"\bat the same time\b",
    r"\b(?:have|has) (?:never |not )?(?:seen|had|held) (?:better|worse|such|anything like)\b",
    r"\bnot much to (?:look at|work with|write home about|shout about)",
    r"\bcall (?:the|an) (?=ambulance|police|doctor|fire|cops|cavalry)",
)
"""What may stand in a remark though its words would tell of the answer: each as a pattern."""

_FINE = (
    "(?:(?:so|very|really|such an?|quite an?|quite|rather|an?|some|truly|most) )*(?:good|great|nice|lovely|brilliant"
    "|super|superb|fine|splendid|wonderful|beautiful|clever|cracking|fantastic|excellent|terrific|amazing|marvellous|smashing"
    "|close|tight|tense|exciting|thrilling|fun|enjoyable|entertaining|hard fought|wild|crazy|tough|impressive)"
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
    rf"(?:(?:and|oh|well|ah|wow) )*(?:(?:(?:that|it) was |what )?{_FINE} {_PLAYED}(?: (?:that was|it was|{_LAST}|all))*"
    rf"|{_FINE} (?:playing|to play)(?: with| against)?(?: {_ALL_OF_YOU}| {_LAST})*"
    rf"|(?:i|we)(?: have)?(?: all| both| really| very much| quite| thoroughly| greatly| so| do| did)*"
    rf" (?:{_ENJOYED}) (?:(?:the|that|our|this|your) )?(?:last |previous )?{_PLAYED}(?: a lot| very much| so much"
    rf"| immensely| hugely| greatly| (?:with )?{_ALL_OF_YOU}| {_LAST})*"
    rf"|(?:the|that|our) (?:last|previous) {_PLAYED} was (?:{_FINE}|(?:a (?:lot of|real) |such |great |good )?(?:fun"
    rf"|a thriller|a joy|a treat|a nail biter|a cliffhanger|a delight|a hoot))"
    rf"|(?:so |very )?(?:well|nicely|beautifully|bravely|brilliantly|superbly) (?:played|fought)"
    rf"(?: {_ALL_OF_YOU}| {_LAST})+)"
)
"""Praise of what has been played, and cannot be of what is played now, wherever it stands."""
PRAISE_OF_SOMEBODY = re.compile(
    rf"(?:so |very )?(?:well|nicely|beautifully|bravely|brilliantly|superbly|cleverly) (?:played|fought|defended)"
    rf"|{_FINE} (?:play|playing|defence|defense|comeback|recovery|work|lead|save|effort|stuff|win"
    rf"|victory|result) {_LAST}|(?:well|nicely|beautifully|bravely) done {_LAST}"
    rf"|(?:kudos|hats off|chapeau|congratulations|congrats|respect)(?: to)?"
    rf"(?: (?:on|for) (?:winning |taking |your )?(?:the |that )?(?:last|previous) {_PLAYED})?"
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
    "|biscuit|cup of (?:tea|coffee|cocoa)|cuppa|slice of cake|glass of (?:water|milk|lemonade)"
    "|(?:happy|merry|blessed|lovely|good|nice) (?:new year|(?:mon|tues|wednes|thurs|fri|satur|sun)day|christmas|easter"
    "|birthday|evening|morning|afternoon|day|week|weekend|summer|holidays?)"
    "|(?:cold|frozen|trembling|shaking|aching|sticky|wet|muddy) (?:hands|fingers|feet|toes)"
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
    "|tortoise|crickets|frogs|owls?|cuckoo|starlings|crows|mice|bulls"
    # the table and the body
    "|soup|bread|cakes?|pies?|tea(?! leaves)|coffee|dinner|supper|lunch|breakfast|jam|biscuits|scones|stew|roast|pasta"
    "|risotto|focaccia|lasagne|cheese|dumplings|marmalade|porridge|eggs|pudding|turkey|gravy|knees?|legs?|foot|feet"
    "|hips?"
    "|shoulders?|neck|tooth|teeth|throat|nose|cold|cough|fever|flu|ankle|wrist|toes|tummy"
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
    r"|stole"
    r"|broke|burst|burnt|froze|blew|grew|slept|sat|won|lost|left|smells?|tastes?|looks?|needs?|\w{2,}(?:ed|ing"
    r"|[^su]s))\b"
)
_OF_THINGS = re.compile(
    rf"(?P<what>{_OWN}(?:{THINGS})(?: (?:in|on|at|of|from|over|by) (?:the |my |our )?\w+)?)"
    rf"(?: just| still| finally| never| always| really)? (?P<does>{_DOES}[^,]*?)"
    r"(?P<then>(?: (?:,|(?:and|but|so|because|since|while|though)\b).*)?)"
)
_IT = re.compile(
    r"^it (?=(?:(?:is|was|has|been|still|just) )+(?:rain(?:ed|ing)|snow(?:ed|ing)"
    r"|(?:pour|hail|freez|blow|thunder|drizzl)ing))"
)
_OF_KIN = re.compile(
    rf"(?:(?:oh|ah|well|and|so) )*(?:(?:my|our) (?:\w+ )?(?:{KIN})(?: \w+)? \w+ed \w+.*"
    rf"|(?:my|our|the) (?:{KIN}) says(?: that)?(?P<told> (?:my|our|the|her|his) (?:{THINGS})\b.*)"
    rf"|(?:my |our )?(?:{KIN}) (?:taught|showed) (?:me|us)(?: well| that| this| everything)(?P<rest>.*))"
)
_LOOSE = re.compile(
    r"\b(?:back|right|down|over|out|up|off|now|ago|again|better|another|lying|looking|waiting|stuck|turn(?:ed|ing)?"
    r"|kee?pt?s?"
    r"|hold(?:ing)?|held|always|letting|leav(?:es|ing)|finish(?:ed|ing)|stop(?:ped|s)?|play(?:ing|s|ed)|asleep"
    r"|sleep(?:s|ing)?|(?:no|not|never|before|after|when|while|once|last|first|soon|later|earlier|then|than|yet|though"
    r"|others?) (?=\w))\b"
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
