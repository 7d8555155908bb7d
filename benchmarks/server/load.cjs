// Players for either server: node load.cjs parcferme|bgio URL TABLES SECONDS PAUSE_MS
// Each table has two players with a connection each; a player moves as soon as it hears that it is its turn (after the
// pause). Three latencies run from sending a move: to the message that shows it to its own player, to the answer that it
// is kept, and to the message that shows it on the other screen. One JSON line at the end.
//
// Ours send what the browser sends, over the line it opens (web/src/lib/live.ts and outbox.ts; a browser test compares).
//
// The players warm up on tables of their own first: they are what measures, and the first thousand moves of a fresh
// Node.js take longer because of Node.js. Then they say "warm", and "ready" when they sit at the tables that count.
const [kind, url, tables, seconds, pause] = process.argv.slice(2);
const WARM_TABLES = 20;
const WARM_SECONDS = 3; // SQLite writes over its log once that is as long as it gets
const LINE = "odds=true&changes=true&since=0";
let number = 0;

/** A move as the browser's outbox sends it. */
function wish(action, node, seat) {
  const id = `${Date.now().toString(36).padStart(9, "0")}-${(number++).toString(36)}${Math.random().toString(36).slice(2, 10)}`;
  return { do: "act", action, id, node, seat };
}

/** Some tables that are played at the same time. */
class Play {
  constructor(pause) {
    this.pause = pause;
    this.running = true;
    this.shown = []; // milliseconds of each move
    this.kept = [];
    this.others = [];
    this.closers = [];
  }

  later(action) {
    if (this.pause > 0) setTimeout(action, this.pause);
    else setImmediate(action);
  }

  async sitDown(tables) {
    const open = kind === "bgio" ? bgio : parcferme;
    const starts = [];
    for (let at = 0; at < tables; at += 20) {
      const some = Array.from({ length: Math.min(20, tables - at) }, () => open(this));
      starts.push(...(await Promise.all(some)).flat());
    }
    return starts;
  }

  async go(starts, seconds) {
    for (const start of starts) start();
    await new Promise((done) => setTimeout(done, seconds * 1000));
    this.running = false;
  }

  end() {
    for (const close of this.closers) close();
  }

  result() {
    const at = (times, share) => times.sort((a, b) => a - b)[Math.floor(share * (times.length - 1))] ?? 0;
    const [p50, p95, p99] = [0.5, 0.95, 0.99].map((share) => at(this.shown, share));
    return { moves: this.shown.length, p50, p95, p99, kept: at(this.kept, 0.5), others: at(this.others, 0.5) };
  }
}

async function json(method, path, body, cookie) {
  const answer = await fetch(url + path, {
    method,
    headers: { "Content-Type": "application/json", ...(cookie ? { Cookie: cookie } : {}) },
    body: body ? JSON.stringify(body) : undefined,
  });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  const set = answer.headers.getSetCookie().map((one) => one.split(";")[0]); // who it is, and what a visitor is called
  return { data: await answer.json(), cookie: set.length ? set.join("; ") : cookie };
}

async function parcferme(play) {
  const WebSocket = require("ws");
  const first = await json("POST", "/api/tables", { game: "relay" });
  const table = first.data.id;
  const second = await json("POST", `/api/tables/${table}/join`, {});
  const sent = [0, 0]; // when each player's last move was
  const players = [first.cookie, second.cookie].map((cookie, seat) => {
    const headers = { Cookie: `${cookie}; language=en` };
    const socket = new WebSocket(`${url.replace("http", "ws")}/api/tables/${table}/socket?${LINE}`, { headers });
    play.closers.push(() => socket.close());
    const act = (node) => {
      if (!play.running) return;
      sent[seat] = performance.now();
      socket.send(JSON.stringify(wish("add:1", node, seat)));
    };
    return new Promise((ready) => {
      socket.on("message", (data) => {
        const message = JSON.parse(data);
        if (message.type === "hello") ready(() => message.position.to_act[0] === seat && act(message.position.node));
        if (message.type === "refused") throw new Error(`refused: ${message.reason}`);
        if (message.type === "ok") play.kept.push(performance.now() - sent[seat]);
        if (message.type !== "play") return;
        (message.by === seat ? play.shown : play.others).push(performance.now() - sent[message.by]);
        if (message.by !== seat) play.later(() => act(message.position.node));
      });
    });
  });
  return Promise.all(players);
}

async function bgio(play) {
  const { io } = require("socket.io-client");
  const table = `match${process.pid}.${number++}`; // a match comes into being when its first player asks for it
  const sent = {}; // by player
  const players = ["0", "1"].map(async (player) => {
    const socket = io(`${url}/relay`, { transports: ["websocket"], forceNew: true });
    play.closers.push(() => socket.close());
    const act = (state) => {
      if (!play.running) return;
      sent[player] = performance.now();
      const payload = { type: "add", args: [1], playerID: player };
      socket.emit("update", { type: "MAKE_MOVE", payload }, state._stateID, table, player);
    };
    return new Promise((ready) => {
      socket.on("connect", () => socket.emit("sync", table, player, undefined, 2));
      socket.on("sync", (id, { state }) => ready(() => state.ctx.currentPlayer === player && act(state)));
      socket.on("update", (id, state) => {
        const mine = state.ctx.currentPlayer !== player;
        (mine ? play.shown : play.others).push(performance.now() - sent[mine ? player : 1 - player]);
        if (!mine) play.later(() => act(state));
      });
    });
  });
  return Promise.all(players);
}

/** Say something to the one who measures, and wait for a line. */
async function ask(word) {
  console.log(word);
  await new Promise((heard) => process.stdin.once("data", heard));
}

async function main() {
  const warming = new Play(0);
  await warming.go(await warming.sitDown(WARM_TABLES), WARM_SECONDS);
  warming.end();
  await ask("warm");
  const play = new Play(Number(pause));
  const starts = await play.sitDown(Number(tables));
  await ask("ready");
  await play.go(starts, Number(seconds));
  console.log(JSON.stringify(play.result()));
  process.exit(0);
}

main();
