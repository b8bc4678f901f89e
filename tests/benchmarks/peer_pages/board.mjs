// The auction, and a board with the other kinds of taps, in boardgame.io's own way.
import { makeGame as auction, SEATS } from './auction.mjs';
export { SEATS };
export const PLACES = Array.from({ length: 42 }, (_, n) => 'Territory ' + (n + 1));
const board = () => ({ forces: PLACES.map((_, p) => SEATS.map((_, s) => p === s * 7 ? 10 : 0)), reserves: SEATS.map(() => 10), spice: PLACES.map((_, p) => p % 9 ? 0 : 6), locked: [], answered: [], dialed: [], verdict: null, phase: 'bidding' });
const keep = G => { G.was = JSON.stringify(G.board) };
const say = (G, line) => { G.taps++; G.log.push(line); if (G.log.length > 12) G.log.shift() };
const VERDICT = ['Dial 1 and Feyd 6', 'Dial 2 and Caid 3', 'Harkonnen lose 1', 'Emperor lose 2', 'The loser discards', 'The bank pays 3', 'Nobody is a traitor'];
export const makeGame = strip => {
  const game = auction(strip), { setup, moves } = game;
  return { ...game,
    setup: ctx => ({ ...setup(ctx), board: board(), was: '' }),
    moves: { ...moves,
      Ship({ G, playerID }, place, n) {
        const me = +playerID;
        if (G.board.reserves[me] < n) return 'INVALID_MOVE';
        keep(G); G.board.reserves[me] -= n; G.board.forces[place][me] += n; G.purses[me] -= n; say(G, `${SEATS[me][1]} ship ${n} to ${PLACES[place]}.`);
      },
      Lock({ G, playerID }, plan) { const me = +playerID; keep(G); G.players[me].plan = plan; if (!G.board.locked.includes(me)) G.board.locked.push(me); say(G, `${SEATS[me][1]} have locked a plan.`) },
      Answer({ G, playerID }) {
        const me = +playerID;
        keep(G); if (!G.board.answered.includes(me)) G.board.answered.push(me);
        G.board.verdict = { one: 2, two: 5, dials: [1, 2], lines: VERDICT }; say(G, 'The wheels open.');
      },
      Dial({ G, playerID }, n) { const me = +playerID; keep(G); G.players[me].dial = n; if (!G.board.dialed.includes(me)) G.board.dialed.push(me); say(G, `${SEATS[me][1]} dialed.`) },
      Collect({ G }) {
        keep(G);
        PLACES.forEach((_, p) => SEATS.forEach((_, s) => {
          const taken = G.board.forces[p][s] ? Math.min(G.board.spice[p], 2 * G.board.forces[p][s]) : 0;
          G.board.spice[p] -= taken; G.purses[s] += taken;
        }));
        say(G, 'Spice is collected.');
      },
      Step({ G }, phase) { keep(G); G.board.phase = phase; say(G, `Now: ${phase}.`) },
      Undo({ G }) { if (!G.was) return 'INVALID_MOVE'; G.board = JSON.parse(G.was); G.was = ''; say(G, 'The last step is taken back.') } } };
};
