// The ids on a page in one file. Where a server has the page beside an explorer, they lead to the
// explorer's pages of the same version.

/** The id of a stop, a route or a trip that an element shows; undefined when it shows none. */
const idOf = (element, thing) =>
  element.dataset[thing] && decodeURIComponent(element.dataset[thing]);

const served = location.pathname.match(
  /^\/api\/v1(\/feeds\/[^/]+)?\/bundle\/[^/]*-(\d{8}-[\da-f]{8}(?:-\d+)?)\.(?:report|diff)\.html$/);
for (const thing of served ? ["stop", "route", "trip"] : []) {
  for (const element of document.querySelectorAll(`[data-${thing}]`)) {
    const id = idOf(element, thing);
    if (id === "." || id === "..") continue; // Browsers take these for steps up the path.
    const link = document.createElement("a");
    link.href = `/explorer${served[1] ?? ""}/versions/${served[2]}/${thing}s/${encodeURIComponent(id)}`;
    link.append(...element.childNodes);
    element.append(link);
  }
}
