// Players without pages: boardgame.io's own clients. node bots.cjs PACKAGES DIST PORT; each line it reads is {n, move, args} or {gone: n}.
const path = require('path'), [, , packages, dist, port] = process.argv;
const part = name => require(path.join(packages, 'node_modules/boardgame.io/dist/cjs', name));
const { Client } = part('client.js'), { SocketIO } = part('multiplayer.js'), { PlayerView } = part('core.js');
const { makeGame } = require(path.join(dist, 'game.cjs'));
const multiplayer = SocketIO({ server: `http://localhost:${port}` });
const bots = Array.from({ length: 7 }, (_, n) => {
  const bot = Client({ game: makeGame(PlayerView.STRIP_SECRETS), matchID: 'm1', playerID: n < 6 ? String(n) : undefined, numPlayers: 6, debug: false, multiplayer });
  bot.start();
  return bot;
});
require('readline').createInterface({ input: process.stdin }).on('line', line => {
  const order = JSON.parse(line), at = performance.timeOrigin + performance.now();
  if (order.gone !== undefined) bots[order.gone].stop();
  else bots[order.n].moves[order.move](...order.args.map(word => word === 'now' ? Date.now() : word));
  process.stdout.write(JSON.stringify({ at }) + '\n');
});
