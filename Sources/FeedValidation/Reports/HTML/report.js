// The script of a report: a filter, files for spreadsheets, and rows that are
// found behind a closed summary.

const form = document.getElementById("filter");
const cards = [...document.querySelectorAll(".code")].map((card) => ({
  card, details: card.querySelector("details:not(.example)"), rows: [...card.querySelectorAll("tbody tr")],
  head: (card.querySelector("h3 code").textContent + " " + card.querySelector("p").textContent).toLowerCase(),
}));

function filter() {
  const words = form.elements.text.value.trim().toLowerCase();
  const severities = [...form.querySelectorAll("[name=severity]:checked")].map((box) => box.value);
  const isOnlyNew = Boolean(form.elements.new?.checked);
  let shown = 0;
  for (const { card, details, rows, head } of cards) {
    const isNamed = head.includes(words);
    let left = 0;
    for (const row of rows) {
      row.hidden = !(isNamed || row.textContent.toLowerCase().includes(words))
        || (isOnlyNew && row.classList.contains("known"));
      if (!row.hidden) left++;
    }
    card.hidden = !severities.some((severity) => card.classList.contains(severity))
      || !(isNamed || left) || (isOnlyNew && card.classList.contains("known"));
    if (words && !isNamed && left) details.open = true;
    if (!card.hidden) shown++;
  }
  for (const section of document.querySelectorAll(".severity")) {
    section.hidden = Boolean(section.querySelector(".code"))
      && !section.querySelector(".code:not([hidden])");
  }
  form.querySelector("output").textContent = `${shown} of ${cards.length} codes`;
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

/** Opens what the row is in that the address names, and shows it. */
function follow() {
  const row = document.getElementById(location.hash.slice(1));
  if (!row?.matches(".code, .code tr")) return;
  if (form && row.closest("[hidden]")) {
    form.reset();
    filter();
  }
  if (!row.matches("tr")) return;
  row.closest("details").open = true;
  row.tabIndex = -1;
  row.focus({ preventScroll: true });
  row.scrollIntoView({ block: "center" });
}

addEventListener("hashchange", follow);
follow();
