"use strict";
(() => {
  const sections = [...document.querySelectorAll("section.trace")];
  const slider = document.querySelector("nav input"), told = document.querySelector("nav output");
  const choice = document.querySelector("nav select");
  const buttons = Object.fromEntries([...document.querySelectorAll("nav button")].map(b => [b.dataset.go, b]));
  let current = 0;
  const at = sections.map(() => 0);
  const data = sections.map(s => JSON.parse(s.querySelector("script").textContent));

  function centre(box, x) { box.scrollLeft = x - box.clientWidth / 2; }

  function show() {
    const section = sections[current], steps = data[current], step = at[current];
    sections.forEach((s, i) => { s.hidden = i !== current; });
    const rows = section.querySelectorAll(".rows tbody tr");
    rows.forEach((row, i) => {
      row.classList.toggle("now", i === step);
      if (i === step) row.setAttribute("aria-current", "step"); else row.removeAttribute("aria-current");
    });
    const row = rows[step], box = section.querySelector(".rows");
    const top = row.offsetTop - box.querySelector("thead").offsetHeight;
    if (top < box.scrollTop || row.offsetTop + row.offsetHeight > box.scrollTop + box.clientHeight) box.scrollTop = top - box.clientHeight / 3;
    const names = [...section.querySelectorAll(".rows thead th")].map(th => th.textContent);
    const list = section.querySelector(".card dl");
    list.replaceChildren();
    [...row.cells].forEach((cell, i) => {
      if (i === 0) return;
      const dt = document.createElement("dt"), dd = document.createElement("dd");
      dt.textContent = names[i];
      dd.innerHTML = cell.innerHTML || "–";
      if (cell.dir) dd.dir = cell.dir;
      if (names[i] === "next") dd.className = "next";
      list.append(dt, dd);
    });
    const body = section.querySelector(".options tbody");
    body.replaceChildren();
    for (const [text, score, cost, made] of steps[step].options) {
      const tr = body.insertRow();
      if (made) tr.className = "now";
      [text, score, cost].forEach((value, i) => {
        if (i && value === null) return;
        const td = tr.insertCell();
        td.textContent = value;
        if (i) td.className = "n";
      });
    }
    section.querySelector(".options").hidden = !steps[step].options.length;
    section.querySelector(".rest").textContent = steps[step].rest ? `and ${steps[step].rest} more` : "";
    const tree = section.querySelector(".tree"), svg = tree.querySelector("svg");
    if (svg) {
      const shown = new Map();
      for (let i = 0; i <= step; i++) for (const part of steps[i].parts) shown.set(part, i);
      let newest = null;
      for (const element of svg.querySelectorAll("[data-part]")) {
        const made = shown.get(+element.dataset.part);
        element.style.display = made === undefined ? "none" : "";
        const fresh = made !== undefined && made === step && step > 0;
        element.classList.toggle("new", fresh);
        if (fresh && element.tagName === "text") newest = element;
      }
      const words = svg.querySelectorAll('g[font-size="15"] > text');
      words.forEach((word, i) => word.classList.toggle("here", i + 1 === steps[step].at));
      const target = newest || words[steps[step].at - 1];
      if (target) {
        centre(tree, target.getBBox().x + target.getBBox().width / 2);
        const y = newest ? newest.getBBox().y : svg.getBBox().height;
        tree.scrollTop = y - tree.clientHeight / 2;
      }
    }
    slider.max = steps.length - 1;
    slider.value = step;
    told.textContent = `${step} of ${steps.length - 1}`;
    buttons.first.disabled = buttons.back.disabled = step === 0;
    buttons.next.disabled = buttons.last.disabled = step === steps.length - 1;
  }

  function go(step) {
    at[current] = Math.max(0, Math.min(data[current].length - 1, step));
    show();
  }
  const moves = { first: () => go(0), back: () => go(at[current] - 1), next: () => go(at[current] + 1), last: () => go(Infinity) };
  for (const [name, button] of Object.entries(buttons)) button.addEventListener("click", moves[name]);
  slider.addEventListener("input", () => go(+slider.value));
  if (choice) choice.addEventListener("change", () => { current = choice.selectedIndex; show(); });
  sections.forEach((section, i) => section.querySelector(".rows tbody").addEventListener("click", event => {
    const row = event.target.closest("tr");
    if (row) { current = i; go(row.sectionRowIndex); }
  }));
  document.addEventListener("keydown", event => {
    if (event.altKey || event.ctrlKey || event.metaKey || ["SELECT", "INPUT"].includes(event.target.tagName)) return;
    const name = { ArrowRight: "next", ArrowDown: "next", ArrowLeft: "back", ArrowUp: "back", Home: "first", End: "last" }[event.key];
    if (name) { event.preventDefault(); moves[name](); }
  });
  document.body.classList.add("live");
  const wanted = /^#(\d+)(?:\.(\d+))?$/.exec(location.hash);
  if (wanted) {
    current = Math.min(sections.length, Math.max(1, +wanted[1])) - 1;
    if (choice) choice.selectedIndex = current;
    at[current] = Math.min(+(wanted[2] || 0), data[current].length - 1);
  }
  show();
})();
