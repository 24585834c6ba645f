// The practice page: an editor, and what the grader, which runs in a worker, says about the files.

const at = (id) => document.getElementById(id);
const kit = await (await fetch("kit.json")).json();
const controls = ["check", "part", "hint", "case", "play", "hand-in"].map(at);
const views = { handout: "Handout", report: "Report", details: "Drawings", steps: "Steps", run: "Run" };
const SLACK = 2; // Seconds beyond a limit until the worker is ended from here.

// The files, in an editor and in the browser's storage.

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
  editor.textInput.getElement().setAttribute("aria-label", file);
  for (const button of at("files").children) button.ariaPressed = String(button.textContent === file);
}

function addButton(place, label, action) {
  const button = document.createElement("button");
  button.textContent = label;
  button.onclick = action;
  place.append(button);
  return button;
}

for (const [file, starter] of Object.entries(kit.files)) {
  const session = ace.createEditSession(stored(file) ?? starter, "ace/mode/python");
  session.setUseSoftTabs(true);
  session.setUseWrapMode(true);
  session.on("change", () => keep(file));
  sessions[file] = session;
  addButton(at("files"), file, () => show(file));
}
const current = () => Object.keys(sessions).find((file) => sessions[file] === editor.session);
show(Object.keys(kit.files)[0]);

// What another tab has saved is newer than what is here.
addEventListener("storage", ({ key, newValue }) => {
  const file = Object.keys(sessions).find((each) => placeOf(each) === key);
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
  for (const file of at("chosen").files) contents[file.name] = new Uint8Array(await file.arrayBuffer());
  at("chosen").value = "";
  (await ready).postMessage({ imported: contents });
};

function take(files) {
  const isOwn = ([file, text]) => ![text, kit.files[file]].includes(sessions[file].getValue());
  const own = Object.entries(files).filter(isOwn).map(([file]) => file);
  if (own.length && !confirm(`Replace ${own.join(", ")} in the editor?`))
    return note("Nothing imported: your work is still here.");
  for (const [file, text] of Object.entries(files)) sessions[file].doc.setValue(text);
  const names = Object.keys(files).join(", ");
  note(names ? `Imported: ${names}` : `Nothing imported: this page needs ${Object.keys(kit.files).join(", ")}.`);
}

// The grader. A worker that hangs is ended, and another one runs the same again up to there.

let worker, ready, spare, running, timer;

function loaded(quietly) {
  const made = new Worker("worker.js", { type: "module" });
  return new Promise((resolve) => {
    made.onerror = ({ message = "no connection?" }) =>
      note(`The grader cannot be loaded: ${message.trim().split("\n").pop()}`);
    made.onmessage = ({ data }) => {
      if (data.loading === 100) resolve(made);
      if (quietly && worker !== made) return;
      at("doing").textContent = data.doing;
      at("progress").value = data.loading;
    };
  });
}

function enable(enabled) {
  for (const control of controls) control.disabled = !enabled;
}

async function begin() {
  enable(false);
  ready = spare ?? loaded();
  spare = undefined;
  at("progress").parentElement.hidden = false;
  worker = await ready;
  worker.onmessage = ({ data }) => received(data);
  at("progress").parentElement.hidden = true;
  enable(!running);
}

function run(words) {
  if (running) return;
  const files = Object.fromEntries(Object.entries(sessions).map(([file, each]) => [file, each.getValue()]));
  running = { words, files, stopped: {}, hangs: "" };
  enable(false);
  note("Running …");
  worker.postMessage(running);
}

function received(data) {
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
  worker.terminate();
  const crashes = Object.values(running.stopped).filter((each) => each === "crash");
  if (running.count in running.stopped || crashes.length === 3) {
    const output = "Your program ended Python itself again and again, so it cannot be checked in a browser.\n";
    return finish({ status: 3, output: output + `The last time: ${reason}`, made: {} });
  }
  running.stopped[running.count] = reason;
  running.hangs = "";
  await begin();
  worker.postMessage(running);
}

function finish({ status, output, made, outgrown }) {
  const { words } = running;
  running = undefined;
  enable(true);
  note(words[0] === "play" ? output.split("\n")[0] : "");
  at("output").replaceChildren(...withButtons(output));
  at("made").replaceChildren();
  at("steps").srcdoc = made["report-step.html"] ? "" : "No failing call can be stepped through.";
  for (const [name, content] of Object.entries(made)) {
    if (name === "played.html") at("run").srcdoc = new TextDecoder().decode(content);
    else if (name === "report-step.html") at("steps").srcdoc = new TextDecoder().decode(content);
    else if (name === "report.html") at("details").srcdoc = new TextDecoder().decode(content);
    else at("made").append(download(name, content));
  }
  view(words[0] === "play" && made["played.html"] ? "run" : "report");
  if (outgrown || status > 2) { // 3: the grader failed, perhaps since a program had changed Python.
    worker.terminate();
    begin();
  }
  spare ??= loaded(true);
}

// Commands in a report become buttons that run them.
function* withButtons(output) {
  let end = 0;
  for (const match of output.matchAll(/python check\.pyz((?: [\w./-]+)*)/g)) {
    yield output.slice(end, match.index);
    const button = document.createElement("button");
    button.textContent = match[0];
    button.onclick = () => check(...match[1].split(" ").filter(Boolean));
    yield button;
    end = match.index + match[0].length;
  }
  yield output.slice(end);
}

const check = (...words) => run([...words, "--html", "report.html"]);
const ofPart = () => (at("part").value ? ["--part", at("part").value] : []);
at("check").onclick = () => check(...ofPart());
at("hint").onclick = () => check(...ofPart(), "--hint");
at("hand-in").onclick = () => check("--hand-in");
at("play").onclick = () => run(["play", at("case").value, "--html", "played.html", "--no-open"]);
editor.commands.addCommand({
  name: "check",
  bindKey: { win: "Ctrl-Enter", mac: "Command-Enter" },
  exec: () => at("check").click(),
});

function view(name) {
  for (const each of Object.keys(views)) at(each).hidden = each !== name;
  for (const button of at("views").children) button.ariaPressed = String(button.textContent === views[name]);
}
for (const [name, label] of Object.entries(views)) addButton(at("views"), label, () => view(name));
view("handout");

for (const part of kit.parts) at("part").add(new Option(part));
for (const name of kit.cases) at("case").add(new Option(name));
if (!kit.cases.length) for (const id of ["case", "play"]) at(id).hidden = true;

if (navigator.serviceWorker?.controller)
  navigator.serviceWorker.oncontrollerchange = () => note("There is a new version of this page: reload it.");
navigator.serviceWorker?.register("offline.js").catch(() => {}); // A host may not allow it.
await begin();
