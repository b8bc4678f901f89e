// The same fan-out in boardgame.io, for scale: clients of a match hear of a move. It draws nothing; it keeps matches in
// memory or, with a fourth word, in files as its own FlatFile storage does, which does not wait for the disk.
// Usage: node peer.cjs MATCHES MOVES PAUSE_SECONDS [FOLDER], in a folder with boardgame.io.
const path = require('path');
const root = path.join(process.cwd(), 'node_modules');
const { Server, Origins, FlatFile } = require(path.join(root, 'boardgame.io/dist/cjs/server.js'));
const { Client } = require(path.join(root, 'boardgame.io/dist/cjs/client.js'));
const { SocketIO } = require(path.join(root, 'boardgame.io/dist/cjs/multiplayer.js'));

const SCREENS = 7, PLAYERS = 6, [matches, moves, pause] = process.argv.slice(2, 5).map(Number);
const folder = process.argv[5], db = folder ? new FlatFile({ dir: folder, logging: false }) : undefined;
const game = {
  name: 'bidding',
  setup: () => ({ bid: 0, purses: Array(PLAYERS).fill(300), hands: Array(PLAYERS).fill([]) }),
  moves: { bid: ({ G }) => { G.bid += 1 } },
  turn: { minMoves: 1, maxMoves: 1 },
};
const sleep = ms => new Promise(done => setTimeout(done, ms));
const at = (times, share) => times[Math.min(times.length - 1, Math.floor(times.length * share))];

(async () => {
  const server = Server({ games: [game], origins: [Origins.LOCALHOST], db });
  const running = await server.run({ port: 0, callback: () => {} });
  const port = running.appServer.address().port, late = [];
  const tables = [];
  for (let m = 0; m < matches; m++) {
    const clients = [], matchID = 'match-' + m;
    for (let n = 0; n < SCREENS; n++) {
      const seat = n < PLAYERS ? String(n) : undefined;
      const client = Client({ game, matchID, numPlayers: PLAYERS, playerID: seat, debug: false,
        multiplayer: SocketIO({ server: `http://localhost:${port}` }) });
      client.start(); clients.push(client);
    }
    tables.push(clients);
  }
  while (tables.some(clients => clients.some(c => !c.getState()))) await sleep(50);
  await sleep(500);
  async function tap(clients, number) {
    const began = performance.now(), seen = clients.map(client => new Promise(done => {
      const stop = client.subscribe(state => { if (state && state.G.bid > number) { stop(); done(performance.now()) } });
    }));
    clients[number % PLAYERS].moves.bid();
    late.push(Math.max(...await Promise.all(seen)) - began);
  }
  const start = performance.now();
  await Promise.all(tables.map(async (clients, m) => {
    for (let n = 0; n < moves; n++) {
      await sleep(Math.max(0, start + 1000 * pause * (n + m / matches) - performance.now()));
      await tap(clients, n);
    }
  }));
  late.sort((a, b) => a - b);
  console.log(JSON.stringify({ p50: at(late, 0.5), p99: at(late, 0.99), max: late[late.length - 1], mb: process.memoryUsage().rss / 1048576 }));
  process.exit(0);
})().catch(error => { console.error(error); process.exit(1) });
