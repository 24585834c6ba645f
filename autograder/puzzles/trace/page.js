"use strict";

// page.py documents the data. A step holds the contents of the cells that it changes, before and
// after, so going back is as quick as going forward.
{
  const element = (id) => document.getElementById(id);
  const data = JSON.parse(element("data").textContent);
  const { size, cages, axes, numbered, sentences, steps, names, guess, note, beside, end } = data;
  const last = steps.length - 1;
  const values = Array.from({ length: size }, (_, i) => i + 1);

  // The board

  function make(parent, tag, className = "", text = "") {
    const made = document.createElement(tag);
    made.className = className;
    made.textContent = text;
    parent.append(made);
    return made;
  }

  function makeBoard(board) {
    const cageOf = [];
    cages.forEach(([, places], cage) => places.forEach((place) => (cageOf[place] = cage)));
    const [x, y] = axes.map((axis) => (axis ? `${axis}=` : ""));
    const heading = make(make(board, "thead"), "tr");
    make(heading, "td");
    for (const i of values) make(heading, "th", "", x + (i - 1)).scope = "col";
    const body = make(board, "tbody");
    return values.flatMap((i) => {
      const row = make(body, "tr");
      make(row, "th", "", y + (i - 1)).scope = "row";
      return values.map((j) => makeCell(row, i - 1, j - 1, cageOf));
    });
  }

  function makeCell(tr, row, column, cageOf) {
    const place = row * size + column;
    const differs = (other) => cageOf[other] !== cageOf[place];
    const sides = [
      [row === 0 || differs(place - size), "top"],
      [column === size - 1 || differs(place + 1), "right"],
      [row === size - 1 || differs(place + size), "bottom"],
      [column === 0 || differs(place - 1), "left"],
    ];
    const thick = sides.filter(([is]) => is).map(([, side]) => side);
    const box = make(make(tr, "td", thick.join(" ")), "div", "cell");
    const [label, places, cage] = cages[cageOf[place]];
    const corner = make(box, "span", "clue", places[0] === place ? label : "");
    corner.style.setProperty("--shrink", Math.min(1, 5 / label.length));
    const index = make(box, "span", "index", numbered ? place : "");
    const number = make(box, "span", "number");
    const small = make(box, "span", "small");
    const marks = values.map((value) => make(small, "span", "", value));
    for (const drawn of [corner, index, number, small]) drawn.setAttribute("aria-hidden", "true");
    const name = [numbered ? `cell ${place}` : "", cage].filter(Boolean).join(", ");
    return { box, number, marks, spoken: make(box, "span", "unseen"), name };
  }

  /** Draw a cell's content and the values that just left it. */
  function draw(cell, content, gone) {
    const key = `${content} ${gone}`;
    if (cell.drawn === key) return;
    cell.drawn = key;
    const numbers = values.filter((value) => (content >> value) & 1);
    const isSmall = gone !== 0 || (content & note) !== 0 || numbers.length > 1;
    const isGuess = !isSmall && (content & guess) !== 0;
    cell.number.textContent = isSmall ? "" : numbers.join("");
    cell.number.classList.toggle("guess", isGuess);
    cell.marks.forEach((mark, i) => {
      const has = (set) => (set >> values[i]) & 1;
      mark.className = has(gone) ? "gone" : isSmall && has(content) ? "on" : "";
    });
    const value = `${isGuess ? "guess " : ""}${numbers.join(" or ") || "empty"}`;
    cell.spoken.textContent = cell.name ? `${value}, ${cell.name}` : value;
  }

  const cells = makeBoard(element("board"));
  const besideCells = beside.length ? makeBoard(element("beside")) : [];
  const codeLines = [...document.querySelectorAll("#code li")];
  for (const line of codeLines) line.style.setProperty("--indent", line.dataset.indent);
  const jumps = [...document.querySelectorAll(".jump")];
  const counts = data.counts.map((name) => {
    const group = make(element("counts"), "div");
    make(group, "dt", "", name);
    return make(group, "dd");
  });

  // The steps

  const KIND = 6;
  const contents = cells.map(() => 0);
  let now = -1;

  /** Set the contents to those before a step (1), or after it (2). */
  function put([, , , changes], which) {
    for (let i = 0; i < changes.length; i += 3) contents[changes[i]] = changes[i + which];
  }

  /** The candidates of a cell that a step removed. */
  function gone(before, after) {
    const several = (before & (before - 1)) !== 0;
    const isSubset = (before & after) === after;
    return several && isSubset && !((before | after) & (guess | note)) ? before & ~after : 0;
  }

  function show(to) {
    const target = Math.min(Math.max(to, 0), last);
    while (now < target) put(steps[(now += 1)], 2);
    while (now > target) put(steps[(now -= 1) + 1], 1);
    const [sentence, focus, related, changes, counted, line] = steps[now];
    const left = new Map();
    for (let i = 0; i < changes.length; i += 3) {
      left.set(changes[i], gone(changes[i + 1], changes[i + 2]));
    }
    const drawAll = (board, shown, focus) =>
      board.forEach((cell, place) => {
        const role = focus.includes(place) ? " focus" : related.includes(place) ? " related" : "";
        cell.box.className = `cell${role}`;
        draw(cell, shown[place], shown === contents ? (left.get(place) ?? 0) : 0);
      });
    drawAll(cells, contents, focus);
    if (beside.length) drawAll(besideCells, ...beside[now]);
    element("sentence").textContent = sentences[sentence];
    counts.forEach((count, i) => (count.textContent = counted[i].toLocaleString("en")));
    element("board").dataset.solved = data.solved && now === last;
    showLine(line);
    showQueue(steps[now].slice(KIND + 1));
    showJumps();
    showProgress();
  }

  function showLine(line) {
    codeLines.forEach((item, i) => {
      if (i === line) item.setAttribute("aria-current", "step");
      else item.removeAttribute("aria-current");
    });
  }

  /** Show the first entries of a queue, and how many more there are. */
  function showQueue([entries, length]) {
    const queue = element("queue");
    queue.hidden = entries === undefined;
    if (queue.hidden) return;
    const list = queue.querySelector("ol");
    list.replaceChildren();
    for (const entry of entries) make(list, "li", "", names[entry]);
    const more = length - entries.length;
    const end = more ? `and ${more.toLocaleString("en")} more` : "";
    queue.querySelector("p").textContent = length ? end : "empty";
  }

  function showProgress() {
    const [step, all] = [now + 1, last + 1].map((number) => number.toLocaleString("en"));
    const which = end && now === last ? `: ${end}` : "";
    element("progress").textContent = `step ${step} of ${all}${which}`;
    element("slider").value = now + 1;
    element("slider").setAttribute("aria-valuetext", `${step} of ${all}${which}`);
  }

  // Jumping to the next step of a kind

  /** The next step of a kind in a direction, 1 or -1; -1 if there is none. */
  function nearest(kind, direction) {
    if (direction > 0) return steps.findIndex((step, i) => i > now && step[KIND] === kind);
    return steps.findLastIndex((step, i) => i < now && step[KIND] === kind);
  }

  function jump(kind, direction) {
    const to = nearest(kind, direction);
    if (to !== -1) go(to);
  }

  function showJumps() {
    jumps.forEach((button, kind) => {
      button.setAttribute("aria-disabled", nearest(kind, 1) === -1);
    });
  }

  // Playing

  let playing = false;
  let speed = 2;
  let due = 0;
  let before = null;

  function tick(time) {
    if (!playing) return;
    // A page that was in the background continues where it was.
    due += (Math.min(time - (before ?? time), 100) * speed) / 1000;
    before = time;
    if (due >= 1) {
      show(now + Math.floor(due));
      due %= 1;
    }
    if (now === last) setPlaying(false);
    else requestAnimationFrame(tick);
  }

  function setPlaying(is) {
    if (is) requestAnimationFrame(tick);
    playing = is;
    before = null;
    due = 0;
    element("play").dataset.playing = is;
    element("play").querySelector("span").textContent = is ? "Pause" : "Play";
    setVoice();
  }

  /** Screen readers do not read sentences that change too quickly. */
  function setVoice() {
    element("sentence").setAttribute("aria-live", playing && speed > 1 ? "off" : "polite");
  }

  function togglePlaying() {
    if (!playing && now === last) show(0);
    setPlaying(!playing);
  }

  function setSpeed(to) {
    speed = to;
    const steps = speed === 1 ? "1 step a second" : `${speed.toLocaleString("en")} steps a second`;
    element("speed").textContent = speed < 1 ? `1 step in ${1 / speed} seconds` : steps;
    setVoice();
  }

  function go(to) {
    setPlaying(false);
    show(to);
  }

  // Buttons and keys

  const ACTIONS = {
    first: () => go(0),
    back: () => go(now - 1),
    play: togglePlaying,
    forward: () => go(now + 1),
    last: () => go(last),
    slower: () => setSpeed(Math.max(speed / 2, 0.5)),
    faster: () => setSpeed(Math.min(speed * 2, 1024)),
  };
  const KEYS = new Map([
    ["Home", "first"],
    ["ArrowLeft", "back"],
    [" ", "play"],
    ["ArrowRight", "forward"],
    ["End", "last"],
    ["-", "slower"],
    ["+", "faster"],
    ["=", "faster"], // The key of + without shift.
  ]);

  for (const [id, act] of Object.entries(ACTIONS)) element(id).addEventListener("click", act);
  jumps.forEach((button, kind) => button.addEventListener("click", () => jump(kind, 1)));
  element("slider").addEventListener("input", (event) => go(Number(event.target.value) - 1));
  document.addEventListener("keydown", (event) => {
    const id = KEYS.get(event.key);
    const presses = event.key === " " && event.target.closest("button");
    if (presses || event.ctrlKey || event.altKey || event.metaKey) return;
    // The key, not its character: Shift and some keyboards change what a digit's key writes.
    const digit = /^(?:Digit|Numpad)([1-9])$/.exec(event.code);
    if (digit && digit[1] <= jumps.length) jump(digit[1] - 1, event.shiftKey ? -1 : 1);
    else if (id) ACTIONS[id]();
    else return;
    event.preventDefault();
  });

  element("boards").style.setProperty("--size", size);
  element("boards").style.setProperty("--wide", Math.max(2, Math.ceil(Math.sqrt(size))));
  element("slider").max = last + 1;
  setSpeed(speed);
  setPlaying(false);
  show(end === null ? 0 : last);
}
