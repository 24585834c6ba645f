// The practice page: an editor, and what the grader, which runs in a worker, says about the files.

const at = (id) => document.getElementById(id);
const kit = await (await fetch("kit.json")).json();
const views = { handout: "Handout", report: "Report", steps: "Steps", playing: "Played run", console: "Console" };
if (!kit.cases.length) delete views.playing;
const pages = { "report.html": "page", "report-step.html": "steps", "played.html": "played" };
const SLACK = 2; // Seconds beyond a limit until the worker is ended from here.

// The files, in an editor and in the browser's storage. Those that are provided can only be read.

const sessions = {};
const editor = ace.edit("editor", { enableKeyboardAccessibility: true, fontSize: 15, useWorker: false });
editor.renderer.setShowPrintMargin(false);
const isDark = matchMedia("(prefers-color-scheme: dark)");
const setTheme = () => editor.setTheme(`ace/theme/${isDark.matches ? "cloud9_night" : "textmate"}`);
isDark.addEventListener("change", setTheme);
setTheme();

const placeOf = (file) => `practice ${location.pathname} ${kit.name} ${file}`;

function stored(file) {
  try {
    return localStorage.getItem(placeOf(file));
  } catch {
    return null;
  }
}

function keep(file) {
  try {
    localStorage.setItem(placeOf(file), sessions[file].getValue());
  } catch {
    note("This browser keeps nothing. Save your files before you close this tab.");
  }
}

const note = (text) => (at("note").textContent = text);

function show(file) {
  editor.setSession(sessions[file]);
  editor.setReadOnly(file in kit.provided);
  editor.textInput.getElement().setAttribute("aria-label", file);
  at("starter").disabled = file in kit.provided;
  for (const button of at("files").children) button.ariaPressed = String(button.value === file);
}

function goTo(file, line) {
  show(file);
  editor.gotoLine(line, 0);
  editor.focus();
  at("editor").scrollIntoView({ block: "nearest" });
}

function addButton(place, label, action) {
  const button = document.createElement("button");
  button.textContent = label;
  button.onclick = action;
  place.append(button);
  return button;
}

for (const [file, text] of Object.entries({ ...kit.files, ...kit.provided })) {
  const isOwn = file in kit.files;
  const session = ace.createEditSession((isOwn ? stored(file) : null) ?? text, "ace/mode/python");
  session.setUseSoftTabs(true);
  session.setOptions({ wrap: true, wrapMethod: "text" });
  if (isOwn) session.on("change", () => keep(file) || session.clearAnnotations());
  sessions[file] = session;
  addButton(at("files"), isOwn ? file : `${file} (provided)`, () => show(file)).value = file;
}
const current = () => Object.keys(sessions).find((file) => sessions[file] === editor.session);
const texts = () => Object.fromEntries(Object.keys(kit.files).map((file) => [file, sessions[file].getValue()]));
show(Object.keys(kit.files)[0]);

// What another tab has saved is newer than what is here.
addEventListener("storage", ({ key, newValue }) => {
  const file = Object.keys(kit.files).find((each) => placeOf(each) === key);
  if (file && newValue !== null && newValue !== sessions[file].getValue()) {
    sessions[file].doc.setValue(newValue);
    note(`${file} was changed in another tab, and is shown as it is there.`);
  }
});

function download(name, content) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([content]));
  link.download = name;
  link.textContent = `Save ${name}`;
  return link;
}

at("export").onclick = () => download(current(), editor.getValue()).click();
at("starter").onclick = () => {
  if (confirm(`Replace your ${current()} by the starter? Undo (Ctrl+Z) brings it back.`))
    editor.session.doc.setValue(kit.files[current()]);
  editor.focus();
};
at("import").onclick = () => at("chosen").click();
at("chosen").onchange = async () => {
  const contents = {};
  chosen = [...at("chosen").files].map(({ name }) => name).join(", ");
  for (const file of at("chosen").files) contents[file.name] = new Uint8Array(await file.arrayBuffer());
  at("chosen").value = "";
  (await ready).postMessage({ imported: contents });
};

let chosen;

function take(files) {
  const isOwn = ([file, text]) => ![text, kit.files[file]].includes(sessions[file].getValue());
  const own = Object.entries(files).filter(isOwn).map(([file]) => file);
  if (own.length && !confirm(`Replace ${own.join(", ")} in the editor by ${chosen}?`))
    return note("Nothing imported: your work is still here.");
  for (const [file, text] of Object.entries(files)) sessions[file].doc.setValue(text);
  const names = Object.keys(files).join(", ");
  note(names ? `Imported: ${names}` : `Nothing imported: this page needs ${Object.keys(kit.files).join(", ")}.`);
}

// The grader. A worker that hangs is ended, and another one runs the same again up to there.

let worker, ready, spare, running, timer;

function loaded(quietly, made = new Worker("worker.js", { type: "module" })) {
  return new Promise((resolve) => {
    const progressed = ({ doing }) => {
      if (doing === "") resolve(made);
      if (!quietly || worker === made) at("doing").textContent = doing;
    };
    made.onerror = ({ message = "no connection?" }) =>
      note(`The grader cannot be loaded: ${message.trim().split("\n").pop()}`);
    made.onmessage = ({ data }) => progressed(data);
    if (made.last) progressed(made.last);
  });
}

function busy(doing) {
  at("doing").textContent = doing;
  at("progress").parentElement.hidden = !doing;
}

function enable() {
  const isBusy = !worker || running;
  for (const id of ["check", "part", "hint", "case", "play", "hand-in"]) at(id).disabled = isBusy;
  at("run").disabled = isRunning || (isBusy && !shell);
  at("stop").disabled = !running && !isRunning;
}

async function begin(made) {
  worker = undefined;
  enable();
  ready = spare ?? loaded(false, made);
  spare = undefined;
  busy("Loading the grader");
  worker = await ready;
  worker.onmessage = ({ data }) => received(data);
  busy("");
  enable();
}

function start(words) {
  if (running || !worker) return;
  running = { words, files: texts(), stopped: {}, hangs: "" };
  enable();
  note("Running …");
  worker.postMessage(running);
}

function received(data) {
  if ("shows" in data) return busy(data.shows);
  clearTimeout(timer);
  if ("imported" in data) return take(data.imported);
  if ("hangs" in data) running.hangs = data.hangs;
  if ("begins" in data) running.count = data.begins;
  if ("fatal" in data) return replace(data.fatal);
  if ("status" in data) return finish(data);
  const ended = () => replace(`late\n${running.hangs}`);
  timer = setTimeout(ended, 1000 * ("hangs" in data ? 1 : data.seconds + SLACK));
}

async function replace(reason) {
  const again = running;
  worker.terminate();
  const crashes = Object.values(running.stopped).filter((each) => each === "crash");
  if (running.count in running.stopped || crashes.length === 3) {
    const output = "Your program ended Python itself again and again, so it cannot be checked in a browser.\n";
    return finish({ status: 3, output: output + `The last time: ${reason}`, made: {} });
  }
  running.stopped[running.count] = reason;
  running.hangs = "";
  await begin();
  if (running === again) worker.postMessage(running);
}

function finish({ status, output, made, outgrown }) {
  const isPlay = running.words[0] === "play";
  running = undefined;
  enable();
  const zip = Object.keys(made).find((name) => !(name in pages));
  note(isPlay ? output.split("\n")[0] : zip ? `Now save ${zip}, and hand it in where your course asks for it.` : "");
  if (!isPlay || status > 1) {
    at("output").replaceChildren(...withButtons(document, output));
    at("made").replaceChildren();
    at("page").hidden = !made["report.html"];
    at("steps").srcdoc = plain("No failing call can be stepped through: none failed, or it is not known which lines ran.");
  }
  for (const [name, content] of Object.entries(made)) {
    if (name in pages) at(pages[name]).srcdoc = new TextDecoder().decode(content);
    else at("made").append(download(name, content));
  }
  // Chromium draws nothing of a page that is shown while it loads.
  if (isPlay && made["played.html"]) at("played").addEventListener("load", () => view("playing"), { once: true });
  else view("report");
  if (!isWide.matches) at("views").scrollIntoView();
  if (outgrown || status > 2) { // 3: the grader failed, perhaps since a program had changed Python.
    worker.terminate();
    begin();
  }
  spare ??= loaded(true);
}

// The page of a report: its lines lead to the editor, its commands are buttons.

at("page").onload = () => {
  const page = at("page").contentDocument;
  const own = [...page.querySelectorAll("[data-line]")].filter(({ dataset }) => dataset.file in sessions);
  page.querySelector("header div")?.remove(); // The title of this page.
  for (const place of own) {
    const { file, line } = place.dataset;
    place.replaceChildren(linked(page, place.textContent, () => goTo(file, Number(line))));
  }
  for (const link of page.querySelectorAll("a[href]:not([data-line] a)")) {
    const target = link.getAttribute("href"); // In such a frame, # is a place in this page.
    link.onclick = () => {
      if (target[0] === "#") page.querySelector(target).scrollIntoView();
      else view("steps");
      return false;
    };
  }
  linkCommands(page);
  const begin = page.querySelector(".problem") ?? page.querySelector(page.querySelector(".begin a")?.hash ?? "main");
  begin.scrollIntoView();
  const first = begin.querySelector(".failure, .untried, li");
  mark(own.filter((place) => first?.contains(place)));
};

function linked(page, text, action) {
  const link = page.createElement("a");
  link.href = "#";
  link.textContent = text;
  link.onclick = () => {
    action();
    return false;
  };
  return link;
}

function restOfLine(place) {
  const rest = place.ownerDocument.createRange();
  rest.setStartBefore(place);
  rest.setEndAfter(place.closest("pre").lastChild);
  return rest.toString().trim().split("\n")[0];
}

function mark(places) {
  const about = (place) => place.closest(".failure")?.querySelector(".message") ?? place;
  for (const file of Object.keys(kit.files)) {
    const marks = places.filter(({ dataset }) => dataset.file === file).map((place) => ({
      row: place.dataset.line - 1,
      ...(place.closest("pre")
        ? { type: "info", text: restOfLine(place) }
        : { type: place.closest(".untried") ? "info" : "error", text: about(place).textContent }),
    }));
    sessions[file].setAnnotations(marks);
  }
}

function linkCommands(page) {
  const walker = page.createTreeWalker(page.body, NodeFilter.SHOW_TEXT);
  const found = [];
  while (walker.nextNode()) if (walker.currentNode.data.includes("check.pyz")) found.push(walker.currentNode);
  for (const text of found) text.replaceWith(...withButtons(page, text.data));
}

function* withButtons(page, output) {
  let end = 0;
  for (const match of output.matchAll(/python check\.pyz((?: [\w./-]+)*)/g)) {
    const words = match[1].split(" ").filter(Boolean);
    const name = named(words);
    if (!name) continue; // A terminal has more commands.
    yield output.slice(end, match.index);
    yield linked(page, name, () => command(words));
    end = match.index + match[0].length;
  }
  yield output.slice(end);
}

function named([first = "", ...others]) {
  const names = others.filter((word) => !word.startsWith("--"));
  const all = [first, ...others].includes("--all") ? ["all", ...(names.length ? ["of"] : [])] : [];
  const checks = ["Check", ...all].join(" ");
  const buttons = { "": checks, "--part": checks, "--all": checks, "--hint": "Hint", "--hand-in": "Hand in" };
  const button = { ...buttons, play: "Play", step: "Steps" }[first];
  return button && [button, ...names].join(" ");
}

function command(words) {
  if (words[0] === "step") view("steps");
  else if (words[0] === "play") start([...words, "--html", "played.html", "--no-open"]);
  else start([...words, "--html", "report.html"]);
}

const ofPart = () => (at("part").value ? ["--part", at("part").value] : []);
at("check").onclick = () => command(ofPart());
at("hint").onclick = () => command([...ofPart(), "--hint"]);
at("hand-in").onclick = () => command(["--hand-in"]);
at("play").onclick = () => command(["play", at("case").value]);
editor.commands.addCommand({
  name: "check",
  bindKey: { win: "Ctrl-Enter", mac: "Command-Enter" },
  exec: () => at("check").click(),
});

// The console, in a worker of its own: what a program changes there changes no check.

let shell, isRunning = false;
const entered = [""]; // And what is being typed.

function wait(message) {
  isRunning = true;
  if (at("entry").contains(document.activeElement)) at("screen").focus();
  at("entry").hidden = at("end").hidden = true;
  shell.postMessage(message);
  enable();
}

let pending = "";

// A program may print more often than a page can be drawn.
function print(text) {
  if (!pending) requestAnimationFrame(flush);
  pending += text;
}

function flush() {
  at("printed").append(pending);
  pending = "";
  at("screen").scrollTop = at("screen").scrollHeight;
}

function answered({ printed, prompt, ended }) {
  if (printed) print(printed);
  else if (ended) stopShell(`Python itself ended: ${ended}`);
  else if (prompt !== undefined) {
    isRunning = false;
    at("prompt").textContent = prompt || "input";
    at("line").placeholder = prompt ? "call your functions here" : "your program asks for a line";
    at("entry").hidden = false;
    at("end").hidden = prompt !== "";
    if (at("screen").contains(document.activeElement) || document.activeElement === document.body) at("line").focus();
    enable();
    requestAnimationFrame(flush);
  }
}

function stopShell(reason) {
  shell.terminate();
  shell = undefined;
  isRunning = false;
  at("entry").hidden = true;
  print(`\n${reason} Press Run to start again.\n`);
  enable();
  at("run").focus();
}

at("run").onclick = () => {
  view("console");
  flush();
  at("printed").replaceChildren();
  if (!shell) {
    shell = worker;
    shell.onmessage = ({ data }) => answered(data);
    begin();
  }
  wait({ file: current(), input: at("input").value, files: texts() });
  at("screen").focus();
};
at("entry").onsubmit = () => {
  entered.splice(-1, 1, at("line").value, "");
  at("line").value = "";
  wait({ line: `${entered.at(-2)}\n` });
  return false;
};
at("end").onclick = () => wait({ line: "" });
at("line").onkeydown = (event) => {
  if (event.key === "d" && event.ctrlKey && !at("end").hidden) {
    at("end").click();
    return false;
  }
  const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
  if (!step) return true;
  const now = entered.lastIndexOf(at("line").value);
  at("line").value = entered[now + step] ?? at("line").value;
  return false;
};
at("stop").onclick = () => {
  if (isRunning) stopShell("Stopped.");
  if (!running) return;
  clearTimeout(timer);
  running = undefined;
  if (worker) {
    worker.terminate();
    begin();
  }
  note("Stopped: nothing was checked.");
};

// One view, and on a wide screen the handout beside it.

const isWide = matchMedia("(min-width: 1300px)");
let seen = "", reads = true;

function view(name) {
  if (name !== "handout") [seen, reads] = [name, reads && isWide.matches];
  else if (!isWide.matches) [seen, reads] = ["", true];
  else reads = !reads || !seen;
  arrange();
}

function arrange() {
  const isShown = (each) => (each === "handout" ? reads : each === seen);
  for (const each of Object.keys(views)) at(each).hidden = !isShown(each);
  for (const button of at("views").children) button.ariaPressed = String(isShown(button.value));
  document.body.classList.toggle("both", reads && seen !== "");
}
for (const [name, label] of Object.entries(views)) addButton(at("views"), label, () => view(name)).value = name;
arrange();
const plain = (text) => `<meta name="color-scheme" content="light dark"><p>${text}</p>`;
at("steps").srcdoc = plain("Press Check: the call of the first failure can then be seen here, line by line.");
at("played").srcdoc = plain("Press Play: what your program does, step by step, beside what the algorithm does.");
isWide.onchange = () => view(seen || "handout");
at("handout").onload = () => {
  const page = at("handout").contentDocument;
  if (page.readyState !== "complete" || page.URL === "about:blank") return;
  for (const link of page.querySelectorAll("a[href]:not([href^='#'])")) link.target = "_blank";
  linkCommands(page);
};
at("handout").onload(); // It may be there already.

for (const part of kit.parts) at("part").add(new Option(part));
for (const name of kit.cases) at("case").add(new Option(name));
for (const name of kit.inputs) at("input").add(new Option(`input is ${name}`, name));

if (navigator.serviceWorker?.controller)
  navigator.serviceWorker.oncontrollerchange = () => note("There is a new version of this page: reload it.");
navigator.serviceWorker?.register("offline.js").catch(() => {}); // A host may not allow it.
await begin(first);
