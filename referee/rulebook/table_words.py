"""The words in which people ask about the table as it stands, in four languages.

A line is a meaning, then its words in English, German, French and Spanish, without accents. In brackets stands what may
be said beside it: `how` with `much`. ``LIGHT`` words may stand in any question. A word may have several meanings; a
question with a word that is in no line is not about the table: the book answers it.
"""

from __future__ import annotations

from functools import cache

LIGHT = "LIGHT"
_CODES = ("en", "de", "fr", "es")
_TABLE = """
ADVANCED | advanced | erweitert erweiterten erweiterte | avance avancees avancee | avanzado avanzadas avanzada
AGGRESSOR | aggressor attacker attack defender | angreifer aggressor verteidiger greift angreifen | agresseur
  attaquant attaque defenseur | agresor atacante ataca defensor
ALIVE | alive available left | leben lebt ubrig | vivant vivants restent reste disponibles | vivo vivos quedan
  disponibles
ALL | everybody everyone all others | alle allen anderen | tous autres | todos demas otros
ALLY | ally allied alliance | verbundet verbundeter verbundete verbundeten verbunden allianz allianzen bundnis
  schliessen bilden eingehen | allie allies alliance allier alliances alliee former | aliado aliados alianza alianzas
  aliar aliarme aliada formar
ALREADY | have | schon hat haben | deja ont ai | ha han ya
AM | i am | bin | suis | soy estoy
ANYBODY | anybody anyone somebody someone | jemand irgendwer wer | quelqu un quelque | alguien
AREA | territory space area field | gebiet gebiete felder feld territorien | territoire territoires case cases |
  territorio territorios casilla casillas
SKILL | skill | fahigkeit fahigkeiten | competence competences talent | habilidad habilidades
TECH | tech | tech technik technologie | tech technologie technologiques | tecnologia tecnologicas
TOKEN | token | marker plattchen | jeton jetons | ficha fichas
TERROR | terror | terror terrormarker | terreur | terror
AMBASSADOR | ambassador | botschafter | ambassadeur ambassadeurs | embajador embajadores
BANK | bank | bank | banque | banco
BASIC | basic | grundregeln grundspiel | base basiques | basico basica basicas
BATTLE | battle fight | kampf kampfe kampfen kampft gekampft schlacht schlachten wird | bataille batailles combat
  combats combattre bat battre | batalla batallas combate combates pelea lucha pelear combatir luchar
BELONG | belong whose | gehort | appartient | pertenece
BID | bid bidding bidder offer raise | bieten biete bietet geboten gebot mitbieten steigern erhohen ausgeben gebote
  steht | encherir miser mise enchere offrir offre proposer mettre surencherir encheres monter | pujar puja pujo
  ofrecer apostar subir
BOARD | board map | brett plan karte spielplan | plateau carte | tablero mapa
BUY | buy bought win won get take took | gekauft kaufen kaufte ersteigert bekommen gewonnen gegangen | achete achetee
  acheter remporte gagne eu emporte | compro comprado gano llevo comprar llevado
CALL | call shout reveal show | ausrufen rufen aufdecken ansagen | appeler reveler annoncer | llamar revelar cantar
CAPTIVE | dead kill back | zuruck tot | retour mort | vuelta muerto
CARD | card cards treachery | karte karten verratskarte verratskarten | carte cartes traitrise | carta cartas traicion
CHANGE | change reopen unlock edit correct choose set different decide | andern offnen aufmachen wechseln geandert
  gewahlt anders | changer modifier rouvrir changees change choisi choisies modifiees | cambiar modificar reabrir
  cambiado elegido diferente
CHARITY | charity choam | wohltatigkeit almosen choam | charite aumone choam | caridad choam
COLLECT | collect harvest gather earn income get | sammle sammeln einsammeln ernten ernte einkommen bekomme |
  collecter recolter ramasser recolte revenu recois | recoger recojo cosechar recolectar ingreso ingresos cosecho
  cobro
COST | cost price expensive pay spend charge | kostet kosten koste preis zahle bezahle zahlen bezahlen zahlt teuer
  gekostet | coute coutent couter prix paie paye payer paies cher tarif | cuesta cuestan costar precio pago pagar vale
  costo tarifa
DEAD | dead killed tank | tot tote gefallen tank tanks | mort morts cuve cuves | muerto muertos tanque tanques
DIAL | dial wheel number turn spin choose | wahlen wahle drehen drehe einstellen einsetzen rad zahl zahlen dreht wahlt
  dran | composer choisir cadran roue nombre nombres chiffre chiffres jouer | marcar elegir girar rueda numero numeros
  disco poner
DO | do act make anything | machen tun mache tue handeln geht tut machst | faire fais agir fait jouer | hacer hago
  actuar haga
EXIST | exist there game | gibt spiel | y existe | hay existe
FACTION | faction | fraktion fraktionen | faction factions | faccion facciones
FAR | far | weit | loin ou jusqu | lejos hasta donde
FIRST | first before ahead early begin start | zuerst erste erster vorher fruher anfangen fangt beginnt beginnen
  startspieler startet | premier premiere avant commence commencer abord | primero primera primer antes empieza
  empezar comienza comenzar
FORCE | force forces men people unit | truppe truppen einheit einheiten figur figuren leute soldaten | troupe troupes
  force forces pion pions unite unites effectifs | tropa tropas fuerza fuerzas ficha fichas unidad unidades
FREE | free open empty nothing | kostenlos gratis umsonst frei leer | gratuit gratuitement gratuite libre vide |
  gratis libre vacio
FULL | full | voll | plein pleine complet complete | lleno llena
GAME | game | spiel | partie jeu | partida juego
GO | go get reach come enter bring | gehen gehe kommen komme betrete betreten dran geht | aller vais atteindre arriver
  entrer entre arrive passer vient vienne va vont passe entres debarque | ir voy llegar alcanzar entrar entro llego
  van va viene
HALF | half | halb halbe halben halber | moitie demi | mitad medio
HAND | hand hands | hand | main | mano
HAPPEN | happen await | passiert geschieht erwartet | passe attend se | pasa espera ocurre
HAVE | have hold own keep carry get control occupy | habe hat haben halte halt halten besitze besitzt besitzen hast
  habt kontrolliert besetzt | ai as avons ont avez tiens tient possede possedent tenir avoir garder a controle occupe
  | tengo tiene tenemos tienen tener posee poseen controla ocupa controlo tienes occupa
HELP | help good | hilft helfen nutzt | aide aider sert | ayuda sirve
HIGH | most highest maximum max high limit top best least minimum more beat current lowest | hochstens maximal hochste
  hoch limit grenze meiste maximum mindestens wenigstens aktuelle hochstes aktuelles weit | maximum max haut haute
  elevee limite moins minimum actuelle mieux plus jusqu | maximo maxima mas alto alta limite minimo menos hasta actual
HOW | how | wie | comment | como
IF | if when | wenn falls | si quand | si cuando
KARAMA | karama | karama | karama | karama
LAST | last previous latest | letzte letzten letzter vorige | derniere dernier precedente | ultima ultimo anterior
LEADER | leader leaders general | anfuhrer general | chef chefs leader leaders general | lider lideres jefe general
LEFT | left remain more over still come remaining | ubrig bleiben bleibt fehlen rest kommen offen noch | reste restent
  rester restant viennent encore livrer | queda quedan faltan restan vienen por salir
LIE | lie sit there stand standing stay occupied everybody all | liegt liegen gibt steht stehen stehst trouvt ist sind
  | trouve se est sont y | hay encuentra esta estan
LIGHT | i me my mine we us our it this that these those do is will would you they he she their him them his | ich mich
  mir mein meine meinen meinem meiner wir uns unser unsere man ist sind bin sei wird werden dafuer davon schon fur mit
  bei mehr wieder zuruck weiter etwas alles alle dieser diese diesem dabei selbst auch bis habe kommt wen und | je j
  me m mon ma mes moi nous notre nos on il elle ils elles ce c ca cela est sont suis y deja la en t si avons tu vous
  fait sommes sera par cette tous se quelque chose pu cas et | yo me mi mis nos nuestro nuestra es son soy esta estan
  estoy eso esto aun que he ha han hemos por tu estamos algo algun va vamos todavia seguir este van le les lo caso y e
LIMIT | limit | limit grenze | limite | limite
MAY | may maynot | kann konnen konnte darf durfen durfte konnten | puis peut pouvons peuvent pouvez | puedo puede
  podemos pueden podria puedes
MINE | my i me our mine | mein meine meinen meinem ich mir | mon ma mes je moi suis | mi mis yo me estoy tengo
MISSING | miss left hold | fehlt | manque | falta
MOVE | move march walk | ziehen ziehe bewegen bewege marschieren laufen gezogen | bouger deplacer marcher avancer
  deplacement mouvement bouge | mover moverme muevo marchar mueve movimiento avanzar andar mueven
MUCH | much [how] | wieviel viel viele [wie] | combien | cuanto cuanta cuantos cuantas
MUST | must | muss mussen soll sollen | dois doit devons faut doivent | debo debe deben debemos necesito necesitamos
NEEDED | must need enough missing | brauche brauchen fehlen fehlt muss mussen | faut dois devons manque manquent
  besoin doit tenir | necesito necesitamos faltan falta debo necesita debe hacen
NEXT | next after behind | danach nachster nachste nachstes nach dann | suivant suivante prochain prochaine apres
  ensuite | siguiente proximo proxima despues luego sigue
NEXUS | nexus | nexus | nexus | nexo nexus
NOT | not maynot | nicht kein keine keinen nichts mehr | pas plus | no
NOTHING | nothing not | nichts nicht | rien pas | nada no
OPTION | option rule house setting | optionen option regeln hausregeln hausregel regel | options option regles regle |
  opciones opcion reglas regla
ORDER | order | reihenfolge sturmreihenfolge zugreihenfolge | ordre | orden
OVER | over end finish finished done won | vorbei aus zuende ende fertig | finie fini terminee termine fin | terminado
  acabado termino acaba termina acabo ha
PAID | pay paid give spend bring offer | zahlen zahle bezahle bezahlt gezahlt zahlt bezahlen gegeben ausgegeben gibt
  bringt zahl | paie paye payee payer donne verse apporte rapporte | pagar pago paga pagado dado dio pagan cobran da
  dan aporta
OUT | out in | raus draussen dabei | dehors sorti | fuera
PASS | pass passed fold skip | passen gepasst passe passt | passer passe | pasar pasado paso pasa
PHASE | phase | phase | phase | fase
PLAN | plan | plan kampfplan | plan | plan
PLAY | play use send lead pick choose speak announce ask | spielen spiele einsetzen nehmen benutzen fuhren verwenden
  spielt einsetze benutze sprechen ansagen | jouer utiliser employer prendre choisir servir mener joue jouent joues
  jouons annoncer parler | jugar usar utilizar elegir emplear liderar juega juegan uso anunciar hablar
PLAYER | player | spieler | joueur joueurs | jugador jugadores
POWER | power ability | macht fahigkeit vorteil krafte | pouvoir pouvoirs capacite | poder poderes habilidad
PRESCIENCE | prescience | voraussicht | prescience | presciencia
REACH | reach get come | erreichen kommen gelangen | atteindre | llegar alcanzar
RECEIVE | get take claim receive collect | bekomme kriege bekommt erhalte kriegt erhalt nehmen nehme bekommen | recois
  recoit touche prendre recevoir toucher encaisse demander droit ai | recibo recibe cobro cobra cobrar tomar reclamar
  recibir pedir dan toca
RESERVE | reserve | reserve reserven | reserve reserves | reserva reservas
REVIVE | revive resurrect revival | wiederbeleben wiederbelebe belebe beleben zuruckholen wiederbelebung
  wiederzubeleben zuruckzuholen | ressusciter ranimer recuperer resurrection reanimer | revivir resucitar recuperar
  reanimar resurreccion
RICH | rich richest | reich reichste | riche | rico
ROUND | turn round | runde runden zug zuge | tour tours | turno turnos ronda rondas
SALE | sold sale sell auction row | verkauft versteigert verkauf auktion | vendu vendue vente encheres | vende vendida
  venta subasta
SECTOR | sector | sektor | secteur | sector
SHIP | ship shipping shipment land send drop bring put | verschiffen verschiffe verschifft schicken schicke landen
  lande setzen bringen bringe transport transportieren verschicken reinsetzen schickst | expedier expedie expedition
  debarquer debarque envoyer envoie atterrir poser expedies envois | enviar envio desembarcar embarcar aterrizar
  transportar transporte llevar mandar envia mando envios
SHIPPED | shipped moved gone acted finished done ship revive collect | verschifft gezogen gesetzt fertig gezogen
  verschickt ziehen | expedie bouge joue fini termine debarque | enviado movido jugado terminado acabado enviar
SPICE | spice money | spice gewurz geld | epice epices argent | especia especias melange dinero
STOP | stop cancel prevent block | stoppen verhindern aufheben aufhalten blockieren stoppt | arreter annuler empecher
  bloquer arrete | parar cancelar impedir anular bloquear detener
STORM | storm | sturm | tempete | tormenta
STRONGHOLD | stronghold city sietch | festung festungen hochburg hochburgen | forteresse forteresses citadelle
  citadelles | fortaleza fortalezas bastion bastiones plaza plazas fuerte fuertes ciudadela ciudadelas
STUCK | stuck stop happen frozen go continue | weiter hangt | avance bloque continue | avanza sigue continua parado
THOPTER | ornithopter thopter fly | ornithopter thopter fliegen fliege | ornithoptere ornithopteres vole voler |
  ornitoptero ornitopteros vuelo volar
TIE | tie tied draw equal ties | gleichstand unentschieden | egalite egalites | empate empates
TOME | me us | mir mich uns | me m nous | me nos
TOO | enough allowed legal valid possible ok high big | erlaubt moglich genug hoch | permis possible assez | permitido
  posible bastante
TRAITOR | traitor | verrater verraterkarte verraterkarten | traitre traitres | traidor traidores
TURN | turn up | dran zug reihe drankommen ran | tour moi jouer jeu joue | turno toca tocar juega
VOICE | voice | stimme | voix | voz
WAIT | wait missing stuck | warten wartet worauf auf warte | attend attendons attendre | esperamos espera esperando
  esperar
WANT | want like | will mochte | veux voudrais | quiero
WE | we | wir | on nous sommes | vamos estamos
WHAT | what which | was welche welcher welches welchen welchem | que qu quoi quel quelle quels quelles | que cual
  cuales
WHEN | when | wann | quand | cuando
WHERE | where | wo wohin woher | ou | donde adonde
WHO | who whose | wer wen wem wessen | qui | quien quienes
WHY | why | warum wieso weshalb | pourquoi | porque
WIN | win won victory winning winner | gewinnen gewonnen gewinnt gewinne sieg siegen siegt | gagner gagne gagnes
  remporte victoire gagnerait | ganar gana ganado gano victoria
"""


@cache
def meanings(code: str) -> dict[str, str]:
    """Return the words of a language by what they mean."""
    lines = _TABLE.strip().replace("\n  ", " ").splitlines()
    cells = ([cell.strip() for cell in line.split("|")] for line in lines)
    return {name: words[_CODES.index(code)] for name, *words in cells}
