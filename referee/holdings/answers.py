"""Answers on what a faction owns: spice, cards, leaders. Only what this viewer may know."""

from __future__ import annotations

from referee.common.factions import FACTIONS
from referee.holdings.hands import CountsArePublic, hand_limit
from referee.holdings.leaders import home_of, leaders_known, printed_strength
from referee.holdings.purse import spice_of
from referee.holdings.shared_discs import in_the_tanks, shared_discs, who_has
from referee.holdings.traitors import Traitors, TraitorsShare, choosers
from referee.kernel import Table, ask, count, listed, say, say_many, together
from referee.offers.answers import Asked, Reply, answers, names

SECRET, COUNTS, TANKS = "1.11.01", "1.04.10", "4.99.11"
SHARED = "2.13.02"


def _leaders() -> dict[str, str]:
    """Return the leaders by the name on the disc, in full, and by any word that only one of them has."""
    discs: dict[str, str] = {}
    words: dict[str, set[str]] = {}
    for faction in FACTIONS.values():
        for disc in (*faction.leaders, *faction.shared):
            whole = faction.in_full.get(disc, disc)
            discs |= {disc: disc, whole: disc}
            for word in f"{disc} {whole}".lower().replace("-", " ").split():
                words.setdefault(word, set()).add(disc)
    factions = {word for faction in FACTIONS.values() for word in faction.name.lower().split()}
    shared = {disc for faction in FACTIONS.values() for disc in faction.shared}
    one_of = {word: one if len(one) == 1 else one & shared for word, one in words.items()}  # the Duke is Vidal
    only = {word: next(iter(one)) for word, one in one_of.items() if len(one) == 1 and len(word) > 3}
    return {**{word: disc for word, disc in only.items() if word not in factions}, **discs}


names("leader", _leaders)


@answers
def spice(asked: Asked, table: Table) -> Reply | None:
    seat = asked.faction or asked.seat
    if not seat:
        return None
    if seat != asked.seat:
        return Reply("That is secret. They may tell you, truly or not.", (SECRET, "1.11.00"))
    own = spice_of(table, seat)
    if own is None:
        return Reply("The referee does not know. Look behind your shield.", (SECRET, "4.94.02"))
    front = table.seats[seat].bribes
    waits = say(" {front} more wait in front of your shield.", front=front) if front else ""
    return Reply(say("You have {own} spice.{waits}", own=own, waits=waits), (SECRET, *(("1.12.02",) if front else ())))


@answers
def cards(asked: Asked, table: Table) -> Reply | None:
    seat = asked.faction or asked.seat
    if not seat:
        return None
    shown = ask(table, CountsArePublic())
    have, most = len(table.seats[seat].hand), hand_limit(table, seat)
    if seat != asked.seat and not shown.value:
        return Reply("Nobody has to say now. Ask during bidding, when hand counts are public.", ("1.11.02", COUNTS))
    room = say("The limit is {most}.", most=most) if most != have else say("That is the limit of {most}.", most=most)
    words = say("{seat:The has} {count}. {room}", seat=asked.name(seat), count=count(have, "card"), room=room)
    return Reply(words, (*(shown.because if seat != asked.seat else ("1.04.02",)), "1.04.02"))


@answers
def who_holds_most_cards(asked: Asked, table: Table) -> Reply | None:
    """Return how many cards each holds, the most first."""
    shown = ask(table, CountsArePublic())
    if not shown.value:
        return Reply("Nobody has to say now. Ask during bidding, when hand counts are public.", ("1.11.02", COUNTS))
    held = {seat: len(table.seats[seat].hand) for seat in table.seats}
    told = [
        say("{seat}: {n}", seat=asked.name(seat), n=held[seat]) for seat in sorted(held, key=lambda one: -held[one])
    ]
    return Reply(say("Cards in hand: {told}.", told=together(told, "; ")), (*shown.because, COUNTS))


@answers
def own_hand(asked: Asked, table: Table) -> Reply | None:
    """Return how many cards, not which: the screen may be read over a shoulder."""
    if not asked.seat:
        return None
    have = len(table.seats[asked.seat].hand)
    words = say("You have {count}.", count=count(have, "card"))
    return Reply(together([words, "Open your shield to see which."]) if have else words, ("1.11.00", "1.04.02"))


@answers
def traitors(asked: Asked, table: Table) -> Reply | None:
    """Return how many, not which: the screen may be read over a shoulder."""
    if not asked.seat:
        return None
    share, chosen = ask(table, TraitorsShare(asked.seat)), table.state(Traitors)
    if not share.value[1]:
        return Reply(together(["No.", "You keep no traitor cards."]), (*share.because, "0.11"))
    if asked.seat in chosen.kept:
        have = len(chosen.kept[asked.seat])
        words = say_many(have, "You have {n} traitor.", "You have {n} traitors.")
        which = "Open your shield to see which." if have else ""
        return Reply(together(["Yes." if have else "No.", words, which]), (*share.because, "0.11"))
    if dealt := chosen.dealt.get(asked.seat):
        words = say("You still choose from {n} traitor cards.", n=len(dealt))
        return Reply(together(["No.", words]), (*share.because, "0.11"))
    return Reply("The referee does not know. Look behind your shield.", ("0.11",))


@answers
def who_has_chosen_a_traitor(asked: Asked, table: Table) -> Reply | None:
    """Return who has kept a traitor, and who still chooses; never which."""
    chosen, asks = table.state(Traitors), choosers(table)
    if not chosen.done:
        return Reply("The traitor cards are not dealt yet.", ("0.11",))
    done = [seat for seat in asks if seat in chosen.who]
    left = [] if len(chosen.who) < chosen.chosen else [seat for seat in asks if seat not in chosen.who]
    parts = [
        say("{seats:The has} chosen.", seats=listed([asked.name(seat) for seat in done])) if done else "",
        say("Not yet: {seats}.", seats=listed([asked.name(seat) for seat in left])) if left else "",
    ]
    return Reply(together(parts), ("0.11",)) if any(parts) else None


@answers
def leaders(asked: Asked, table: Table) -> Reply | None:
    if asked.leader:
        return _one(asked, table)
    one = asked.faction or asked.seat
    seats = [one] if one else list(table.seats)
    dead = [name for seat in seats for name in _in_tanks(table, seat)]
    if not one:
        return Reply(
            say("In the Tanks: {listed}.", listed=listed(dead)) if dead else "No leader is in the Tanks.", (TANKS,)
        )
    alive, who = leaders_known(table, one).pool, asked.name(one)
    words = (
        say("{seat:The has} {listed}.", seat=who, listed=listed(alive))
        if alive
        else say("{seat:The has} no leader left.", seat=who)
    )
    return Reply(
        together([words, say("In the Tanks: {listed}.", listed=listed(dead)) if dead else "None is in the Tanks."]),
        (TANKS,),
    )


@answers
def how_strong(asked: Asked, table: Table) -> Reply | None:
    strength = printed_strength(asked.leader)
    if strength is None:
        return None
    return Reply(say("{leader} has strength {n}.", leader=asked.leader, n=strength), ("0.09",))


@answers
def best_leader(asked: Asked, table: Table) -> Reply | None:
    """Return the asker's living leaders, the strongest first."""
    if not asked.seat or not (alive := leaders_known(table, asked.seat).pool):
        return leaders(asked, table) if asked.seat else None
    ranked = sorted(alive, key=lambda name: -(printed_strength(name) or 0))
    told = [say("{leader} {n}", leader=name, n=printed_strength(name) or 0) for name in ranked]
    return Reply(say("Your leaders by strength: {told}.", told=listed(told)), ("0.09", TANKS))


def _in_tanks(table: Table, seat: str) -> list[str]:
    book = leaders_known(table, seat)
    return [*book.face_up, *(name for name in book.face_down if isinstance(name, str))]


def _one(asked: Asked, table: Table) -> Reply | None:
    if asked.leader in shared_discs(table):
        return _shared(asked, table)
    home = home_of(asked.leader)
    if home not in table.seats:
        return Reply(say("{leader} is of a faction that nobody plays tonight.", leader=asked.leader), (TANKS,))
    for seat in table.seats:
        book = leaders_known(table, seat)
        if asked.leader in (*book.face_up, *book.face_down):
            return Reply(say("{leader} is in the Tanks.", leader=asked.leader), (TANKS,))
        if asked.leader in book.pool:
            return Reply(
                say("{leader} is alive and with {seat}.", leader=asked.leader, seat=asked.name(seat)), (TANKS,)
            )
    return Reply(say("{leader} is not with a player and not in the Tanks.", leader=asked.leader), (TANKS,))


def _shared(asked: Asked, table: Table) -> Reply:
    """Return whom a leader serves that several factions may have."""
    if in_the_tanks(table, asked.leader):
        return Reply(say("{leader} is in the Tanks.", leader=asked.leader), (SHARED, TANKS))
    if seat := who_has(table, asked.leader):
        return Reply(say("{seat:The has} {leader}.", seat=asked.name(seat), leader=asked.leader), (SHARED,))
    return Reply(say("{leader} is set aside.", leader=asked.leader), (SHARED,))


@answers
def what_others_hold(asked: Asked, table: Table) -> Reply | None:
    if asked.seat and asked.faction == asked.seat:
        return own_hand(asked, table) if asked.card else None
    if asked.card and not asked.faction and not asked.seat:
        return None
    return Reply("That is secret. They may tell you, truly or not.", ("1.11.00",))
