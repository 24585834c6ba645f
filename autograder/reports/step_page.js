"use strict";
const { steps, files, start } = JSON.parse(document.getElementById("data").textContent);
const at = (id) => document.getElementById(id);
let now = start, shown = "";

function made(tag, text = "", ...inside) {
  const node = document.createElement(tag);
  node.textContent = text;
  node.append(...inside);
  return node;
}

function board(rows) {
  const body = rows.map((row) => made("tr", "", ...row.map((cell) => made("td", cell))));
  return made("table", "", ...body);
}

function show(number) {
  now = Math.max(0, Math.min(steps.length - 1, number));
  const step = steps[now];
  if (shown !== step.file) {
    at("code").replaceChildren(...files[step.file].map((line) => made("li", line)));
    shown = step.file;
  }
  document.querySelector("li.now")?.classList.remove("now");
  const line = at("code").children[step.line - 1];
  if (line) {
    line.classList.add("now");
    at("code").scrollTop = line.offsetTop - at("code").offsetTop - at("code").clientHeight / 2;
  }
  at("file").textContent = step.file;
  at("function").textContent = `${step.function}, line ${step.line}`;
  at("where").textContent = `Step ${now + 1} of ${steps.length}${step.gap ? "; some before it were left out" : ""}`;
  at("slider").value = now + 1;
  at("variables").replaceChildren(...step.variables.map(([name, text, changed, rows]) => {
    const value = rows.length ? made("td", "", board(rows)) : made("td", text);
    const row = made("tr", "", made("th", name), value);
    if (changed) row.className = "changed";
    return row;
  }));
  at("values").replaceChildren(...step.values.map((pair) =>
    made("tr", "", made("th", pair[0]), made("td", pair[1]))));
  at("values").parentNode.hidden = !step.values.length;
  at("result").hidden = now < steps.length - 1;
}

function pass(by) {
  let found = now + by;
  while (steps[found] && !steps[found].pass) found += by;
  show(steps[found] ? found : now);
}

at("first").onclick = () => show(0);
at("before").onclick = () => show(now - 1);
at("after").onclick = () => show(now + 1);
at("last").onclick = () => show(steps.length - 1);
at("pass-before").onclick = () => pass(-1);
at("pass-after").onclick = () => pass(1);
at("slider").oninput = () => show(at("slider").value - 1);
document.onkeydown = ({ key, target }) => {
  if (target === at("slider")) return;
  if (key === "ArrowLeft") show(now - 1);
  if (key === "ArrowRight") show(now + 1);
  if (key === "Home") show(0);
  if (key === "End") show(steps.length - 1);
};
if (!steps.some((step) => step.pass)) at("pass-before").hidden = at("pass-after").hidden = true;
show(start);
new ResizeObserver(() => show(now)).observe(at("code")); // Without a size, it cannot scroll.
