"""Words in which German, French and Spanish questions are put: what asks nothing, and what means the same.

As `query_words` has them for English. Words are written without accents, as `plain` leaves them.
"""

import re

# Stop words; and words that ask for a kind of answer, which count half.
EMPTY = {
    "de": """der die das den dem des ein eine einen einem einer eines und oder aber wenn ob dass als wie so zu zum zur
        in im an am auf bei mit nach von vom aus fur um uber unter durch vor hinter ich du er sie es wir ihr mich dich
        sich uns euch ihn ihm ihnen mein meine meinen meinem meiner dein deine sein seine ihre unser unsere euer man
        jemand etwas bin bist ist sind seid war waren sei habe hab hast hat haben hatte werden wird werde wurde kann
        kannst konnen konnt darf durfen muss mussen soll sollen will wollen mag mochte noch schon auch nur sehr mehr
        da dann denn hier dort jetzt gerade eigentlich mal bitte gibt geben geht gehen machen mach macht tun
        passiert passieren nicht kein keine keinen ja nein dies diese dieser dieses diesen jene andere anderen
        anderer selbst kriege kriegen bekomme spiel dune regel regeln heisst bedeutet""",
    "fr": """le la les l un une des du de d a au aux en dans sur vers avec pour par sans sous chez entre et ou mais si
        que qu qui quoi dont comme donc car ne n pas plus je j tu il elle on nous vous ils elles me m te t se s lui
        leur y mon ma mes ton ta tes son sa ses notre nos votre vos leurs ce c cet cette ces ca cela celui celle est
        es suis sont sommes etes etre etait ete ai as avons avez ont avoir avait peux peut pouvons peuvent puis
        pouvoir dois doit devons doivent devoir veux veut faut faire fait fais font va vais vont aller deja encore
        aussi tres bien ici maintenant alors oui non svp stp passe passer autre autres meme quelqu quelque jeu dune
        regle regles arrive signifie sert dire""",
    "es": """a al ante con contra de del desde en entre hacia hasta para por segun sin sobre tras el la los las un una
        unos unas lo y e o u ni que si pero porque pues como mientras aunque yo tu ella nosotros vosotros ellos
        ellas usted ustedes me te se nos os le les mi mis tus su sus mio mia tuyo nuestro nuestra nuestros nuestras
        este esta estos estas ese esa esos esas eso esto aquel aquella aquello alguno alguna algun alguien algo ser
        es son soy eres somos era fue fuera sea sido estar estan estoy estamos hay haber ha he han hemos has haya
        habia hacer hace hago hacen hacemos haga poder puedo puede pueden podemos podria puedes pueda tener tengo
        tiene tienen tenemos tienes tenga deber debo debe deben debemos querer quiero quiere queremos ir voy va van
        vamos ya aun todavia tambien muy mas menos mucho asi aqui ahi alli ahora entonces luego pasa pasar pasan
        vale ok oye hola porfa favor no solo mismo misma otra otro otros otras q k pq xq x d toca tocar dar da doy
        funciona funcionan significa sirve saber decir juego dune regla reglas""",
}
ASKING = {
    "de": """wieviel wieviele viel viele wer wen wem wann wo wohin warum wieso welche welcher welches spieler
        mitspieler""",
    "fr": "combien qui quand ou pourquoi comment quel quelle quels quelles joueur joueurs",
    "es": "cuanto cuanta cuantos cuantas quien quienes cual cuales cuando donde como jugador jugadores adonde",
}
# Synonyms, one group per line, named by its first word.
SAME = {
    "de": """
truppe einheit figur armee soldat
anfuhrer general held
spice gewurz geld
handy telefon smartphone
laptop computer rechner pc
gebot bieten biete versteigerung auktion steigern
wiederbeleben wiederbelebung wiederbelebt
verschiffen verschiffung landen landung
preis kosten kostet
zahlen bezahlen zahlung
festung sietch
zeigen aufdecken
kampf schlacht kampfen gefecht
gewinnen sieg gewinnt sieger
verlieren verliert verloren niederlage
sterben stirbt tot toten getotet
verbundeter bundnis allianz verbundet
gegner feind
ernten einsammeln sammeln
wurm sandwurm
ruckgangig zurucknehmen
schrift buchstaben text
ausschalten abschalten abstellen
fehler vertippt irrtum
gehen weg verlassen
gleichstand unentschieden
zeit uhr timer
runde zug
gefangen gefangennehmen stehlen gestohlen
vorhersage vorhersagen
beenden kundigen brechen auflosen
""",
    "fr": """
troupe unite pion soldat armee homme
chef leader general heros
epice argent
telephone portable tel smartphone mobile
ordinateur ordi pc laptop
enchere encherir miser mise
ranimer resurrection ressusciter reanimer
expedier expedition debarquer debarquement
prix cout coute couter tarif
payer paiement paie
forteresse sietch
montrer reveler
bataille combat combattre battre
gagner victoire gagne gagnant
perdre perd perdu defaite
mourir meurt mort tuer tue
allie alliance allier partenaire
adversaire ennemi
recolter ramasser recolte
garder conserver
annuler retour arriere
lettre texte
couper enlever desactiver eteindre
erreur faute
partir quitter
temps horloge chronometre minuteur
tour manche
capturer voler capture
prediction predire
rompre casser
""",
    "es": """
tropa ficha unidad ejercito soldado
especia dinero melange
lider general heroe
movil telefono celular smartphone
ordenador portatil computadora pc
puja subasta oferta pujo subastar
revivir resurreccion resucitar reanimar revive
envio enviar desembarco desembarcar transporte transportar
precio coste costo cuesta costar tarifa
pagar pago paga
fortaleza ciudadela sietch
ensenar mostrar revelar
batalla combate lucha luchar pelea pelear combatir
ganar victoria gana ganador vencer
perder pierde perdido derrota
morir muere muerto matar mata
aliado alianza aliarse socio companero
rival oponente enemigo contrario adversario
coger recoger recolectar cosechar
guardar quedarse conservar
deshacer volver atras romper
letra texto
quitar apagar desactivar
error equivocarse equivocacion fallo
irse marcharse salir
empate empatar
tiempo reloj cronometro temporizador
turno ronda
capturar robar captura
predecir prediccion pronostico apuesta apostar
cofradia gremio
mover desplazar caminar
pacto trato acuerdo
""",
}


def with_accents(code: str, word: str) -> str:
    """Return a word with the accent that its ending needs to be known by the stemmer."""
    return re.sub("(?<=[cs])ion$", "ión", word) if code == "es" else word


def without_change(code: str, stem: str) -> str:
    """Return a stem as the other forms of its verb have it: Spanish pierd- is perd-, muev- is mov-."""
    if code == "es" and len(stem) > 3:
        return re.sub("(?<![gq])ue", "o", stem.replace("ie", "e")).removesuffix("i")
    return stem


# What is said of a game that is played: what was done, and one's own forces or cards by their number.
_PLAYED = {
    "en": r"""did (i|we|my|he|she|they|any(body|one)|some(body|one))|(have|has|had) (i|we|my)|(what|where) (was|were)
        |what happened|my (\d+|one|two|three|four|five|six|seven|eight|nine|ten)|this (time|one)|right now|so far""",
    "de": r"""(warum|wieso|weshalb|was|wieviel|wo) (\w+ ){0,2}(habe?|haben|hatten?|bin|sind|wurden?) (ich|wir|mein\w*)
        \ (\w+ )*(\w*ge|ver|be|er)\w+(t|en)|was ist mit mein\w*|diesmal
        |was ist (\w+ )*passiert|meine (\d+|zwei|drei|vier|funf|sechs|sieben|acht|neun|zehn)|bis jetzt|gerade eben""",
    "fr": r"""(combien|pourquoi|ou|qu)
        \ (\w+ ){0,3}(j ai|ai je|on a|a t on|nous avons|avons nous) (deja )?
        \w{3,}(e|es|u|us|is)|que? s est il passe|cette fois|qu est il arrive
        |mes (\d+|deux|trois|quatre|cinq|six|sept|huit|neuf|dix)|jusqu ici""",
    "es": r"""(por que|que|cuant\w+|donde) (\w+ ){0,2}(he|hemos|me han|nos han) (\w+ )?\w+[dt]o
        |que (paso|ha pasado)|esta vez|hasta ahora|mis (\d+|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez)""",
}


def of_this_table(code: str, text: str) -> bool:
    """Return True for a question about a game that is played, which no rule answers for sure; ``text`` is plain."""
    said = re.sub(r"\n +", "", _PLAYED[code])
    return re.search(rf"\b({said})\b", text) is not None
