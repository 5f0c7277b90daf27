// Makes the pages quick. Everything here is an addition: without it, links and forms do the same.

const words = JSON.parse(document.getElementById("texts")?.textContent || "{}");
// In one pass, by a function: a value, which may be of a feed, keeps braces and $& of its own.
const say = (key, values = {}) => (words[key] ?? key).replace(
  /\{(\w+)\}/g, (mark, name) => values[name] ?? mark);
const byId = (id) => document.getElementById(id);
const field = byId("q");
/** An id as a part of a path, or else its key: browsers take dots for steps, encoded or not. */
const segment = (id, key) => (/^\.\.?$/.test(id) ? key : encodeURIComponent(id));
const minute = (time) => Math.floor(time / 60000);

/** Tells those who cannot see it, once they are done with what they hear. */
function announce(text) {
  byId("news").textContent = text;
}

// Pages

let loading = null;
let shownAt = Date.now();
const asSent = new WeakMap(); // what the server wrote, before scripts added to it

/** Whether a page of an address can take this one's place. */
function isOurs(url) {
  return url.origin === location.origin && url.pathname.startsWith("/explorer/")
    && !/^\/explorer\/assets\/|\.(json|css)$/.test(url.pathname);
}

async function ask(url, options) {
  const answer = await fetch(url, { ...options, headers: { Accept: "text/html" } });
  if (!answer.headers.get("Content-Type")?.startsWith("text/html") || answer.redirected) return null;
  return new DOMParser().parseFromString(await answer.text(), "text/html");
}

/** What pages must have in common for one to take the place of the other. */
function frameOf(page) {
  const files = [...page.querySelectorAll("head link[rel=stylesheet], head script[src]")]
    .map((file) => file.getAttribute("href") ?? file.getAttribute("src"));
  return [page.documentElement.lang, ...files, page.getElementById("map")?.dataset.feed].join(" ");
}

/** Shows the page of an address; in any doubt the browser loads it as ever. */
async function go(url, { isBack = false, top = 0 } = {}) {
  loading?.abort();
  const own = loading = new AbortController();
  const bar = setTimeout(() => {
    if (!document.querySelector(".progress")) {
      document.body.append(Object.assign(document.createElement("div"), { className: "progress" }));
    }
    announce(say("loading"));
  }, 300);
  let page;
  try {
    page = await ask(url, { signal: own.signal }).catch((error) => {
      if (own.signal.aborted) throw error;
      lost();
      return ask(url, { signal: own.signal, cache: "force-cache" });
    });
  } catch {
    if (!own.signal.aborted) announce(say("failed"));
    return;
  } finally {
    clearTimeout(bar);
    if (loading === own) document.querySelector(".progress")?.remove();
  }
  if (own.signal.aborted) return;
  if (!page?.getElementById("main") || frameOf(page) !== frameOf(document)) {
    if (isBack) location.reload();
    else location.assign(url);
    return;
  }
  if (!isBack) {
    keepScroll();
    history.pushState({}, "", url);
  }
  shownAddress = location.pathname + location.search;
  show(page);
  const target = url.hash.length > 1 && byId(decodeURIComponent(url.hash.slice(1)));
  if (target) target.scrollIntoView();
  else scrollTo(0, top);
  const title = document.querySelector("h1") ?? byId("main");
  title.tabIndex = -1;
  title.focus({ preventScroll: true });
  announce(say("loaded", { title: title.textContent }));
}

function show(page) {
  document.title = page.title;
  document.body.className = page.body.className;
  for (const place of ["#main", "header nav", "#map > svg", "#map-content"]) {
    const old = document.querySelector(place), made = page.querySelector(place);
    if (old && made) old.replaceWith(document.adoptNode(made));
  }
  const map = byId("map");
  if (map) map.hidden = page.getElementById("map").hidden;
  if (field) field.value = new URLSearchParams(location.search).get("q") ?? "";
  shownAt = Date.now();
  lastTick = turn();
  waitToTick();
  enhance(byId("main"));
  const content = byId("map-content")?.textContent;
  map?.feedMap?.show(content ? JSON.parse(content) : undefined);
}

function keepScroll() {
  history.replaceState({ ...history.state, top: scrollY }, "");
}

let shownAddress = location.pathname + location.search;
addEventListener("popstate", (event) => {
  const address = location.pathname + location.search;
  // Places of the same page are the browser's.
  if (address === shownAddress) return;
  shownAddress = address;
  go(new URL(location.href), { isBack: true, top: event.state?.top ?? 0 });
});
history.scrollRestoration = "manual";
if (history.state?.top) scrollTo(0, history.state.top);
let scrolled = 0;
addEventListener("scroll", () => {
  clearTimeout(scrolled);
  scrolled = setTimeout(() => {
    if (shownAddress === location.pathname + location.search) keepScroll();
  }, 100);
}, { passive: true });

function follow(event, url) {
  if (!isOurs(url)) return;
  event.preventDefault();
  closeHits();
  go(url);
}

document.addEventListener("click", (event) => {
  const link = event.target.closest?.("a[href]");
  if (!link || event.defaultPrevented || event.button || event.metaKey || event.ctrlKey
    || event.shiftKey || event.altKey || link.target || link.hasAttribute("download")
    || typeof link.href !== "string") return;
  const url = new URL(link.href);
  if (url.hash && url.pathname + url.search === location.pathname + location.search) return;
  follow(event, url);
});

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (form.method !== "get" || event.defaultPrevented) return;
  const url = new URL(form.action);
  const fields = [...new FormData(form, event.submitter)].filter(([, value]) => value !== "");
  url.search = new URLSearchParams(fields);
  follow(event, url);
});

// What ticks

/** The milliseconds after which what is live on the page may be another. */
const pace = () => 1000 * (document.querySelector("[data-live]:not([data-live=''])")?.dataset.live ?? 60);
const turn = () => Math.floor(Date.now() / pace());
let lastTick = turn();
let lastNews = minute(Date.now()); // live data changes all the time, and is told of once a minute

/** Fetches what may be another now and puts it in place where it is. */
async function tick() {
  lastTick = turn();
  countDown(document);
  const parts = [...document.querySelectorAll("[data-live][id]")];
  if (!parts.length && byId("offline").hidden) return;
  const address = location.href;
  let page;
  try {
    page = await ask(new URL(address), { cache: "no-cache" });
  } catch {
    lost();
    return;
  }
  found();
  if (!page || location.href !== address) return;
  shownAt = Date.now();
  let hasChanged = false;
  for (const part of parts) {
    const made = page.getElementById(part.id);
    if (!made || !part.isConnected || made.innerHTML === asSent.get(part)) continue;
    hasChanged = true;
    const focused = part.contains(document.activeElement)
      && [...part.querySelectorAll("a, button, input, select, summary, [tabindex]")]
        .indexOf(document.activeElement);
    const href = document.activeElement?.getAttribute?.("href");
    const open = new Set([...part.querySelectorAll("details[open] [id]")].map(({ id }) => id));
    // What stands below stays where it is.
    part.style.minHeight = `${part.offsetHeight}px`;
    asSent.set(part, made.innerHTML);
    part.replaceChildren(...document.adoptNode(made).childNodes);
    for (const fold of part.querySelectorAll("details")) {
      if ([...fold.querySelectorAll("[id]")].some(({ id }) => open.has(id))) fold.open = true;
    }
    enhance(part);
    if (focused !== false) {
      const all = [...part.querySelectorAll("a, button, input, select, summary, [tabindex]")];
      (all.find((each) => href && each.getAttribute("href") === href) ?? all[focused] ?? all.at(-1)
        ?? byId("main")).focus({ preventScroll: true });
    }
  }
  if (!hasChanged || (pace() < 60000 && lastNews === minute(shownAt))) return;
  lastNews = minute(shownAt);
  announce(say("updated", { time: clockTime(shownAt) }));
}

function clockTime(time) {
  return new Date(time).toLocaleTimeString(document.documentElement.lang,
    { hour: "2-digit", minute: "2-digit" });
}

let ticking = 0;

function waitToTick() {
  clearTimeout(ticking);
  const step = pace();
  ticking = setTimeout(() => {
    if (!document.hidden) tick();
    waitToTick();
    // Pages with live data do not all ask at once.
  }, step - (Date.now() % step) + 250 + (step < 60000 ? Math.random() * 2000 : 0));
}
waitToTick();
const catchUp = () => {
  if (!document.hidden && (turn() !== lastTick || !byId("offline").hidden)) tick();
};
document.addEventListener("visibilitychange", catchUp);
addEventListener("pageshow", catchUp);
// A place that keeps its height would have a gap where an alert was folded in.
document.addEventListener("toggle", ({ target }) => {
  target.closest("[data-live]")?.style.removeProperty("min-height");
}, true);

/** Says in how many minutes something is. */
function countDown(root) {
  for (const place of root.querySelectorAll("time[data-countdown]")) {
    const minutes = minute(Date.parse(place.dateTime)) - minute(Date.now());
    const text = minutes === 0 ? say("now") : minutes > 0 && minutes < 60
      ? say("minutes", { n: minutes }) : minutes < 0 && minutes > -60
        ? say("ago", { n: -minutes }) : "";
    if (place.textContent !== text) place.textContent = text;
  }
}

// The connection

let retry = 0;

function lost() {
  const banner = byId("offline");
  banner.textContent = say("offline", { time: clockTime(shownAt) });
  banner.hidden = false;
  clearTimeout(retry);
  retry = setTimeout(tick, 10000);
}

function found() {
  clearTimeout(retry);
  if (byId("offline").hidden) return;
  byId("offline").hidden = true;
  announce(say("online"));
}

addEventListener("offline", lost);
addEventListener("online", tick);

// What a page lets scripts do

function enhance(root) {
  for (const part of root.querySelectorAll("[data-live][id]")) asSent.set(part, part.innerHTML);
  countDown(root);
  for (const button of root.querySelectorAll("[data-share]")) {
    button.hidden = false;
    button.onclick = (event) => {
      event.preventDefault();
      share(button.dataset.share || location.href);
    };
  }
  for (const button of navigator.geolocation ? root.querySelectorAll("form [data-locate]") : []) {
    button.hidden = false;
    button.onclick = () => locate(button.form.elements.near);
  }
  const board = root.closest("[data-zone]") ?? root.querySelector("[data-zone]");
  if (board) tellZone(board);
}

async function share(address) {
  const url = new URL(address, location.href).href;
  try {
    if (navigator.share) {
      await navigator.share({ title: document.title, url });
    } else {
      await navigator.clipboard.writeText(url);
      announce(say("copied"));
    }
  } catch (error) {
    if (error.name !== "AbortError") prompt(say("copy"), url);
  }
}

/** Asks where the device is, and sends the form with a field for it. */
function locate(field) {
  announce(say("locating"));
  navigator.geolocation.getCurrentPosition(({ coords }) => {
    field.value = `${coords.latitude.toFixed(5)},${coords.longitude.toFixed(5)}`;
    field.form.requestSubmit();
  }, () => announce(say("map.lost")), { timeout: 10000, maximumAge: 60000 });
}

/** Says so where the times of a board are not those of the reader's clock. */
function tellZone(board) {
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const inZone = (timeZone) => new Date().toLocaleString("en", { timeZone });
  try {
    if (inZone(board.dataset.zone) === inZone(here)) return;
  } catch {
    return;
  }
  const note = board.querySelector("[data-zone-note]");
  if (!note) return;
  note.textContent = say("zone", { zone: board.dataset.zone, here, time: clockTime(Date.now()) });
}

// Search as one types

let hits = [], chosen = -1, list = null, asking = null, pause = 0;

function closeHits() {
  clearTimeout(pause);
  asking?.abort();
  if (!list || list.hidden) return;
  list.hidden = true;
  chosen = -1;
  field.setAttribute("aria-expanded", "false");
  field.removeAttribute("aria-activedescendant");
}

function choose(index) {
  const items = [...list.children];
  items[chosen]?.setAttribute("aria-selected", "false");
  chosen = index;
  const item = items[index];
  if (!item) {
    field.removeAttribute("aria-activedescendant");
    return;
  }
  item.setAttribute("aria-selected", "true");
  item.scrollIntoView({ block: "nearest" });
  field.setAttribute("aria-activedescendant", item.id);
}

function takeHit(event, index) {
  const url = new URL(hits[index].address, location.href);
  field.value = hits[index].name;
  follow(event, url);
}

async function search() {
  asking?.abort();
  const text = field.value.trim();
  if (text.length < 2) return closeHits();
  const own = asking = new AbortController();
  const [pages, query] = document.querySelector(".brand").getAttribute("href").split("?");
  const api = pages.replace("/explorer/", "/api/v1/");
  const language = new URLSearchParams(query ?? "").get("language");
  const options = {
    signal: own.signal, headers: language ? { "Accept-Language": language } : {} };
  const get = async (path) => {
    const answer = await fetch(`${api}${path}q=${encodeURIComponent(text)}`, options);
    return answer.ok ? (await answer.json()).data : {};
  };
  let routes, stops;
  try {
    [routes, stops] = await Promise.all([get("routes?"), get("stops?limit=7&")]);
  } catch {
    if (!own.signal.aborted) closeHits();
    return;
  }
  const tail = query ? `?${query}` : "";
  hits = [
    ...(routes.groups ?? []).flatMap((group) => group.routes).slice(0, 4).map((route) => ({
      name: route.route_short_name || route.route_long_name,
      more: route.route_short_name ? route.route_long_name : "",
      look: `c-${route.route_color ?? ""}-${route.route_text_color ?? ""}`,
      address: `${pages}routes/${segment(route.route_id, `rid:${route.rid}`)}${tail}` })),
    ...(stops.stops ?? []).map((stop) => ({
      name: stop.stop_name || stop.stop_id, more: stop.platform_code ?? stop.stop_code ?? "",
      address: `${pages}stops/${segment(stop.stop_id, `sid:${stop.sid}`)}${tail}` })),
  ];
  list.replaceChildren(...hits.map((hit, index) => {
    const item = document.createElement("li");
    item.id = `hit${index}`;
    item.setAttribute("role", "option");
    item.setAttribute("aria-selected", "false");
    const name = document.createElement(hit.look ? "span" : "bdi");
    if (hit.look) name.className = `badge ${hit.look}`;
    name.textContent = hit.name;
    const more = document.createElement("bdi");
    more.className = "quiet";
    more.textContent = hit.more ?? "";
    item.append(name, " ", more);
    item.onclick = (event) => takeHit(event, index);
    return item;
  }));
  chosen = -1;
  list.hidden = !hits.length;
  field.setAttribute("aria-expanded", String(hits.length > 0));
  field.removeAttribute("aria-activedescendant");
  announce(hits.length === 1 ? say("hit") : say("hits", { n: hits.length }));
}

if (field) {
  field.value ||= new URLSearchParams(location.search).get("q") ?? "";
  list = document.createElement("ul");
  Object.assign(list, { id: "hits", className: "hits", hidden: true });
  list.setAttribute("role", "listbox");
  list.setAttribute("aria-label", say("suggestions"));
  list.onpointerdown = (event) => event.preventDefault();
  field.after(list);
  for (const [name, value] of Object.entries({ role: "combobox", "aria-expanded": "false",
    "aria-controls": "hits", "aria-autocomplete": "list", "aria-haspopup": "listbox" })) {
    field.setAttribute(name, value);
  }
  field.addEventListener("input", () => {
    clearTimeout(pause);
    pause = setTimeout(search, 150);
  });
  field.addEventListener("blur", closeHits);
  field.addEventListener("keydown", (event) => {
    const isOpen = !list.hidden;
    const last = hits.length - 1;
    if (event.key === "ArrowDown" && !isOpen) search();
    else if (!isOpen || event.altKey || event.ctrlKey || event.metaKey) return;
    else if (event.key === "ArrowDown") choose(chosen >= last ? 0 : chosen + 1);
    else if (event.key === "ArrowUp") choose(chosen <= 0 ? last : chosen - 1);
    else if (event.key === "Home" && chosen >= 0) choose(0);
    else if (event.key === "End" && chosen >= 0) choose(last);
    else if (event.key === "Enter" && chosen >= 0) takeHit(event, chosen);
    else if (event.key === "Escape") closeHits();
    else return;
    event.preventDefault();
  });
}

document.addEventListener("news", (event) => announce(event.detail));
enhance(document.body);
