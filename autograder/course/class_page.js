"use strict";
const data = JSON.parse(document.getElementById("data").textContent);
const STEP = 100, NAMED = 12;
const SCORE = data.columns.indexOf("score"), STATUS = data.columns.indexOf("status");
const PAGES = data.columns.length;
const body = document.querySelector("#table tbody");
const more = document.getElementById("more");
const fields = ["search", "status", "least", "most"].map((id) => document.getElementById(id));
const collator = new Intl.Collator(undefined, { numeric: true });
const texts = data.rows.map((row) => `${row[0]} ${row[1]}`.toLowerCase());
let column = 0, downwards = false, shown = [], limit = STEP;

function compared(a, b) {
  const x = data.rows[a][column], y = data.rows[b][column];
  if (x === null || y === null) return x === y ? a - b : x === null ? 1 : -1;
  const order = typeof x === "number" && typeof y === "number" ? x - y : collator.compare(x, y);
  return (downwards ? -order : order) || a - b;
}

function choose() {
  const [search, status, least, most] = fields.map((field) => field.value);
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  shown = [];
  data.rows.forEach((row, index) => {
    const score = row[SCORE];
    if (!words.every((word) => texts[index].includes(word))) return;
    if (status && row[STATUS] !== status) return;
    if (least !== "" && (score === null || score < Number(least))) return;
    if (most !== "" && (score === null || score > Number(most))) return;
    shown.push(index);
  });
  shown.sort(compared);
  limit = STEP;
  draw();
}

function cell(row, index) {
  const element = document.createElement(index === 0 ? "th" : "td");
  if (index === 0) element.scope = "row";
  const value = row[index];
  if (typeof value === "number") element.className = "number";
  const text = value === null ? "" : String(value);
  const page = index === 0 ? row[PAGES] : index === 1 ? row[PAGES + 1] : "";
  const inner = document.createElement(page ? "a" : "bdi");
  if (page) inner.href = page;
  inner.textContent = index === 1 && page && !text ? "files" : text;
  element.append(inner);
  return element;
}

function draw() {
  body.replaceChildren(...shown.slice(0, limit).map((index) => {
    const line = document.createElement("tr");
    line.append(...data.columns.map((_, place) => cell(data.rows[index], place)));
    return line;
  }));
  more.hidden = shown.length <= limit;
  document.getElementById("count").textContent = `${shown.length} of ${data.rows.length} students`;
}

function order(place) {
  downwards = place === column ? !downwards : false;
  column = place;
  shown.sort(compared);
  draw();
  mark();
}

function mark() {
  document.querySelectorAll("#table thead th").forEach((head, place) => {
    if (place === column) head.setAttribute("aria-sort", downwards ? "descending" : "ascending");
    else head.removeAttribute("aria-sort");
    head.firstChild.textContent = data.columns[place] +
      (place === column ? (downwards ? " ▼" : " ▲") : "");
  });
}

function links(rows) {
  const listed = document.createDocumentFragment();
  for (const row of rows) {
    const link = document.createElement("a"), id = document.createElement("bdi");
    link.href = data.rows[row][PAGES];
    id.textContent = data.rows[row][0];
    link.append(id);
    listed.append(listed.firstChild ? ", " : "", link);
  }
  return listed;
}

function name(group) {
  const rows = group.dataset.rows.split(" "), who = group.querySelector(".who");
  who.replaceChildren(links(rows.slice(0, NAMED)));
  if (rows.length > NAMED) {
    const more = document.createElement("details"), summary = document.createElement("summary");
    summary.textContent = `${rows.length - NAMED} more students`;
    more.append(summary, links(rows.slice(NAMED)));
    who.after(more);
  }
  delete group.dataset.rows;
}

data.columns.forEach((name, place) => {
  const head = document.createElement("th"), button = document.createElement("button");
  head.scope = "col";
  button.type = "button";
  button.textContent = name;
  button.addEventListener("click", () => order(place));
  head.append(button);
  document.querySelector("#table thead tr").append(head);
});
fields.forEach((field) => field.addEventListener("input", choose));
document.getElementById("filters").addEventListener("submit", (event) => event.preventDefault());
more.addEventListener("click", () => { limit += 5 * STEP; draw(); });
document.addEventListener("toggle", (event) => {
  if (event.target.dataset.rows) name(event.target);
}, true);
window.addEventListener("beforeprint", () => { limit = shown.length; draw(); });
choose();
mark();
