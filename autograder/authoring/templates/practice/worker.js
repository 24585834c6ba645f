// Runs the grader: the same Python as check.pyz, under Pyodide.

import { loadPyodide } from "./pyodide/pyodide.mjs";

const MEMORY = 1 << 30; // A program may use this much, and a quarter more each time that it is stopped.
const ALARM = 14;
const loading = (doing) => postMessage({ doing });

let count = 0, stopped = {};
let tell = () => {};
let next = Infinity, every = 0, most = MEMORY, full = false;
const used = () => python._module.HEAPU8.length;

// What the Python module in_browser asks of the page.
const page = {
  begins(seconds) {
    count += 1;
    if (stopped[count]) return stopped[count];
    tell({ begins: count, seconds });
    return "";
  },
  ends: () => tell({ seconds: 60 }),
  hangs: (samples) => tell({ hangs: samples }),
  setitimer(first, interval) {
    next = first ? performance.now() + 1000 * first : Infinity;
    every = 1000 * interval;
  },
  outgrown() {
    const was = full;
    full = false;
    return was;
  },
  shows: (text) => tell({ shows: text }),
  prints: (text) => postMessage({ printed: text }),
};

// Python looks here for a signal now and then. No shared memory is needed, nor its headers.
const signals = {
  get 0() {
    if (next === Infinity) return 0;
    if (used() > most) {
      most = 1.25 * used();
      full = true;
      return ALARM;
    }
    if (performance.now() < next) return 0;
    next = every ? performance.now() + every : Infinity;
    return ALARM;
  },
  set 0(_) {},
};

loading("Loading Python");
const archive = fetch("kit.zip").then((response) => response.arrayBuffer());
const python = await loadPyodide();
loading("Loading the grader");
python.unpackArchive(await archive, "zip", { extractDir: "/kit" });
python.registerJsModule("practice_page", page);
python.runPython("import sys; sys.path.insert(0, '/kit')");
const inBrowser = python.pyimport("autograder.cli.in_browser");
inBrowser.start();
loading("");
const warming = setTimeout(() => inBrowser.warm_up()); // The first check is as fast as any, unless made at once.

function run({ words, files, stopped: known }) {
  clearTimeout(warming);
  count = 0;
  stopped = known;
  tell = postMessage;
  python.setInterruptBuffer(signals);
  try {
    const [status, output, made] = inBrowser.run(python.toPy(files), python.toPy(words)).toJs();
    postMessage({ status, output, made, outgrown: used() > MEMORY });
  } catch (error) {
    console.error(error);
    if (error.name === "PythonError") postMessage({ status: 3, output: error.message, made: {} });
    else postMessage({ fatal: "crash" });
  }
}

// The console: a file is run, or goes on with a line that was typed.

let session;

function goOn({ file, input, files, line }) {
  clearTimeout(warming);
  try {
    if (file) session = inBrowser.run_file(python.toPy(files), file, input);
    else session.enter(line);
    postMessage({ prompt: session.prompt });
  } catch (error) {
    postMessage({ ended: `${error}`.trim().split("\n").pop() });
  }
}

onmessage = ({ data }) => {
  if (data.words) run(data);
  else if (data.file || "line" in data) goOn(data);
  else postMessage({ imported: inBrowser.texts_in(python.toPy(data.imported)).toJs() });
};
