"""How English is typed at a table: phrases for one word, short forms, and words that ask nothing."""

import re

from referee.rulebook.query_words import plain

# What is said in several words, and what asks nothing.
PHRASES = {
    r"who (?:died|was killed|got killed) (?:in )?this (?:turn|round)": "who did lose leader",
    r"(?:am|are) (i|we|they) not (?:allowed|able|permitted|free)(?: to)?": r"maynot \1",
    r"(?:am|are|is) (\w+(?: gesserit| guild)?) (?:allowed|able|permitted|free) to": r"may \1",
    r"(?:would|will) (\w+) be (?:allowed|able) to|(?:would|is) it (?:be )?possible for (\w+) to": r"may \1\2",
    r"(?:is it|would it be) (?:ok|okay|fine|legal|allowed|possible) (?:if (i|we)|to)": r"may i \1",
    r"is there (?:any|a) way (?:(?:for me )?to|(?:i|we) can)": "may i",
    r"(?:why )?(?:wont|doesnt|isnt|cant) it (?:let|letting|allow|allowing) (?:me|us)(?: to)?": "why maynot i",
    r"what(?: is|s)? ?(?:stops?|stopping|prevents?|preventing|keeps?|keeping) (?:me|us)(?: from)?": "why maynot i",
    r"(?:which|what) (?:player|faction)(?= \w)|which (?:one )?of us": "who",
    r"(?:whats|what is|what) (?:the )?(?:number|amount|total|count) of": "how much",
    r"still in|stay in|left in": "stay",
    r"set (?:me|us) back|run me": "cost",
    r"(?:put|set|turn) (?:on|in) (?:the|my) (?:wheel|dial)": "dial",
    r"how much (?:is|are) (?:lying|left|lies|there)": "how much spice lie",
    r"how much (?:do|have) (i|we) (?:have|got|own)(?! to)": r"how much spice have \1",
    r"how soon|at what point": "when",
    r"(?:a )?(?:couple|pair)(?: of)?": "2",
    r"(?:can|could|may|do) (i|we|you|he|she|they) (?:not|get to not)": r"maynot \1",
    r"(?:can|could|may) not": "maynot",
    r"what(?:s| am i| are we) (?:supposed|meant|expected) to": "what must i",
    r"(?:do|does|should) ((?:\w+ ){0,3}\w+) (?:have|need|got) to": r"must \1",
    r"(?:those|these|the|my) (?:\w+ )?(?:i|we) just \w+|(?:for )?(?:that|this) drop": "",
    r"(\d+|one|two|three|four|five|six) more(?! \w*(?:card|turn|round|stronghold))": r"\1",
    r"(?:have|has) (\S+) got(?! to)": r"have \1",
    r"(?:got|gotta|need|needs|have|has) to": "must",
    r"how come": "why",
    r"how hi": "how high",
    r"whos turn": "whose turn",
    r"how (?:many|much|big|high|large) (?:is|are|does|do|will|would) (?:it|that|this) (?:cost|be)": "how much is it",
    r"(?:is|s) it not": "is it",
    r"(?:right|just) now|at (?:the|this) moment|this turn|this time|in this turn|this round|so far|as of now": "",
    r"off (?:planet|world|dune|board)|off(?:planet|world)|not on (?:planet|dune)": "reserve",
    r"how far away": "how far",
    r"(?:got|been|get|getting) (hit|caught|killed|struck)": r"did \1",
    r"who (?:still|else) (?:(?:has|have|got)(?: got)? to|(?:needs?|must)(?: to)?)": "who must left",
    r"(?:i ?m|i am) not (?:done|finished)(?: yet)?": "",
    r"all together|altogether|in total|overall|at all": "",
    r"(?:get|be) in on (?:the|this|that) (?:auction|bidding|sale)|join (?:in|the (?:auction|bidding))": "bid",
    r"last time": "last",
    r"whats? (?:is |are )?(?:it|we|they|you|(?:this|the) (?:card|one|bid)) (?:at|up to|on)": "what bid",
    r"what (?:is|are|am) (?:we|i|they|you) bidding (?:on|for)": "what card bid",
    r"still (bidding|in the (?:auction|bidding)|in on (?:it|this))": "stay bid",
    r"(?:still |left )?to (?:go|come)|yet to (?:go|come)": "left",
    r"get away with": "",
    r"(?:over|across|all the way) to": "to",
    r"make it to": "reach",
    r"(?:get|go|come|move|pull|walk|march)(?: (?:my|the|our) \w+)? (?:out of|out from|off|away from)": "leave",
    r"(?:that|which|who|what)? ?(?:i|we) (?:just|only) (?:\w+ed|got|put|sent|bought|lost)(?: (?:there|here|in))?": "",
    r"while i was (?:out|away|gone)": "",
    r"(?:am|are|is) ((?:\w+ ){1,3})able to": r"may \1",
    r"(?:have|has|get) an? (move|shipment)(?: left)?": r"may \1 another",
    r"one of (my|his|her|their|the|our)": r"\1",
    r"(?:pick|scoop|rake|hoover)(?:s|ed|ing)? (?:(?:it|that|the|any|some|that) )?(?:spice )?up": "pickup spice",
    r"(?:pick|scoop|rake|hoover)(?:s|ed|ing)? up": "pickup",
    r"(?:so|that) (?:little|few)|(?:so|this) few": "only",
    r"draw pile|treachery deck|draw deck": "deck",
    r"(?:end|wind|finish)(?:s|ed)? up": "go",
    r"is it (my|your|his|her|their|our) (?:go|move|shot)": r"is it \1 turn",
    r"(?:am|are) (i|we) (?:on|up)(?! (?:a|an|the|against|to|in|for|my|top)(?!\S))": r"am \1 turn",
    r"(?:is|s) ((?:the )?\S+) (mine|ours)": r"who hold \1",
    r"whats? (?:is )?taking (?:so|this|it so) long|why (?:does|is) (?:it|this) tak(?:e|ing) so long": "what wait",
    r"(?:eligible|in line) for|entitled to": "may get",
    r"the wall": "shield wall",
    r"(?:do|does) (?:anyone|anybody|you|we) know(?: if| whether)?|(?:can|could) (?:you|anyone) tell": "",
    r"(?:do|does) (i|we|they) (?:get to|qualify)": r"may \1",
    r"each of (?:us|you|them)|every one of us": "everybody",
    r"who (?!need)(\w+ed|took|won|lost|paid|went|gave|made|got|sold|bought|fought)": r"who did \1",
    r"(this|that|which|other|free|dead|last|next|new|first|any|more) ones?": r"\1",
    r"(?:the )?other (?:guys?|players?|people|sides?|teams?|dudes?)": "opponent",
    r"what happens?(?: now| next)": "what happen next",
    r"(?:hey|ok|okay|hi|sorry) guys": "",
    r"tell me|show me|remind me|quick question|sorry|excuse me|by the way|one question": "",
}
_SHORT = "hw:how y:why abt:about dosh:spice whr:where whn:when ppl:player many:much whom:who u:you"
WORDS = {
    **dict.fromkeys(["can", "could", "might"], "may"),
    **dict.fromkeys(["cant", "cannot", "couldnt", "maynt"], "maynot"),
    **dict.fromkeys(["dont", "doesnt", "didnt", "wont", "isnt"], "not"),
    **dict.fromkeys(["should", "shall", "need"], "must"),
    "whats": "what is",
    "whos": "who is",
    "wheres": "where is",
    "hows": "how is",
    "whens": "when is",
    "im": "i am",
    "ive": "i have",
    "theres": "there is",
    **dict.fromkeys(["gets", "got"], "get"),
    **dict.fromkeys(["has", "had", "hav", "haz", "ve"], "have"),
    "does": "do",
    "goes": "go",
    **dict.fromkeys(["hasnt", "havent", "hadnt"], "have not"),
    **dict.fromkeys(["wat", "wut", "wht", "waht"], "what"),
    **dict.fromkeys(["attacker", "attackers", "attacking", "attacks", "defending"], "aggressor"),
    **dict.fromkeys(["howmany", "howmuch"], "how much"),
    **dict.fromkeys(["dis", "dat"], "this"),
    **dict.fromkeys(["ate", "eaten", "devoured"], "worm hit"),
    **dict.fromkeys(["are", "was", "were", "be", "r"], "is"),
    **dict(word.split(":") for word in _SHORT.split()),
}
EMPTY = """please pls plz now just actually exactly then here the a an even still ok okay hey so again um uh er really
    currently lol btw tho though today tonight well and to in into onto on at of for from with some any there
    maybe referee ever already down yet also been around as w n rn atm rly fr bro bruh yo sry thx man da
    tbh ngl being until till til somewhere anywhere"""
# What is said beside the question: why it is asked.
_ASIDE = re.compile(
    r"(?:^| )(?:(?:sorry|because|cuz|wait) )*i (?:got lost|lost track|forgot|keep forgetting|missed (?:it|that)"
    r"|(?:dont|cant) remember|am (?:lost|confused)|was (?:away|out|off|gone|not|in|on|at|getting|talking|distracted))"
    r"(?: (?:the|a|to|at|it|here|there|kitchen|bathroom|toilet|loo|door|phone|drinks?|listening|looking))*(?= |$)"
)
_LEAD = re.compile(
    r"^(?:(?:wait|hey|hi|hello|ok|okay|so|um+|uh+|erm+|hm+|sorry|but|and|also|guys|dude|man|alright|hold on|anyway"
    r"|(?:quick|one|another|dumb|stupid|silly) question|question|help|listen|oh) )+(?=\w)"
)


def asked_plainly(text: str) -> str:
    """Return the plain words of an English question without why it is asked."""
    return _LEAD.sub("", _ASIDE.sub("", plain(text)).strip())
