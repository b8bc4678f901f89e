"""How people's words become the words of the rule book.

Players say troops, guys or tokens and mean forces; they drop hyphens, accents and apostrophes. Everything
that is searched and everything that is asked goes through `plain` and `stem`, so both sides speak one
language. The tables below hold plain English only: the nicknames of factions and cards come from the book
itself, from the `names` line of an entry, so that a new faction brings its own.
"""

import re
import unicodedata
from functools import lru_cache


def _set(words: str) -> frozenset[str]:
    return frozenset(words.split())


# Words that say next to nothing, and words that say what kind of answer is wanted.
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
    wonder worse worst find search faq dummies unsure remember possible clarification official exist tips"""
)
NUMBERS = _set("one two three four five six seven eight nine ten 11 12 13 14 15 16 17 18 19 20")
ASKING = _set("player players how many much who when where why whom now")

# Words of everyday life that no rule uses: they are meant as they stand and are no slips of other words.
EVERYDAY = _set(
    """adult advert airport alarm album angry animal ant apple arm artist asleep aunt autumn baby bacon bag bake
    ball banana band bar baseball basket basketball bathe bathtub battery beach beans bear bed bee beer belt
    berlin bike bird birthday bishop bitcoin blanket blood boat body boil bolt bone book boots boston bottle
    bowl boyfriend brain brake bread breakfast brick bridge brother brush bucket building burger bus butter
    butterfly cable cake calendar calorie calories camel camera camping candle candy car career carpet carrot
    cartoon castle cat catan ceiling cereal chair champagne charger checkers cheese cherry chess chicken child
    children chin chips chocolate church cigarette cinema circus classroom climate cloth clothes cloud club coat
    coffee college color comb computer concert cook cookie couch cough country cousin cow cream cup curtain
    customer cycling dad daddy dance daughter dentist desk dessert dictionary diet dinner dinosaur dish doctor
    dog doll dollar dolphin door download dream dress drink driver drum duck ear earth easter egg elbow elephant
    elevator email engine essay euro facebook fairy family farm fashion father fence fever film finger fingers
    fish fitness flag flight floor flower flu flute food football forest fork fox france french friday fridge
    fries frog fruit fur furniture garden gasoline german ghost giraffe girl girlfriend glass glove gloves glue
    goat god gold golf google gram grandma grandpa grape grass grocery guest guitar gym hair haircut hamburger
    hammer hamster hat headache health heart helmet hiking history hockey holiday homework honey horse hospital
    hotdog hotel hour hungry husband ice insurance internet iphone iron jacket jam jazz jeans jelly job joke
    jokes journey juice kettle keyboard keys kid kids kilometer kiss kitchen kite kitten knee knight ladder lake
    lamp language laptop laundry law lawyer lazy leaf leg lemon lemonade lens lesson letter lettuce library life
    lightning linux lion lipstick lisbon litre london lottery love lullaby lunch machine magazine magic mail
    mall mana mango marathon marriage married marry mars math mattress mayonnaise meal meaning meat medal
    medicine melon menu meter mile milk minecraft mirror mobile mom mommy monday monopoly month morning mortgage
    mosquito mother motor motorcycle mountain mouse mouth movie movies muffin mum museum mushroom music mustard
    nail neck neighbor neighbour nephew newspaper niece night nose novel nurse nut ocean office oil olive
    omelette onion opera orchestra oven paint pajamas pan pancake panda pants paper parents paris parking parrot
    party passport password pasta pawn peach peanut pear pen pencil penguin pepper perfume pet petrol photo
    piano picnic picture pie pig pillow pilot pineapple pink pirate pizza plane plastic plate plumber pocket
    poem poet pokemon poker police politics pond pony pool popcorn pope pork postcard potato pray president
    pretty printer prize program pumpkin puppy purple purse puzzle python queen quiz rabbit radiator radio
    railway rain razor recipe refrigerator religion restaurant rice river road robot rocket romance roof rook
    room rope rose router rugby salad salary salmon salt sandwich santa sauce sausage scarf school science
    scissors scrabble sea shampoo shark sheep shirt shoe shoes shop shoulder shower sick singer singing sister
    skateboard skating skiing skirt sky sleep sleeve snake snow soap soccer soda sofa song soup spaghetti spain
    spider spinach spoon sport spring squirrel stairs stamp steak stereo stomach stove strawberry street student
    sugar suitcase summer sunday surgery sushi sweater swim swimming switzerland tablet tail tall tan tattoo tax
    taxi tea teacher team teeth telephone television temperature tennis tent test thanks theater thirsty thumb
    ticket tiger tire tired tissue toast toe toilet tomato tomorrow tongue tooth toothbrush toothpaste towel
    tower town toy tractor traffic train travel tree truck trumpet tshirt turkey turtle tv twitter tyre umbrella
    uncle university vacation vacuum van vegan vegetable vegetarian vet video village violin visa volleyball
    wallet wash water watermelon website wedding week weekend whale wheat whiskey wife wifi wikipedia wind
    window wine winter wolf woman wood wool world yacht yesterday yoga yogurt young youtube zebra zipper zoo"""
)

# Each line is one meaning; its first word stands for all of them.
_SAME = """
force troop soldier army unit token guy men dude figure infantry minis
bid auction
against vs versus
through thru
advanced adv
broke bankrupt poor penniless skint
charity welfare alms handout dole
kill killed slay murder dead died die death assassinate
revive resurrect revival reanimate respawn
ship shipment shipping
pay paid payment
cost price expensive fee tariff
win winner winning won victory victorious wins
lose loser losing lost loss losses
discount rebate cheaper
ally alliance allied teammate partner team friend buddy mate pal
battle fight combat fought fighting battling fights attack clash
aggressor attacker invader
peek look see view
secret hidden hide conceal
prisoner captive hostage
capture captured kidnap steal abduct
spice melange money cash coin coins credits solari
tie tied equal
defense defence defend protect protection
extra additional bonus
buy bought purchase purchased purchasing buying
begin start starting beginning begins starts
nobody noone
everyone everybody
truth honest honestly truthful truthfully truthful
allow allowed permit permitted permission legal
limit maximum max most cap
minimum min least smallest lowest
city stronghold strongholds fortress sietch
alone solo unallied
end ending over finish finished
announce declare declaration shout yell
skip pass passed passing passes fold folds folded
stop block prevent forbid
cancel negate nullify annul
move movement march moving walk
land lands landing
harvest collect collection collecting gather
bribe bribery bribing bribes
deal trade agreement contract bargain
note notes notebook
worthless useless junk
explosion explode exploding boom blast detonate detonation kaboom
swap exchange switch
predict prediction forecast prophecy foretell guess guessed
resolve resolution resolved resolving settle
place put placed placing placement
choose pick select selection chosen chose picking
mandatory forced obligatory compulsory obliged
player person people persons ppl
raise increase
poison poisonous venom toxin toxic
answer reply respond
discard dump ditch trash bin binned
shuffle reshuffle
timer clock countdown
second seconds sec secs 2nd
away absent afk
refuse decline reject deny
sit seat seating seated
eat devour swallow consume eaten
ride riding mount
destroy destroyed wreck demolish
ornithopter thopter helicopter copter
income revenue earnings earn
traitor traitorous treason betray betrayal turncoat backstab backstabber spy
tank tanks graveyard morgue
disc disk
number count amount quantity
double twice
half halve halved halves
split divide separate separated
sell selling sold
borrow lend loan
give donate gift transfer given
cheat cheating fraud
penalty punishment punish
break leave quit dissolve
talk speak discuss discussion chat negotiate negotiation
write written record
opponent enemy rival foe
coexist coexistence cohabit cohabitation
last final
empty exhausted
advisor adviser
combine together
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


# How people begin to ask without having said yet what about.
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
    """Lower case letters and digits only, one blank between words; anything else is a blank."""
    folded = unicodedata.normalize("NFKD", text).casefold()
    return " ".join(re.findall(r"[a-z0-9]+", re.sub(r"['’`´\u0300-\u036f]", "", folded)))


def matter(said: str) -> str:
    """A question in plain letters without the words around what it is about: tell me about, explain, details."""
    asked = _AROUND.fullmatch(said)
    return _END.sub("", asked["about"] if asked else said)


@lru_cache(maxsize=8192)
def stem(word: str) -> str:
    """The plain form of a word, shared by its inflections and by its synonyms."""
    if word in EVERYDAY and word not in _MEANING:
        return word
    base = _IRREGULAR.get(word, word)
    return _MEANING.get(base) or _MEANING.get(_strip(base)) or _strip(base)


def _strip(word: str) -> str:
    if len(word) > 4 and word.endswith("ies"):
        word = word[:-3] + "y"
    elif len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us", "is")):
        word = word[:-1]
    for ending in ("ing", "ed", "er", "ly"):
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            word = word[: -len(ending)]
            break
    silent = word.endswith("e") or (word[-1:] == word[-2:-1] and not word.endswith("s"))
    return word[:-1] if len(word) > 3 and silent else word


_MEANING: dict[str, str] = {}
for _group in map(str.split, _SAME.splitlines()):
    for _word in _group:
        _MEANING[_word] = _group[0]
        _MEANING.setdefault(_strip(_word), _group[0])
COMMON = tuple(word for word in _MEANING if len(word) > 3)
