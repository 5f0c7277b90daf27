// The ids on a page in one file. Where a server has the page beside an explorer, they lead to the
// explorer's pages of the same version, and those of what was removed to the version before.

/** The id of a stop, a route or a trip that an element shows; undefined when it shows none. */
const idOf = (element, thing) =>
  element.dataset[thing] && decodeURIComponent(element.dataset[thing]);

const served = location.pathname.match(
  /^\/api\/v1(\/feeds\/[^/]+)?(?:\/versions\/[^/]+)?\/bundle\/[^/]*-(\d{8}-[\da-f]{8}(?:-\d+)?)\.(?:report|diff)\.html$/);

/** A link into the explorer around nodes: to a version, or to a page of it. */
function linkTo(version, page, ...nodes) {
  const link = document.createElement("a");
  link.href = `/explorer${served[1] ?? ""}/versions/${version}${page}`;
  link.append(...nodes);
  return link;
}

/** The versions between which the changes are; undefined for a file that is none. */
const versions = [...document.querySelectorAll(".version")].map((name) =>
  name.textContent.match(/-(\d{8}-[\da-f]{8}(?:-\d+)?)\.sqlite$/)?.[1]);
for (const thing of served ? ["stop", "route", "trip"] : []) {
  for (const element of document.querySelectorAll(`[data-${thing}]`)) {
    const id = idOf(element, thing);
    const version = element.closest(".removed") ? versions[0] : served[2];
    // Browsers take ids of dots for steps up the path.
    if (!version || id === "." || id === "..") continue;
    element.append(linkTo(version, `/${thing}s/${encodeURIComponent(id)}`, ...element.childNodes));
  }
}
if (served) {
  document.querySelectorAll(".version").forEach((name, index) => {
    if (versions[index]) name.append(linkTo(versions[index], "", ...name.childNodes));
  });
  const back = document.createElement("p");
  back.className = "noprint";
  back.append(linkTo(served[2], "", "Back to the explorer"));
  document.querySelector("main").prepend(back);
}
