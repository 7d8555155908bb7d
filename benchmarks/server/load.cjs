// Players for either server: node load.cjs parcferme|bgio URL TABLES SECONDS PAUSE_MS
// Each table has two players with a connection each; a player moves as soon as it hears that it is its turn (after the
// pause). Latency runs from sending a move to the message that shows it to its own player. One JSON line at the end.
const [kind, url, tables, seconds, pause] = process.argv.slice(2);
const latencies = [];
let moves = 0;
let refused = 0;
let running = true;
let number = 0;
const later = (action) => (Number(pause) > 0 ? setTimeout(action, Number(pause)) : setImmediate(action));

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

async function parcferme() {
  const WebSocket = require("ws");
  const first = await json("POST", "/api/tables", { game: "relay" });
  const table = first.data.id;
  const second = await json("POST", `/api/tables/${table}/join`, {});
  const players = [first.cookie, second.cookie].map((cookie, seat) => {
    const socket = new WebSocket(`${url.replace("http", "ws")}/api/tables/${table}/socket`, { headers: { Cookie: cookie } });
    let sent = 0;
    const act = (node) => {
      if (!running) return;
      sent = performance.now();
      socket.send(JSON.stringify({ do: "act", id: `${seat}.${number++}`, node, action: "add:1" }));
    };
    return new Promise((ready) => {
      socket.on("message", (data) => {
        const message = JSON.parse(data);
        if (message.type === "hello") ready(() => message.position.to_act[0] === seat && act(message.position.node));
        if (message.type === "refused") refused++;
        if (message.type !== "play") return;
        if (message.by === seat) {
          latencies.push(performance.now() - sent);
          moves++;
        } else later(() => act(message.position.node));
      });
    });
  });
  return Promise.all(players);
}

async function bgio() {
  const { io } = require("socket.io-client");
  const table = `match${number++}`; // a match comes into being when its first player asks for it
  const players = ["0", "1"].map(async (player) => {
    const socket = io(`${url}/relay`, { transports: ["websocket"], forceNew: true });
    let sent = 0;
    const act = (state) => {
      if (!running) return;
      sent = performance.now();
      const payload = { type: "add", args: [1], playerID: player };
      socket.emit("update", { type: "MAKE_MOVE", payload }, state._stateID, table, player);
    };
    return new Promise((ready) => {
      socket.on("connect", () => socket.emit("sync", table, player, undefined, 2));
      socket.on("sync", (id, { state }) => ready(() => state.ctx.currentPlayer === player && act(state)));
      socket.on("update", (id, state) => {
        if (state.ctx.currentPlayer === player) later(() => act(state));
        else {
          latencies.push(performance.now() - sent);
          moves++;
        }
      });
    });
  });
  return Promise.all(players);
}

async function main() {
  const open = kind === "bgio" ? bgio : parcferme;
  const starts = [];
  for (let at = 0; at < Number(tables); at += 20) {
    const some = Array.from({ length: Math.min(20, Number(tables) - at) }, open);
    starts.push(...(await Promise.all(some)).flat());
  }
  console.log("ready");
  await new Promise((go) => process.stdin.once("data", go));
  for (const start of starts) start();
  await new Promise((done) => setTimeout(done, Number(seconds) * 1000));
  running = false;
  latencies.sort((a, b) => a - b);
  const at = (share) => latencies[Math.floor(share * (latencies.length - 1))] ?? 0;
  console.log(JSON.stringify({ moves, refused, p50: at(0.5), p95: at(0.95), p99: at(0.99) }));
  process.exit(0);
}

main();
