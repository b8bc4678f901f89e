"""The numbers by which a game exported from treachery.online names factions, leaders, cards and places."""

from __future__ import annotations

from collections.abc import Iterator

FACTIONS = {
    10: "Fremen", 20: "Atreides", 30: "Harkonnen", 40: "Emperor", 50: "Spacing Guild", 60: "Bene Gesserit",
    70: "Ixian", 80: "Tleilaxu", 90: "CHOAM", 100: "Richese", 110: "Ecaz", 120: "Moritani",
}  # fmt: skip
COLORS = {
    "Yellow": 10, "Green": 20, "Black": 30, "Red": 40, "Orange": 50, "Blue": 60, "Grey": 70, "Purple": 80,
    "Brown": 90, "White": 100, "Pink": 110, "Cyan": 120,
}  # fmt: skip
_LEADERS = """
    Thufir Hawat|Lady Jessica|Gurney Halleck|Duncan Idaho|Dr. Yueh|Alia|Margot Lady Fenring|Mother Ramallo|
    Princess Irulan|Wanna Yueh|Hasimir Fenring|Captain Aramsham|Caid|Burseg|Bashar|Stilgar|Chani|Otheym|Shadout Mapes|
    Jamis|Staban Tuek|Master Bewt|Esmar Tuek|Soo-Soo Sook|Guild Rep.|Feyd-Rautha|Beast Rabban|Piter de Vries|
    Captain Iakin Nefud|Umman Kudu|Dominic Vernius|C'Tair Pilru|Tessia Vernius|Kailea Vernius|Cammar Pilru|Zoal|
    Hidar Fen Ajidica|Master Zaaf|Wykk|Blin|Viscount Tull|Duke Verdun|Rajiv Londine|Lady Jalma|Frankos Aru|Auditor|
    Talis Balt|Haloa Rund|Flinto Kinnis|Lady Helena|Premier Ein Calimar|Sanya Ecaz|Rivvy Dinari|Ilesa Ecaz|
    Bindikk Narvi|Whitmore Bludd|Duke Vidal|Lupino Ord|Hiih Resser|Trin Kronos|Grieu Kronos|Vando Terboli
"""
LEADERS = {n: " ".join(name.split()) for n, name in enumerate(_LEADERS.split("|"), 1001)}
_CARDS = (
    "Lasgun|Crysknife|Maula Pistol|Slip Tip|Stunner|Chaumas|Chaumurky|Ellaca Drug|Gom Jabbar|"
    "Shield|Shield|Shield|Shield|Snooper|Snooper|Snooper|Snooper|Cheap Hero|Cheap Hero|Cheap Hero|Tleilaxu Ghola|"
    "Family Atomics|Hajr|Karama|Karama|Truthtrance|Truthtrance|Weather Control|Baliset|Jubba Cloak|Kulon|La, La, La|"
    "Trip to Gamont|Poison Blade|Hunter-Seeker|Basilia Weapon|Weirding Way|Poison Tooth|Shield Snooper|Shield|Snooper|"
    "Chemistry|Artillery Strike|Harvester|Thumper|Amal|Kull Wahad|Distrans|Juice of Sapho|Mirror Weapon|"
    "Portable Snooper|Ornithopter|Nullentropy Box|Semuta Drug|Residual Poison|Stone Burner|Karama"
)
SKILLS = {
    10: "Bureaucrat", 20: "Diplomat", 30: "Rihani Decipherer", 40: "Smuggler", 50: "Suk Graduate", 60: "Planetologist",
    70: "Warmaster", 80: "Prana Bindu Adept", 90: "Swordmaster of Ginaz", 100: "Killer Medic",
    110: "Master of Assassins", 120: "Sandmaster", 130: "Mentat", 140: "Spice Banker",
}  # fmt: skip
CARDS = dict(enumerate(_CARDS.split("|"))) | dict.fromkeys((100, 101, 102), "Karama")
CARDS |= {57: "Recruits", 58: "Reinforcements", 59: "Harass and Withdraw"}
_PLACES = """
    Polar Sink 1|Imperial Basin 3|Carthag 1|Arrakeen 1|Tuek's Sietch 1|Sietch Tabr 1|Habbanya Sietch 1|Cielago North 3|
    Cielago Depression 3|Meridian 2|Cielago South 2|Cielago East 2|Harg Pass 2|False Wall South 2|False Wall East 5|
    The Minor Erg 4|Pasty Mesa 4|Red Chasm 1|South Mesa 3|Basin 1|Rim Wall West 1|Hole In The Rock 1|Sihaya Ridge 1|
    Shield Wall 2|Gara Kulon 1|Old Gap 3|Broken Land 2|Tsimpo 3|Arsunt 2|Rock Outcroppings 2|Plastic Basin 3|
    Hagga Basin 2|Bight Of The Cliff 2|Funeral Plain 1|The Great Flat 1|Wind Pass 4|The Greater Flat 1|Habbanya Erg 2|
    False Wall West 3|Wind Pass North 2|Habbanya Ridge Flat 2|Cielago West 2|Hidden Mobile Stronghold 1
"""


def _spots() -> Iterator[tuple[str, int]]:
    """Yield each territory with the number of places, one a sector, that are counted in it."""
    for entry in _PLACES.split("|"):
        *name, n = entry.split()
        yield " ".join(name), int(n)


TERRITORIES = dict(enumerate(name for name, _ in _spots()))
LOCATIONS = dict(enumerate(name for name, n in _spots() for _ in range(n)))


def faction(said: object) -> str:
    """Return a faction by its number or color, "" if there is none of it."""
    number = COLORS.get(said, 0) if isinstance(said, str) else said
    return FACTIONS.get(number, "") if isinstance(number, int) else ""
