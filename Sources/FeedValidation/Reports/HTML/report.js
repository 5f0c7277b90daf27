// The script of a report: a filter, also for the notices about one thing, files for spreadsheets, and
// rows that are found behind a closed summary. It follows `ids.js`.

const form = document.getElementById("filter");
const note = document.getElementById("about");
/** The thing whose notices alone are shown; undefined for all. */
let about;
const cards = [...document.querySelectorAll(".code")].map((card) => ({
  card, details: card.querySelector("details:not(.example)"), rows: [...card.querySelectorAll("tbody tr")],
  head: (card.querySelector("h3 code").textContent + " " + card.querySelector("p").textContent).toLowerCase(),
}));

const isAbout = (row) => [...row.cells].some((cell) => idOf(cell, about.thing) === about.id);

function filter() {
  const words = form?.elements.text.value.trim().toLowerCase();
  const severities = [...document.querySelectorAll("#filter [name=severity]:checked")]
    .map((box) => box.value);
  const isOnlyNew = Boolean(form?.elements.new?.checked);
  let shown = 0, found = 0;
  for (const { card, details, rows, head } of cards) {
    const isNamed = head.includes(words);
    let left = 0;
    for (const row of rows) {
      row.hidden = !(isNamed || row.textContent.toLowerCase().includes(words))
        || (isOnlyNew && row.classList.contains("known")) || Boolean(about && !isAbout(row));
      if (!row.hidden) left++;
    }
    card.hidden = !severities.some((severity) => card.classList.contains(severity))
      || !(left || (isNamed && !about)) || (isOnlyNew && card.classList.contains("known"));
    if ((about || (words && !isNamed)) && left) details.open = true;
    if (card.hidden) continue;
    shown++;
    found += left;
  }
  for (const section of document.querySelectorAll(".severity")) {
    section.hidden = Boolean(section.querySelector(".code"))
      && !section.querySelector(".code:not([hidden])");
  }
  if (form) form.querySelector("output").textContent = `${shown} of ${cards.length} codes`;
  note.hidden = !about;
  const verb = found === 1 ? "listed notice names" : "listed notices name";
  note.querySelector("span").textContent = about ? `${found} ${verb} ${about.thing}` : "";
  note.querySelector("bdi").textContent = about?.id ?? "";
}

if (form) {
  form.hidden = false;
  form.addEventListener("input", filter);
  form.addEventListener("submit", (event) => event.preventDefault());
}

/** A cell of a file: quoted where needed, and no formula for a spreadsheet. */
function quoted(cell) {
  const text = cell.title || cell.firstChild?.textContent.trim() || "";
  const safe = /^[=@\t]|^[+-](?![\d.])/.test(text) ? `'${text}` : text;
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

for (const { card, details } of cards) {
  const button = details?.querySelector(".csv");
  if (!button) continue;
  button.hidden = false;
  button.addEventListener("click", () => {
    const lines = [...card.querySelector("table").rows].map((row) =>
      [...row.cells].filter((cell) => cell.className !== "onmap").map(quoted).join(","));
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([lines.join("\n") + "\n"], { type: "text/csv" }));
    link.download = `${card.id}.csv`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60000);
  });
}

/** The thing of an address that ends in `#stop=A%2F1`. */
function named(hash) {
  const [, thing, id] = hash.match(/^(stop|route|trip)=(.+)$/) ?? [];
  try {
    return thing && { thing, id: decodeURIComponent(id) };
  } catch {
    return { thing, id };
  }
}

/** Shows what the address names: the notices about a thing, a section, or a row in what holds it. */
function follow() {
  const hash = location.hash.slice(1);
  const thing = named(hash);
  if (thing || !hash) {
    about = thing;
    filter();
    if (about) note.scrollIntoView({ block: "center" });
  }
  const row = document.getElementById(hash);
  if (!row?.matches(".severity, .code, .code tr")) return;
  if (form && row.closest("[hidden]")) {
    about = undefined;
    form.reset();
    filter();
    row.scrollIntoView();
  }
  if (!row.matches("tr")) return;
  row.closest("details").open = true;
  row.tabIndex = -1;
  row.focus({ preventScroll: true });
  row.scrollIntoView({ block: "center" });
}

addEventListener("hashchange", follow);
follow();
