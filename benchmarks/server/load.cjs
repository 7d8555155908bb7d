// Players for either server: node load.cjs parcferme|bgio URL TABLES SECONDS PAUSE_MS
// Each table has two players with a connection each; a player moves as soon as it hears that it is its turn (after the
// pause). Latency runs from sending a move to the message that shows it to its own player. One JSON line at the end.
//
// The players warm up on tables of their own first: they are what measures, and the first thousand moves of a fresh
// Node.js take longer because of Node.js. Then they say "warm", and "ready" when they sit at the tables that count.
const [kind, url, tables, seconds, pause] = process.argv.slice(2);
const WARM_TABLES = 20;
const WARM_SECONDS = 3; // SQLite writes over its log once that is as long as it gets
let number = 0;

/** Some tables that are played at the same time. */
class Play {
  constructor(pause) {
    this.pause = pause;
    this.running = true;
    this.latencies = [];
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
    const sorted = this.latencies.sort((a, b) => a - b);
    const at = (share) => sorted[Math.floor(share * (sorted.length - 1))] ?? 0;
    return { moves: sorted.length, p50: at(0.5), p95: at(0.95), p99: at(0.99) };
  }
}

async function json(method, path, body, cookie) {
  const answer = await fetch(url + path, {
    method,
    headers: { "Content-Type": "application/json", ...(cookie ? { Cookie: cookie } : {}) },
    body: body ? JSON.stringify(body) : undefined,
  });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  const set = answer.headers.get("set-cookie");
  return { data: await answer.json(), cookie: set ? set.split(";")[0] : cookie };
}

async function parcferme(play) {
  const WebSocket = require("ws");
  const first = await json("POST", "/api/tables", { game: "relay" });
  const table = first.data.id;
  const second = await json("POST", `/api/tables/${table}/join`, {});
  const players = [first.cookie, second.cookie].map((cookie, seat) => {
    const socket = new WebSocket(`${url.replace("http", "ws")}/api/tables/${table}/socket`, { headers: { Cookie: cookie } });
    play.closers.push(() => socket.close());
    let sent = 0;
    const act = (node) => {
      if (!play.running) return;
      sent = performance.now();
      socket.send(JSON.stringify({ do: "act", id: `${seat}.${number++}`, node, action: "add:1" }));
    };
    return new Promise((ready) => {
      socket.on("message", (data) => {
        const message = JSON.parse(data);
        if (message.type === "hello") ready(() => message.position.to_act[0] === seat && act(message.position.node));
        if (message.type === "refused") throw new Error(`refused: ${message.reason}`);
        if (message.type !== "play") return;
        if (message.by === seat) play.latencies.push(performance.now() - sent);
        else play.later(() => act(message.position.node));
      });
    });
  });
  return Promise.all(players);
}

async function bgio(play) {
  const { io } = require("socket.io-client");
  const table = `match${process.pid}.${number++}`; // a match comes into being when its first player asks for it
  const players = ["0", "1"].map(async (player) => {
    const socket = io(`${url}/relay`, { transports: ["websocket"], forceNew: true });
    play.closers.push(() => socket.close());
    let sent = 0;
    const act = (state) => {
      if (!play.running) return;
      sent = performance.now();
      const payload = { type: "add", args: [1], playerID: player };
      socket.emit("update", { type: "MAKE_MOVE", payload }, state._stateID, table, player);
    };
    return new Promise((ready) => {
      socket.on("connect", () => socket.emit("sync", table, player, undefined, 2));
      socket.on("sync", (id, { state }) => ready(() => state.ctx.currentPlayer === player && act(state)));
      socket.on("update", (id, state) => {
        if (state.ctx.currentPlayer === player) play.later(() => act(state));
        else play.latencies.push(performance.now() - sent);
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
