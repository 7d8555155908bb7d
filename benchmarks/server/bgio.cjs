// The same relay on boardgame.io, in memory: node bgio.cjs PORT
const { Server, Origins } = require("boardgame.io/dist/cjs/server.js");

const Relay = {
  name: "relay",
  setup: () => ({ count: 0 }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: { add: ({ G }, by) => ({ count: G.count + by }) },
};

const server = Server({ games: [Relay], origins: [Origins.LOCALHOST, /.*/] });
server.run({ port: Number(process.argv[2]), callback: () => console.log("open") });
