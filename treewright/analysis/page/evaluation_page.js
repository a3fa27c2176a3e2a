"use strict";
(() => {
  const find = name => document.getElementById(name);
  const all = (selector, root = document) => [...root.querySelectorAll(selector)];
  document.body.classList.add("live");

  // tables: a click on the name of a column sorts by it, numbers from the highest on, another click turns the order
  const value = (row, k) => {
    const cell = row.cells[k], text = cell.dataset.v ?? cell.textContent;
    const number = text.trim() === "-" ? NaN : Number(text.replaceAll(",", ""));
    return cell.classList.contains("n") ? number : text;
  };
  function sort(table, k) {
    const heads = [...table.tHead.rows[0].cells], head = heads[k], numeric = head.classList.contains("n");
    const before = head.getAttribute("aria-sort");
    const up = before ? before === "descending" : !numeric;
    heads.forEach(other => other.removeAttribute("aria-sort"));
    head.setAttribute("aria-sort", up ? "ascending" : "descending");
    const rows = [...table.tBodies[0].rows].map(row => [value(row, k), row]);
    rows.sort(([one], [other]) => {
      if (!numeric) return (up ? 1 : -1) * one.localeCompare(other, undefined, { numeric: true });
      if (Number.isNaN(one) || Number.isNaN(other)) return Number.isNaN(one) - Number.isNaN(other);
      return up ? one - other : other - one;
    });
    table.tBodies[0].append(...rows.map(([, row]) => row));
  }
  for (const table of all("table.sortable")) {
    [...table.tHead.rows[0].cells].forEach((head, k) => head.firstElementChild.addEventListener("click", () => sort(table, k)));
  }

  // plots and confusions: what is chosen is shown
  const show = (elements, key, wanted) => elements.forEach(element => { element.hidden = element.dataset[key] !== wanted; });
  const metric = find("metric");
  if (metric) metric.addEventListener("change", () => show(all(".plot"), "metric", metric.value));
  const confused = find("confused-parser");
  if (confused) {
    const choose = () => show(all("#confused > [data-parser]"), "parser", confused.value);
    confused.addEventListener("change", choose);
    choose();
  }

  // sentences
  if (!find("data")) return;
  const data = JSON.parse(find("data").textContent);
  const sections = new Map(data.sentences.map(one => [one, find(`sentence-${one.n}`)]));
  const [parser, gold, predicted, tag] = ["parser", "gold", "predicted", "tag"].map(find);
  const [shortest, longest, order, errors, together] = ["shortest", "longest", "order", "errors", "together"].map(find);
  const told = find("told"), back = find("back"), next = find("next"), drawn = find("drawn");
  let chosen = data.sentences, current = 0, error = 0;

  const parsers = () => parser && parser.value ? [Number(parser.value)] : data.sentences[0].wrong.map((_, k) => k);
  const number = (list, menu) => menu && menu.value ? list.indexOf(menu.value) : -1;

  // which words of a sentence are asked for: those that one of the parsers shown has so
  function hits(one) {
    const wanted = number(data.labels, gold), other = number(data.labels, predicted), speech = number(data.tags, tag);
    const filtered = wanted >= 0 || other >= 0 || speech >= 0;
    return one.items.map(([itsTag, mask, itsGold, ...theirs]) =>
      (filtered || errors.checked) && (wanted < 0 || itsGold === wanted) && (speech < 0 || itsTag === speech)
      && parsers().some(k => (other < 0 || theirs[k] === other) && (!errors.checked || mask >> k & 1)));
  }
  const asked = () => errors.checked || [gold, predicted, tag].some(menu => menu && menu.value);
  const sum = (one, key) => parsers().reduce((found, k) => found + one[key][k], 0);
  const orders = {
    wrong: one => -sum(one, "wrong"), score: one => sum(one, "score"), n: one => one.n,
    difference: one => -(Math.max(...one.wrong) - Math.min(...one.wrong)),
  };

  function filter() {
    const from = Number(shortest.value) || 0, to = Number(longest.value) || Infinity;
    const rank = orders[order.value];
    chosen = data.sentences
      .filter(one => one.length >= from && one.length <= to && (!asked() || hits(one).some(Boolean)))
      .sort((one, other) => rank(one) - rank(other) || one.n - other.n);
    drawn.append(...chosen.map(one => sections.get(one)));
    drawn.classList.toggle("errors-only", errors.checked);
    for (const figure of all("figure[data-parser]", drawn)) figure.hidden = !parsers().includes(Number(figure.dataset.parser));
    for (const [one, section] of sections) {
      const marked = asked() ? hits(one) : [];
      for (const group of all("g.words", section)) [...group.children].forEach((word, i) => word.classList.toggle("hit", !!marked[i]));
    }
    current = 0;
    render();
  }

  function render() {
    const shown = new Set(together.checked ? chosen : chosen.slice(current, current + 1));
    for (const [one, section] of sections) section.hidden = !shown.has(one);
    find("none").hidden = chosen.length > 0;
    told.textContent = together.checked ? `${chosen.length} sentences` : chosen.length ? `${current + 1} of ${chosen.length}` : "none";
    back.disabled = together.checked || current === 0;
    next.disabled = together.checked || current >= chosen.length - 1;
    find("error").disabled = together.checked || !chosen.length;
    error = 0;
    all(".now", drawn).forEach(element => element.classList.remove("now"));
    for (const one of shown) for (const box of all(".tree", sections.get(one))) home(box);
  }

  // a high picture starts where its words are
  function home(box) {
    const word = box.querySelector("g.words text");
    if (!word || box.scrollHeight <= box.clientHeight) return;
    box.scrollTop = word.getBBox().y - box.clientHeight * .6;
  }

  function go(step) {
    if (together.checked || !chosen.length) return;
    current = Math.max(0, Math.min(chosen.length - 1, current + step));
    render();
  }

  // the errors of the sentence in turn, in all pictures that are shown
  function nextError() {
    if (together.checked || !chosen.length) return;
    const groups = all("figure:not([hidden])", sections.get(chosen[current])).flatMap(figure => {
      const words = all("[data-word], [data-part].missed, [data-part].wrong", figure);
      const numbers = [...new Set(words.map(element => element.dataset.word ?? `part ${element.dataset.part}`))];
      const place = name => Number(name.replace("part ", ""));
      return numbers.sort((one, other) => place(one) - place(other)).map(name =>
        words.filter(element => (element.dataset.word ?? `part ${element.dataset.part}`) === name));
    });
    all(".now", drawn).forEach(element => element.classList.remove("now"));
    if (!groups.length) return;
    const group = groups[error++ % groups.length];
    group.forEach(element => element.classList.add("now"));
    const target = group.find(element => element.tagName === "text") ?? group[0], box = target.closest(".tree");
    box.scrollIntoView({ block: "nearest" });
    const inner = box.getBoundingClientRect(), outer = target.getBoundingClientRect();
    box.scrollLeft += outer.left + outer.width / 2 - inner.left - inner.width / 2;
    box.scrollTop += outer.top + outer.height / 2 - inner.top - inner.height * .6;
  }

  const form = find("filters");
  form.addEventListener("input", filter);
  form.addEventListener("submit", event => event.preventDefault());
  find("clear").addEventListener("click", () => { form.reset(); filter(); });
  back.addEventListener("click", () => go(-1));
  next.addEventListener("click", () => go(1));
  find("error").addEventListener("click", nextError);
  for (const button of all("button.confusion")) {
    button.addEventListener("click", () => {
      form.reset();
      gold.value = button.dataset.gold;
      predicted.value = button.dataset.predicted;
      if (gold.selectedIndex < 0) gold.value = "";
      if (predicted.selectedIndex < 0) predicted.value = "";
      const block = button.closest("[data-parser]");
      if (parser && block) parser.value = block.dataset.parser;
      filter();
      find("sentences").scrollIntoView();
    });
  }
  document.addEventListener("keydown", event => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.target.closest("select, input, .scroll, .tree")) return;
    const act = { ArrowRight: () => go(1), ArrowLeft: () => go(-1), e: nextError }[event.key];
    if (act) { event.preventDefault(); act(); }
  });
  filter();
})();
