"""Maps people's words to the words of the rule book.

Players say troops, guys or tokens and mean forces; they drop hyphens, accents and apostrophes. Everything indexed and
everything asked goes through `plain` and `stem`. The tables below are plain English; nicknames of factions and cards
come from the `names` lines of the book, so a new faction brings its own.
"""

import re
import unicodedata
from functools import cache, lru_cache
from threading import Lock
from typing import Any

_STEMMING = Lock()  # a stemmer keeps the word that it works on


def _set(words: str) -> frozenset[str]:
    return frozenset(words.split())


# Stop words, and words that ask for a kind of answer.
FILLER = _set(
    """a an the and or but if of to in on at by for from with as is are am be been was were do does did doing
    has have had having i me my mine we us our you your he him his she her it its they them their this that
    these those there here what which whose may might can could should would will shall must let lets s t
    get gets got just also even so then than too very really ever still about into out up please tell
    happen happens happened thing stuff exactly actually someone somebody anyone anybody else want wants need
    needs using use used rule rules game dune hey ok okay explain not no am im ive dont cant per
    hasnt havent isnt doesnt didnt arent wont youre hes shes theyre gonna gotta wanna hafta lol lmao haha omg wtf
    btw idk imo pls plz ur tho though some maybe anyway because cos coz cuz
    bc u r w n afraid along aware best better boring care careful clever complain confuse confused confusing
    consider couple doubt especially expect feel handle happy hope intend mind nice practice present quite rather
    sad seem seems serious silly smart somehow sometimes somewhere sorry strange terrible thank thought trouble
    trust typical understand work works working function functions unusual upset vague weird welcome
    wonder worse worst find search faq dummies unsure remember possible clarification official exist tips
    good bad missing suppose supposed wondering wonder question questions"""
)
NUMBERS = _set("one two three four five six seven eight nine ten 11 12 13 14 15 16 17 18 19 20")
ASKING = _set("player players how many much who when where why whom now")

# Synonyms, one group per line, named by its first word.
_SAME = """
force troop soldier army unit token guy men dude figure infantry minis boys lads meeple meeples pawn
territory space region area zone hex
leader general hero captain commander
bid auction
against vs versus
kill killed slay murder dead died die death assassinate
revive resurrect revival reanimate respawn rez res unkill
ship shipment shipping
pay paid payment
cost price expensive fee tariff
win winner winning won victory victorious wins
lose loser losing lost loss losses
ally alliance allied teammate partner team friend buddy mate pal
battle fight combat fought fighting battling fights attack clash
peek look see view
secret hidden hide conceal
capture captured kidnap steal abduct
spice melange money cash coin coins credits solari bucks gold dough moolah currency
defense defence defend protect protection
extra additional bonus
buy bought purchase purchased purchasing buying
begin start starting beginning begins starts
everyone everybody
allow allowed permit permitted permission legal
limit maximum max most cap
city stronghold strongholds fortress sietch castle fort
end ending over finish finished
skip pass passed passing passes fold folds folded
stop block prevent forbid
move movement march moving walk
land lands landing
harvest collect collection collecting gather
bribe bribery bribing bribes
worthless useless junk
explosion explode exploding boom blast detonate detonation kaboom
swap exchange switch trade
predict prediction forecast prophecy foretell guess guessed
place put placed placing placement
choose pick select selection chosen chose picking
player person people persons ppl
timer clock countdown
second seconds sec secs 2nd
sit seat seating seated
eat devour swallow consume eaten
traitor traitorous treason betray betrayal turncoat backstab backstabber spy
tank tanks graveyard morgue cemetery axlotl axolotl deadpile
half halve halved halves
sell selling sold hawk
give donate gift transfer given
break leave quit dissolve
talk speak discuss discussion chat negotiate negotiation
opponent enemy rival foe
last final
advisor adviser
zero 0 nought nil
one 1
two 2
three 3
four 4
five 5
six 6
seven 7
eight 8
nine 9
ten 10
first 1st
third 3rd
fourth 4th
fifth 5th
sixth 6th
seventh 7th
eighth 8th
laptop computer pc tablet
internet wifi wlan online
option setting settings preference preferences
crash crashed freeze froze frozen
mistake accident accidental accidentally mistakenly oops
phone smartphone handset
""".strip()

_IRREGULAR = {
    "armies": "army",
    "gave": "give",
    "took": "take",
    "taken": "take",
    "kept": "keep",
    "went": "go",
    "drew": "draw",
    "drawn": "draw",
    "shown": "show",
    "spent": "spend",
    "held": "hold",
    "ate": "eat",
    "biding": "bid",
    "dying": "die",
    "lying": "lie",
    "forbidden": "forbid",
    "stole": "steal",
    "stolen": "steal",
    "hid": "hide",
    "saw": "see",
    "seen": "see",
    "told": "tell",
    "said": "say",
    "gone": "go",
    "came": "come",
    "ran": "run",
    "known": "know",
    "knew": "know",
    "thrown": "throw",
    "stood": "stand",
    "slain": "kill",
    "brought": "bring",
    "swept": "sweep",
    "chosen": "choose",
    "broken": "break",
    "spoken": "speak",
    "dealt": "dealt",
}


_BRITISH = re.compile(r"(?<=\w{3})our(?=s?$|ed$|ing$|able$|less$)")  # favour, colour, neighbour; not hour or four

# German words typed between English ones, after their translation; none is an English word too.
_GERMAN = {
    said: line.split()[0]
    for line in """
traitor verrater verraeter
card karte karten handkarten treacherykarte treacherykarten
storm sturm sturms
worm wurm sandwurm
spice gewurz gewuerz geld
force truppe truppen einheit einheiten armee
leader anfuhrer anfuehrer
stronghold festung festungen
desert wuste wueste
territory gebiet gebiete feld
sector sektor sektoren
turn runde runden zug
player spieler
ally verbundeter verbuendeter verbundeten verbuendeten
alliance bundnis buendnis allianz
bribe bestechung bestechen schmiergeld
bid gebot gebote bieten biete steigern
auction auktion versteigerung
buy kaufen kaufe kauft
pay bezahlen bezahle bezahlt zahlen zahle zahlt
cost kostet kosten preis
shield schild sichtschirm
weapon waffe waffen
defense verteidigung
battle kampf kampfe kaempfe kampfen kaempfen schlacht
aggressor angreifer
tie gleichstand unentschieden
win gewinnt gewinnen gewinne sieg sieger
lose verliert verlieren verliere verloren
die stirbt sterben
revive wiederbeleben wiederbelebung wiederbelebt
land landen landung
ship verschiffen
move ziehen bewegen bewegung
collect ernte ernten sammeln
predict vorhersage
voice stimme
advisor berater
leave kundigen kuendigen auflosen aufloesen
undo ruckgangig rueckgaengig
clock uhr
rule regel regeln
capture fangen gefangen gefangener
reserves reserven
discard abwerfen ablegen
when wann wenn
who wer
how wie
many viele
can kann darf
must muss
not nicht
and und
i ich
with mit
a ein eine einen
the der das
""".strip().splitlines()
    for said in line.split()[1:]
}


# Openings of questions that carry no subject.
_BEGIN = """(?:quick )?questions? (?:about|on)|walk me through|teach me|remind me(?: of| about)?|look up
    |tell me(?: more)? about|explain(?: to me)?|clarify|(?:some )?help (?:with|on)|info(?:rmation)? (?:on|about)
    |(?:(?:the|exact) )*(?:details|summary|basics|meaning|definition|wording|text|example|purpose) (?:of|on)
    |dont (?:get|understand)|where (?:do|can) (?:i|we) (?:read|find)(?: out)?(?: about)?|arguing about
    |confused (?:by|about)|not sure about|anything about|regarding|concerning|what ?(?:i)?s the deal with
    |(?:what does )?the rule ?book says? about
    |(?:(?:the|correct|right|official) )*(?:ruling|answer) (?:for|on)|give me the rules? (?:for|on|about)
    |read me|new (?:player|here)(?: here)?(?: (?:how|what) about)?"""
_LEAD = (
    "(?:(?:hey|hi|ok|okay|so|sorry|please|can|could|you|we|i|a|am|im|are|were|need|want|just|someone|what|whats|is) )*"
)
_AROUND = re.compile(f"{_LEAD}(?:{''.join(map(str.strip, _BEGIN.splitlines()))}) (?P<about>.+?)(?: again| please)?")
_END = re.compile(r"(?<=\w) (?:details|explained|explanation|summary|basics|meaning|wording|example|apply)$")


def plain(text: str) -> str:
    """Lower-case ASCII letters and digits, words separated by one blank."""
    folded = unicodedata.normalize("NFKD", text).casefold()
    return " ".join(re.findall(r"[a-z0-9]+", re.sub(r"['’`´\u0300-\u036f]", "", folded)))


def matter(question: str) -> str:
    """A question without phrases such as tell me about, explain, details."""
    asked = _AROUND.fullmatch(question)
    return _END.sub("", asked["about"] if asked else question)


@lru_cache(maxsize=8192)
def stem(word: str) -> str:
    """The stem of a word, shared by its inflections and synonyms."""
    word = _GERMAN.get(word, word)
    base = _IRREGULAR.get(word, _BRITISH.sub("or", word))
    meant = meanings()
    if base in meant:
        return meant[base]
    with _STEMMING:
        root = str(_english().stemWord(base))
    return meant.get(root) or root


def stemmer(language: str) -> Any:
    """Return a new stemmer of a language, in C if available, else in Python; the library is loaded with the first."""
    import snowballstemmer

    return snowballstemmer.stemmer(language)


@cache
def _english() -> Any:
    return stemmer("english")


@cache
def meanings() -> dict[str, str]:
    """Return for each word that has synonyms, and for its stem, the first of them."""
    found = dict[str, str]()
    with _STEMMING:
        for group in map(str.split, _SAME.splitlines()):
            for word in group:
                found[word] = group[0]
                found.setdefault(_english().stemWord(word), group[0])
    return found


@cache
def common() -> tuple[str, ...]:
    """Return the words of more than three letters that have synonyms."""
    return tuple(word for word in meanings() if len(word) > 3)
