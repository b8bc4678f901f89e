// The same taps in boardgame.io: an auction whose clients hear of every move. It draws nothing; it keeps matches in
// memory or, with a folder, in files as its own FlatFile storage does, which does not wait for the disk.
//   node peer.cjs server [FOLDER] | both [FOLDER] | clients PORT        in a folder with boardgame.io
// Orders come as lines of JSON: {sit: [match]}, {taps, pause, begins: [moment of each match]}, {leave}.
const path = require('path');
const part = name => require(path.join(process.cwd(), 'node_modules/boardgame.io/dist/cjs', name));

const SCREENS = 7, SEATS = ['atreides', 'bene_gesserit', 'emperor', 'fremen', 'spacing_guild', 'harkonnen'];
const { PlayerView } = part('core.js');
const all = what => SEATS.map(() => what);
const game = {
  name: 'auction', disableUndo: true, playerView: PlayerView.STRIP_SECRETS,
  setup: ({ random }) => ({ taps: 0, card: 0, bid: 0, by: null, said: [], purses: all(300), counts: all(0),
    secret: { deck: random.Shuffle(Array.from({ length: 33 }, (_, n) => n)) },
    players: Object.fromEntries(SEATS.map((_, n) => [n, { hand: [] }])) }),
  turn: { activePlayers: { all: '' } },
  moves: {
    Bid({ G, playerID }, amount) { G.taps++; G.bid = amount; G.by = playerID; G.said = [] },
    Pass({ G, playerID }) { G.taps++; G.said.push(playerID) },
    Ready({ G, playerID }) {
      G.taps++; G.said.push(playerID);
      if (G.by === null || G.said.length % SEATS.length) return;
      G.purses[G.by] -= G.bid; G.counts[G.by]++; G.card++;
      G.bid = 0; G.by = null; G.said = [];
    },
    Other({ G }) { G.taps++ },
  },
};
const sleep = ms => new Promise(done => setTimeout(done, Math.max(0, ms)));
const say = what => process.stdout.write(JSON.stringify(what) + '\n');

async function serve(folder) {
  const { Server, Origins, FlatFile } = part('server.js');
  const db = folder ? new FlatFile({ dir: folder, logging: false }) : undefined;
  console.log = () => {};
  const running = await Server({ games: [game], origins: [Origins.LOCALHOST], db }).run({ port: 0, callback: () => {} });
  const port = running.appServer.address().port;
  say({ port });
  return port;
}

function listen(port) {
  const { Client } = part('client.js'), { SocketIO } = part('multiplayer.js');
  let tables = [];
  const orders = {
    async sit(names) {
      tables = names.map(matchID => ({ taps: 0, clients: Array.from({ length: SCREENS }, (_, n) => {
        const client = Client({ game, matchID, numPlayers: SEATS.length, playerID: n < SEATS.length ? String(n) : undefined,
          debug: false, multiplayer: SocketIO({ server: `http://localhost:${port}` }) });
        client.start();
        return client;
      }) }));
      while (tables.some(t => t.clients.some(c => !c.getState()))) await sleep(20);
      await sleep(500);
    },
    async leave() { for (const t of tables) for (const c of t.clients) c.stop() },
    async play({ taps, pause, begins }) {
      const late = tables.map(() => []);
      await Promise.all(tables.map(async (table, m) => {
        for (let n = 0; n < taps.length; n++) {
          await sleep(begins[m] + pause * n - Date.now());
          late[m].push(await tap(table, taps[n]));
        }
      }));
      return { late };
    },
  };
  async function tap(table, [who, act, amount]) {
    const number = ++table.taps, began = performance.now(), seen = table.clients.map(client => new Promise(done => {
      const stop = client.subscribe(state => { if (state && state.G.taps >= number) { stop(); done(performance.now()) } });
    }));
    const { moves } = table.clients[Math.max(0, SEATS.indexOf(who))];
    (moves[act] || moves.Other)(amount);
    return Math.max(...await Promise.all(seen)) - began;
  }
  require('readline').createInterface({ input: process.stdin }).on('line', async line => {
    const order = JSON.parse(line);
    say(await (order.sit ? orders.sit(order.sit) : order.leave ? orders.leave() : orders.play(order)) || {});
  });
}

(async () => {
  const [kind, word] = process.argv.slice(2);
  if (kind === 'clients') listen(word);
  else { const port = await serve(word); if (kind === 'both') listen(port) }
})().catch(error => { console.error(error); process.exit(1) });
