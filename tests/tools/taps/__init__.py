"""How many taps an evening costs: a game as it is played, in a real browser.

    python -m tests.tools.taps [--each] [--seed N]

Set-up is played from the start page to the first storm. The turn that follows is another game's second one: six
players, six cards, three battles, a shipment and a move each, a window for Karama when the Guild ships and one in the
battles, two revivals, three collectors. Traitors, predictions, dials, forces, orders, plans and what is kept of them
are drawn with the seed; where forces go is fixed, so that three battles come of it. Five of the six have said in turn 1
that they stop nothing in the whole game, and the sixth, who is drawn, is asked in every window. Last come two cardboard
wheels that are typed in, each with a full plan.

A tap, a key, a swipe and a finger that is held count one each; a choice from a list counts two, to open and to choose;
a number costs the fewer of its steps and its digits, a place the fewer of the swipes to it and of the map. Bids are
counted beside the rest, since nobody can be spared them. ``Ready`` is tapped by everybody, since a player who does not
tap waits.
"""
