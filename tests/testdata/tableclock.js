// The server's end of a table clock's line, inside the page: fake.tell speaks to the page, show puts
// a state on it.
(() => {
  const lines = [];
  const tell = (m) => lines.filter((line) => line.readyState === 1).forEach((line) => line.dispatchEvent(new MessageEvent("message", { data: JSON.stringify(m) })));
  window.WebSocket = class extends EventTarget {
    static OPEN = 1;
    constructor() {
      super();
      this.readyState = 0;
      lines.push(this);
      setTimeout(() => {
        this.readyState = 1;
        this.dispatchEvent(new Event("open"));
        document.documentElement.dataset.line = "open";
      }, 0);
    }
    send(text) {
      const m = JSON.parse(text);
      if (m.t === "beat") tell({ t: "ack", of: m.game, n: 0 });
    }
    close() {}
  };
  const side = (s) => ({ main: 0, left: 5, spent: 0, block: 0, movesLeft: 0, reading: false, placed: false, used: 0, moves: 0, lost: "", lostAt: 0, charged: 0, absent: false, kept: 0, keptBlock: 0, late: false, passes: 0, ...s });
  const law = { edition: "2002", lateLimit: 900000, lateFactor: 2, capturesTimed: true, overrunPasses: 1 };
  const reserved = { kind: "reserved", base: 7200000, reserved: 5, period: 60000, periods: 0, moves: 0, block: 0, carry: false, increment: 0, cap: 0 };
  const view = (v, c) => ({
    id: "g-d-5-1.2", division: "d", divisionName: "A", round: 5, table: 12, phase: "play", edition: "2002", moves: false, black: { name: "薛示例", unit: "示例一小" }, white: { name: "韦示例", unit: "示例二中" },
    turn: "B", count: 142, at: 0, warnings: { b: 0, w: 0 }, break: null, proposal: "", outcome: null, signed: { b: false, w: false, referee: false }, called: false, started: true, ...v,
    clock: { law: { ...law, ...c.law }, system: { ...reserved, ...c.system }, at: 1000000, phase: c.phase || "running", turn: c.turn ?? "B", wasPaused: false, black: side(c.black), white: side(c.white) },
  });
  let seq = 0;
  const game = (v = {}, c = {}) => {
    tell({ t: "seat", state: "yours" });
    tell({ t: "game", seq: ++seq, n: 0, game: view(v, c) });
  };
  const reading = { black: { left: 3, spent: 37000, reading: true }, white: { main: 764000 } };
  const still = { phase: "paused", black: { left: 3, spent: 37000, reading: true }, white: { main: 764000 } };
  const won = { text: "B+0.75", words: "黑胜 3/4 子" };
  const press = (selector) => document.querySelector(selector).click();
  const states = {
    asking: () => {},
    wait: () => tell({ t: "wait", why: "noGame" }),
    taken: () => tell({ t: "seat", state: "taken" }),
    lost: () => { game({}, reading); tell({ t: "seat", state: "none" }); },
    notStarted: () => game({ phase: "ready", count: 0, started: false, black: { name: "欧阳示例一二三四", unit: "示例省示例市围棋训练中心代表队" } }, { phase: "ready", turn: "", black: { main: 6900000 }, white: { main: 6900000 } }),
    ready: () => game({ phase: "ready", count: 0 }, { phase: "ready", turn: "", black: { main: 6900000 }, white: { main: 6900000 } }),
    base: () => game({}, { black: { main: 1364000 }, white: { main: 764000 } }),
    longest: () => game({ black: { name: "Maximiliana-Alexandrina Oberhuber-Vandenberghe", unit: "University of Applied Examples and Samples, Go Club No. 12" }, white: { name: "欧阳示例一二三四", unit: "示例省示例市围棋训练中心代表队" }, count: 1442 }, { system: { base: 39600000, reserved: 30 }, black: { main: 36000000, left: 30 }, white: { main: 35999000, left: 30 } }),
    longestReady: () => game({ phase: "ready", count: 0 }, { phase: "ready", turn: "", black: { main: 36000000 }, white: { main: 36000000 } }),
    longestReading: () => game({ count: 1442, black: { name: "Maximiliana-Alexandrina Oberhuber-Vandenberghe", unit: "University of Applied Examples and Samples" } }, { system: { kind: "periods", periods: 99, reserved: 0, period: 600000 }, black: { left: 99, reading: true, spent: 412000 }, white: { left: 99, main: 36000000 } }),
    hours: () => game({ turn: "W" }, { turn: "W", black: { main: 4364000 }, white: { main: 5364000 } }),
    reading: () => game({}, reading),
    lastMinute: () => game({ turn: "W" }, { turn: "W", black: { left: 3, reading: true }, white: { left: 1, spent: 53200, reading: true } }),
    counting: () => game({}, { black: { left: 1, spent: 48500, reading: true }, white: { main: 764000 } }),
    periods: () => game({}, { system: { kind: "periods", periods: 3, reserved: 0, period: 30000 }, black: { left: 2, reading: true, spent: 2300 }, white: { left: 1, reading: true } }),
    section: () => game({}, { system: { kind: "canadian", moves: 15, block: 600000 }, black: { reading: true, block: 402000, movesLeft: 9, left: 0 }, white: { main: 764000, left: 0 } }),
    increment: () => game({ turn: "W" }, { turn: "W", system: { kind: "fischer", increment: 10000, reserved: 0 }, black: { main: 402000, left: 0 }, white: { main: 9400, left: 0 } }),
    absolute: () => game({}, { system: { kind: "absolute", reserved: 0 }, black: { main: 402000, left: 0 }, white: { main: 1402000, left: 0 } }),
    untimed: () => game({}, { system: { kind: "none", base: 0, reserved: 0 }, black: { left: 0 }, white: { left: 0 } }),
    captures: () => game({ edition: "1988" }, { ...reading, law: { capturesTimed: false, edition: "1988" } }),
    ending: () => { game({}, reading); press("[data-do=end]"); },
    endingShort: () => { game({}, { black: { main: 44000 }, white: { main: 764000 } }); press("[data-do=end]"); },
    resigning: () => { game({}, reading); press("[data-do=end]"); press("[data-side=W] [data-do=ask]"); },
    offered: () => game({ proposal: "W" }, reading),
    flag: () => game({}, { black: { left: 1, reading: true, spent: 59990 }, white: { left: 1, reading: true } }),
    pause: () => game({ phase: "pause", break: { black: 4215000, white: 3001000, confirmed: [true, false] } }, still),
    checked: () => game({ phase: "pause", break: { black: 4215000, white: 3001000, confirmed: [true, true] } }, still),
    gap: () => {
      game({}, reading);
      const wall = Date.now;
      Date.now = () => wall() + 396000;
      window.dispatchEvent(new Event("focus"));
    },
    called: () => game({ called: true }, reading),
    refused: () => { game({}, reading); tell({ t: "refused", of: "g-d-5-1.2", n: 1, key: "fault.live.misfit", text: "这只钟过了 1 分 23 秒，服务器只过了 12 秒。请叫裁判员来定。" }); },
    settle: () => game({ phase: "settle" }, still),
    result: () => game({ phase: "result", outcome: won, signed: { b: true, w: false, referee: false } }, still),
    signed: () => game({ phase: "result", outcome: won, signed: { b: true, w: true, referee: false } }, still),
    final: () => game({ phase: "final", outcome: won, signed: { b: true, w: true, referee: true } }, still),
    anew: () => game({ phase: "anew" }, still),
  };
  window.fake = { tell, game, states: Object.keys(states), show: (name) => states[name]() };
})();
