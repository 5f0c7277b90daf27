// The map of a page: lines and places of a feed on a canvas, and elements for all that can be followed.
//
// It imports nothing, so that a report can hold it (in a script of type module). In the explorer, what
// takes time happens in a worker that is this same file; a report draws in slices between two frames.

const EQUATOR = 40075016.686;
const SLICE = 6; // milliseconds of drawing, where there is no worker
const TARGET = 24; // pixels that something to follow needs
const CLOSEST = 3e8; // pixels of a world
const GLIDE = 15000; // milliseconds between two positions of a vehicle
const GONE = 300000; // milliseconds after which a position says nothing
const PRIORITY = ["here", "error", "removed", "warning", "changed", "added", "info", "station", "stop"];

const worldX = (longitude) => longitude / 360 + 0.5;
const worldY = (latitude) => {
  const s = Math.sin((Math.max(-85, Math.min(85, latitude)) * Math.PI) / 180);
  return 0.5 - Math.log((1 + s) / (1 - s)) / (4 * Math.PI);
};
const longitudeOf = (x) => (x - 0.5) * 360;
const latitudeOf = (y) => (Math.atan(Math.sinh((1 - 2 * y) * Math.PI)) * 180) / Math.PI;
const metersPerPixel = (view) =>
  (EQUATOR * Math.cos((latitudeOf(view.y) * Math.PI) / 180)) / view.scale;

/** Calls `visit(x, y)` for each point of an encoded polyline with five decimals. */
function decode(text, visit) {
  let latitude = 0, longitude = 0, at = 0;
  const next = () => {
    let value = 0, shift = 1, byte;
    do {
      byte = text.charCodeAt(at++) - 63;
      value += (byte & 31) * shift;
      shift *= 32;
    } while (byte >= 32 && at < text.length);
    return value % 2 ? -(value + 1) / 2 : value / 2;
  };
  while (at < text.length) {
    latitude += next();
    longitude += next();
    visit(worldX(longitude / 1e5), worldY(latitude / 1e5));
  }
}

/** Points of many lines in one array, relative to a place, with the box of each line. */
class Lines {
  constructor(count, origin) {
    this.origin = origin;
    this.points = new Float32Array(1 << 12);
    this.starts = new Uint32Array(count + 1);
    this.boxes = new Float32Array(count * 4);
    this.looks = [];
  }

  add(polyline, look) {
    const index = this.looks.length;
    let length = this.starts[index];
    let left = Infinity, top = Infinity, right = -Infinity, bottom = -Infinity, last = 0;
    decode(polyline, (worldX, worldY) => {
      if (length + 2 > this.points.length) {
        const grown = new Float32Array(this.points.length * 2);
        grown.set(this.points);
        this.points = grown;
      }
      // Across the 180th meridian the short way.
      let x = worldX - this.origin.x;
      x -= Math.round(x - last);
      const y = worldY - this.origin.y;
      last = x;
      this.points[length++] = x;
      this.points[length++] = y;
      if (x < left) left = x;
      if (x > right) right = x;
      if (y < top) top = y;
      if (y > bottom) bottom = y;
    });
    this.starts[index + 1] = length;
    this.boxes.set([left, top, right, bottom], index * 4);
    this.looks.push(look);
  }

  /** Draws those in view, the ones of a look together, and yields now and then. */
  *draw(context, view, styleOf) {
    const { points, starts, boxes, looks } = this;
    const offsetX = view.x - this.origin.x, offsetY = view.y - this.origin.y;
    const scale = view.scale;
    const halfX = view.width / 2 / scale, halfY = view.height / 2 / scale;
    const left = offsetX - halfX, right = offsetX + halfX;
    const top = offsetY - halfY, bottom = offsetY + halfY;
    const step = 0.8 / scale; // what is nearer than this to the point before is not seen
    let current = null, drawn = 0;
    const finish = () => {
      if (current) context.stroke();
      drawn = 0;
    };
    for (const index of this.order ??= [...looks.keys()].sort((a, b) =>
      looks[a] < looks[b] ? -1 : looks[a] > looks[b] ? 1 : a - b)) {
      const box = index * 4;
      if (boxes[box] > right || boxes[box + 2] < left || boxes[box + 1] > bottom
        || boxes[box + 3] < top) continue;
      if (looks[index] !== current || drawn > 1500) {
        finish();
        yield;
        const style = styleOf(looks[index]);
        current = style ? looks[index] : null;
        if (style) Object.assign(context, style);
        context.setLineDash(style?.dash ?? []);
        context.beginPath();
      }
      if (!current) continue;
      let fromX = points[starts[index]], fromY = points[starts[index] + 1], isOpen = false;
      for (let at = starts[index] + 2, end = starts[index + 1]; at < end; at += 2) {
        const x = points[at], y = points[at + 1];
        if (Math.abs(x - fromX) < step && Math.abs(y - fromY) < step && at < end - 2) continue;
        if ((x < left && fromX < left) || (x > right && fromX > right) || (y < top && fromY < top)
          || (y > bottom && fromY > bottom)) {
          isOpen = false;
        } else {
          if (!isOpen) context.moveTo((fromX - left) * scale, (fromY - top) * scale);
          context.lineTo((x - left) * scale, (y - top) * scale);
          isOpen = true;
          drawn++;
        }
        fromX = x;
        fromY = y;
      }
    }
    finish();
    context.setLineDash([]);
  }

  /** The box of all, without a few that are far away; null without points. */
  bounds() {
    const length = this.starts[this.looks.length];
    const xs = new Float32Array(length / 2), ys = new Float32Array(length / 2);
    for (let at = 0; at < length; at += 2) {
      xs[at / 2] = this.points[at];
      ys[at / 2] = this.points[at + 1];
    }
    return boundsOf(xs, ys, this.origin);
  }
}

/** The box of all places. Where the outermost hundredth of them make it more than twice as large, which
 * is mostly a mistake, it is the box of the others. */
function boundsOf(xs, ys, origin) {
  if (!xs.length) return null;
  xs = xs.slice().sort();
  ys = ys.slice().sort();
  const cut = Math.floor(xs.length / 100), last = xs.length - 1;
  const span = (from, to) => Math.max(xs[to] - xs[from], ys[to] - ys[from]);
  const skip = span(0, last) > 2 * span(cut, last - cut) && span(cut, last - cut) > 0 ? cut : 0;
  return [origin.x + xs[skip], origin.y + ys[skip], origin.x + xs[last - skip],
    origin.y + ys[last - skip]];
}

const union = (a, b) => a && b ? [Math.min(a[0], b[0]), Math.min(a[1], b[1]), Math.max(a[2], b[2]),
  Math.max(a[3], b[3])] : a ?? b;

/** An id as a part of a path, or else its key: browsers take dots for steps, encoded or not. */
const segment = (id, key) => (/^\.\.?$/.test(id) ? key : encodeURIComponent(id));

const luminance = (hex) => {
  const part = (from) => {
    const value = parseInt(hex.slice(from, from + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * part(0) + 0.7152 * part(2) + 0.0722 * part(4);
};

/** What the map is made of, and drawing it. It knows no document, so that it can be in a worker. */
class Engine {
  origin = { x: 0.5, y: 0.5 };

  /** Takes the backdrop in, `map.json`. */
  *load(data) {
    const [south, west, north, east] = data.box ?? [0, 0, 0, 0];
    this.origin = { x: worldX((west + east) / 2), y: worldY((south + north) / 2) };
    const xs = [], ys = [];
    decode(data.stops?.places ?? "", (x, y) => {
      x -= this.origin.x;
      xs.push(x - Math.round(x));
      ys.push(y - this.origin.y);
    });
    this.xs = Float64Array.from(xs);
    this.ys = Float64Array.from(ys);
    this.kinds = data.stops?.kinds ?? "";
    yield;
    const lines = new Lines(data.lines?.length ?? 0, this.origin);
    this.named = new Map(); // by color and name, the longest line
    for (const [index, line] of (data.lines ?? []).entries()) {
      lines.add(line.polyline, line.color ?? "");
      const name = data.names?.[line.rid];
      const key = `${line.color} ${name}`, length = (at) => lines.starts[at + 1] - lines.starts[at];
      if (name && name.length < 15 && !(length(this.named.get(key)?.index ?? -1) >= length(index))) {
        this.named.set(key, { index, name, color: line.color });
      }
      yield;
    }
    this.lines = lines;
    return { box: union(boundsOf(this.xs, this.ys, this.origin), lines.bounds()) };
  }

  /** Takes the lines in that a page adds, and the stops of one that has no backdrop. */
  *show(content) {
    const places = content.stops;
    const stops = places ? yield* this.load({ stops: { places } }) : null;
    const own = new Lines(content.lines.length, this.origin);
    for (const line of content.lines) {
      own.add(line.polyline, `${line.state ?? ""} ${line.color ?? ""}`);
      yield;
    }
    this.own = own;
    return { box: own.bounds() ?? stops?.box };
  }

  /** Draws a view; the result is a bitmap. */
  *draw(view) {
    const canvas = new OffscreenCanvas(
      Math.round(view.width * view.ratio), Math.round(view.height * view.ratio));
    // What is drawn is taken out again as a whole: that is quicker where no graphics card is asked.
    const context = canvas.getContext("2d", { desynchronized: true });
    context.scale(view.ratio, view.ratio);
    context.lineJoin = context.lineCap = "round";
    const near = metersPerPixel(view);
    const width = near < 4 ? 4 : near < 15 ? 3 : near < 60 ? 2 : 1.25;
    const land = luminance(view.land);
    // A color that the land would hide becomes lighter or darker until it is seen.
    const visible = (color, otherwise) => {
      if (!color) return otherwise;
      const goal = land < 0.2 ? 255 : 0;
      for (let step = 0; step < 9; step++) {
        const [dark, light] = [luminance(color), land].sort((a, b) => a - b);
        if ((light + 0.05) / (dark + 0.05) >= 2) break;
        color = [0, 2, 4].map((at) => parseInt(color.slice(at, at + 2), 16))
          .map((part) => Math.round(part + (goal - part) * 0.2).toString(16).padStart(2, "0")).join("");
      }
      return `#${color}`;
    };
    const hasOwn = this.own?.looks.some((look) => look !== " ");
    if (this.lines) {
      if (!hasOwn && !view.isSmall && this.lines.looks.length < 500) {
        yield* this.lines.draw(context, view, () => ({
          strokeStyle: `#${view.land}`, lineWidth: width + 2, globalAlpha: view.hasTiles ? 0.8 : 1 }));
      }
      yield* this.lines.draw(context, view, (color) => ({
        strokeStyle: visible(color, view.track), lineWidth: width,
        globalAlpha: hasOwn ? (view.hasTiles ? 0.5 : 0.3) : 0.9 }));
    }
    if (this.own) {
      const style = (look, more) => {
        const [state, color] = look.split(" ");
        if (state && view.state !== "both" && view.state !== state) return null;
        const isQuiet = !state && !color;
        return {
          strokeStyle: isQuiet ? view.track
            : visible(color, state === "before" ? view.removed : state ? view.added : view.ink),
          lineWidth: isQuiet ? width : width + 1.5 + more,
          globalAlpha: isQuiet ? 0.6 : 1, dash: state === "before" ? [6, 7] : [] };
      };
      yield* this.own.draw(context, view, (look) => {
        const casing = style(look, 2.5);
        return casing && look !== " " ? { ...casing, strokeStyle: `#${view.land}`, dash: [] } : null;
      });
      yield* this.own.draw(context, view, (look) => style(look, 0));
    }
    // Where a pixel is a street or more, dots would bury the lines.
    const isFar = near >= 60 && this.lines?.looks.length > 0;
    if (this.xs && !view.isSmall && !isFar) yield* this.drawStops(context, view, near, hasOwn);
    if (this.named && !hasOwn && !view.isSmall) this.drawNames(context, view);
    return canvas.transferToImageBitmap();
  }

  /** Writes the name of each line once or twice on it, at its ends where they are seen. */
  drawNames(context, view) {
    // What stands on the map above this picture.
    const taken = (view.avoid ?? []).map(([left, top, right, bottom]) => [left + view.width / 2,
      top + view.height / 2, right + view.width / 2, bottom + view.height / 2]);
    const left = view.x - this.origin.x - view.width / 2 / view.scale;
    const top = view.y - this.origin.y - view.height / 2 / view.scale;
    context.font = "700 11px system-ui, sans-serif";
    context.textAlign = "center";
    context.textBaseline = "middle";
    context.globalAlpha = 1;
    for (const { index, name, color } of this.named.values()) {
      const { points, starts } = this.lines;
      const start = starts[index], count = (starts[index + 1] - start) / 2;
      const width = context.measureText(name).width + 8;
      let first = null;
      for (const part of [0, 1, 0.5, 0.25, 0.75, 0.125, 0.375, 0.625, 0.875]) {
        const at = start + Math.round((count - 1) * part) * 2;
        const x = (points[at] - left) * view.scale, y = (points[at + 1] - top) * view.scale;
        const box = [x - width / 2 - 2, y - 10, x + width / 2 + 2, y + 10];
        // The picture is larger than what is seen of it.
        const edgeX = view.width * 0.12, edgeY = view.height * 0.12;
        if (box[0] < edgeX || box[2] > view.width - edgeX || box[1] < edgeY
          || box[3] > view.height - edgeY || taken.some((other) => other[0] < box[2]
            && other[2] > box[0] && other[1] < box[3] && other[3] > box[1])) continue;
        if (first && Math.hypot(first[0] - box[0], first[1] - box[1]) < 160) continue;
        taken.push(box);
        context.fillStyle = `#${color}`;
        context.strokeStyle = `#${view.land}`;
        context.lineWidth = 2;
        context.beginPath();
        context.roundRect(x - width / 2, y - 8, width, 16, 4);
        context.stroke();
        context.fill();
        context.fillStyle = luminance(color) > 0.18 ? "#000" : "#fff";
        context.fillText(name, x, y + 0.5);
        if (first) break;
        first = box;
      }
    }
  }

  *drawStops(context, view, near, isQuiet) {
    const scale = view.scale;
    const radius = near < 3 ? 4.5 : near < 10 ? 3.5 : near < 30 ? 2.25 : 1;
    const left = view.x - this.origin.x - view.width / 2 / scale;
    const top = view.y - this.origin.y - view.height / 2 / scale;
    // Of stops that fall on the same few pixels one is seen.
    const cell = Math.max(1.5, radius), columns = Math.ceil(view.width / cell) + 1;
    const taken = new Uint8Array(columns * (Math.ceil(view.height / cell) + 1));
    context.globalAlpha = isQuiet ? 0.45 : radius < 2 ? 0.6 : 1;
    context.fillStyle = radius > 2 ? view.paper : view.dot;
    context.strokeStyle = view.dot;
    context.lineWidth = 1.5;
    context.beginPath();
    let drawn = 0;
    for (let index = 0; index < this.xs.length; index++) {
      const x = (this.xs[index] - left) * scale, y = (this.ys[index] - top) * scale;
      if (!(x >= 0 && y >= 0 && x < view.width && y < view.height)) continue;
      const kind = this.kinds[index];
      if (kind > "1" && near > 2) continue;
      const place = Math.floor(y / cell) * columns + Math.floor(x / cell);
      if (taken[place]) continue;
      taken[place] = 1;
      if (radius < 2) {
        context.rect(x - radius, y - radius, radius * 2, radius * 2);
      } else {
        const r = kind === "1" ? radius + 1 : kind > "1" ? radius / 2 : radius;
        context.moveTo(x + r, y);
        context.arc(x, y, r, 0, 7);
      }
      if (++drawn % 400 === 0) {
        context.fill();
        if (radius > 2) context.stroke();
        yield;
        context.beginPath();
      }
    }
    context.fill();
    if (radius > 2) context.stroke();
    context.globalAlpha = 1;
  }

  /** The stop nearest to a place, within a distance in pixels; and how many stops are in view. */
  *look({ view, x, y, within }) {
    let nearest = null, least = within ** 2, count = 0;
    const near = metersPerPixel(view);
    const halfX = view.width / 2 / view.scale, halfY = view.height / 2 / view.scale;
    for (let index = 0; index < (this.xs?.length ?? 0); index++) {
      const stopX = this.origin.x + this.xs[index], stopY = this.origin.y + this.ys[index];
      if (Math.abs(stopX - view.x) > halfX || Math.abs(stopY - view.y) > halfY) continue;
      if (this.kinds[index] > "1" && near > 2) continue;
      count++;
      const distance = ((stopX - x) * view.scale) ** 2 + ((stopY - y) * view.scale) ** 2;
      if (distance < least) {
        least = distance;
        nearest = { latitude: latitudeOf(stopY), longitude: longitudeOf(stopX) };
      }
    }
    return { nearest, count };
  }
}

/** An engine on this thread, which works in slices. */
class LocalEngine {
  #engine = new Engine();

  async ask(task, argument) {
    if (task === "load") {
      const answer = await fetch(argument);
      if (!answer.ok) throw new Error(answer.statusText);
      argument = await answer.json();
    }
    const work = this.#engine[task](argument);
    let until = performance.now() + SLICE;
    for (;;) {
      const { done, value } = work.next();
      if (done) return value;
      if (performance.now() >= until) {
        await new Promise((resolve) =>
          document.hidden ? setTimeout(resolve) : requestAnimationFrame(() => setTimeout(resolve)));
        until = performance.now() + SLICE;
      }
    }
  }
}

/** An engine in a worker. */
class RemoteEngine {
  #waiting = new Map();
  #count = 0;

  constructor() {
    this.worker = new Worker(import.meta.url, { type: "module" });
    this.worker.onmessage = ({ data }) => {
      const { resolve, reject } = this.#waiting.get(data.id);
      this.#waiting.delete(data.id);
      if (data.failure) reject(new Error(data.failure));
      else resolve(data.value);
    };
    this.worker.onerror = () => {
      this.hasFailed = true;
      for (const { reject } of this.#waiting.values()) reject(new Error("worker"));
      this.#waiting.clear();
    };
  }

  ask(task, argument) {
    return new Promise((resolve, reject) => {
      if (this.hasFailed) return reject(new Error("worker"));
      const id = ++this.#count;
      this.#waiting.set(id, { resolve, reject });
      this.worker.postMessage({ id, task, argument });
    });
  }
}

function serve() {
  const engine = new Engine();
  onmessage = async ({ data: { id, task, argument } }) => {
    try {
      if (task === "load") {
        const answer = await fetch(argument);
        if (!answer.ok) throw new Error(answer.statusText);
        argument = await answer.json();
      }
      const work = engine[task](argument);
      let step;
      do step = work.next(); while (!step.done);
      const isBitmap = task === "draw";
      postMessage({ id, value: step.value }, isBitmap ? [step.value] : []);
    } catch (error) {
      postMessage({ id, failure: String(error) });
    }
  };
}

const WORDS = {
  "map.in": "Zoom in", "map.out": "Zoom out", "map.fit": "Show all", "map.locate": "Where am I",
  "map.keys": "Map. Arrow keys move it, plus and minus zoom, 0 shows all.",
  "map.states": "State", "map.before": "Before", "map.after": "After", "map.both": "Both",
  "map.many": "{n} places: {names}", "map.close": "Close", "map.lost": "Your place is not known.",
  "map.vehicle": "Vehicle {name}", "map.at": "position of {time}",
};

/**
 * Vehicles, which glide from one known place to the next. Browsers move them, so that no frame waits for
 * this script, and not where people want less motion.
 */
class Fleet {
  layer = element("div", { className: "map-world fleet", role: "presentation" });
  #vehicles = new Map(); #ask; #tell; #timer; #asking; #view; #lead = 0;

  /**
   * `ask(query, signal)` is the answer of the API and the server's time; `tell(vehicle)` is its label and
   * link.
   */
  constructor(ask, tell, changed) {
    this.#ask = ask;
    this.#tell = tell;
    this.changed = changed;
    document.addEventListener("visibilitychange", () => this.poll());
  }

  /** Those in view. */
  get marks() {
    return [...this.#vehicles.values()].filter(({ element }) => !element.hidden);
  }

  /** Follows the vehicles that a page names, and no others. */
  follow(wanted) {
    this.#keep(() => false);
    this.wanted = wanted;
    this.poll();
  }

  async poll() {
    clearTimeout(this.#timer);
    this.#asking?.abort();
    if (!this.wanted || document.hidden || (this.wanted.query === "" && !this.#view)) return;
    this.#timer = setTimeout(() => this.poll(), GLIDE + Math.random() * 1000);
    const { signal } = this.#asking = new AbortController();
    try {
      const { vehicles, now } = await this.#ask(this.wanted.query, signal);
      if (!signal.aborted) this.#take(vehicles, now);
    } catch {
      if (!signal.aborted) this.#keep((each) => !this.#isGone(each));
    }
  }

  #isGone({ at }) {
    return at && Date.now() + this.#lead - at > GONE;
  }

  #take(vehicles, now) {
    this.#lead = now - Date.now();
    const start = performance.now(), seen = new Set();
    for (const vehicle of vehicles) {
      const at = Date.parse(vehicle.at), to = { x: worldX(vehicle.lon), y: worldY(vehicle.lat) };
      if (this.#isGone({ at })) continue;
      seen.add(vehicle.id);
      const before = this.#vehicles.get(vehicle.id);
      // After a pause, or across the map's edge, it would glide where it never was.
      const glides = before && start - before.start < 3 * GLIDE && Math.abs(before.to.x - to.x) < 0.5;
      const from = glides ? this.#place(before, start) : to;
      this.#vehicles.set(vehicle.id, { ...this.#mark(vehicle, before?.element), at, from, to, start });
    }
    this.#keep((_, id) => seen.has(id));
    this.lay(this.#view);
    this.changed();
  }

  /** Where it is drawn at a moment. */
  #place({ from, to, start }, time) {
    const part = Math.min(1, (time - start) / GLIDE);
    return { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part };
  }

  /** Its element, which stays the same as long as it can. */
  #mark(vehicle, old) {
    const { label, link } = this.#tell(vehicle, this.wanted);
    let made = old;
    if (made?.tagName !== (link ? "A" : "SPAN")) {
      made?.remove();
      made = element(link ? "a" : "span", { className: "mark vehicle", tabIndex: -1,
        draggable: false }, element("i", { "aria-hidden": "true" }));
      if (!link) made.setAttribute("role", "img");
      this.layer.append(made);
    }
    if (link) made.href = link;
    made.setAttribute("aria-label", label);
    made.dataset.mark = `${vehicle.id} vehicle`;
    const isHeading = vehicle.bearing !== undefined;
    made.firstChild.textContent = isHeading ? "▲" : "●";
    made.firstChild.style.rotate = isHeading ? `${vehicle.bearing}deg` : "";
    return { element: made, label };
  }

  #keep(isKept) {
    for (const [id, each] of this.#vehicles) {
      if (isKept(each, id)) continue;
      if (each.element === document.activeElement) each.element.closest(".map-view").focus();
      each.element.remove();
      this.#vehicles.delete(id);
    }
  }

  /** Puts all where they are in a view, and lets them go on. */
  lay(view) {
    this.#view = view;
    if (!view) return;
    const now = performance.now();
    const seen = ({ x, y }) => ({ x: (x - view.x - Math.round(x - view.x)) * view.scale,
      y: (y - view.y) * view.scale });
    const isNear = ({ x, y }) => Math.abs(x) < view.width / 2 + 12 && Math.abs(y) < view.height / 2 + 12;
    for (const each of this.#vehicles.values()) {
      const { x, y } = seen(this.#place(each, now)), { style } = each.element;
      Object.assign(each, seen(each.to));
      each.element.hidden = !isNear({ x, y }) && !isNear(each);
      style.transition = "none";
      style.transform = `translate(${x}px,${y}px)`;
    }
    void this.layer.offsetWidth; // From here on they glide.
    for (const { element: { style }, x, y, start } of this.#vehicles.values()) {
      style.transition = `transform ${Math.max(0, start + GLIDE - now)}ms linear`;
      style.transform = `translate(${x}px,${y}px)`;
    }
  }
}

/** A text with its values, in one pass and by a function: text of a feed keeps braces and $&. */
const filled = (text, values) => text.replace(
  /\{(\w+)\}/g, (mark, name) => values[name] ?? mark);

/** The name of a mark, and what is told of it. */
const told = (mark) => mark.note ? `${mark.name}: ${mark.note}` : mark.name;

const element = (name, properties = {}, ...children) => {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (key in made) made[key] = value;
    else made.setAttribute(key, value);
  }
  made.append(...children);
  return made;
};

const icon = (path) => {
  const space = "http://www.w3.org/2000/svg";
  const svg = document.createElementNS(space, "svg");
  const shape = document.createElementNS(space, "path");
  for (const [key, value] of Object.entries({ viewBox: "0 0 20 20", width: 18, height: 18,
    fill: "none", stroke: "currentColor", "stroke-width": 2, "aria-hidden": "true" })) {
    svg.setAttribute(key, value);
  }
  shape.setAttribute("d", path);
  svg.append(shape);
  return svg;
};

/**
 * A map in a section.
 *
 * The section's `data-feed` is the address of the backdrop, `map.json`; without one the map shows what
 * its content says and nothing else.
 */
export class FeedMap {
  #section; #words; #engine; #content = { lines: [], marks: [] }; #view; #home; #base; #marksBase;
  #pointers = new Map(); #boxes = {}; #stops = []; #state = "both"; #settling; #names; #location;
  #isDrawing = false; #isStale = false; #dragged = 0; #layoutCount = 0;

  constructor(section, words = {}) {
    this.#section = section;
    this.#words = { ...WORDS, ...words };
    section.feedMap = this;
    this.#build();
    this.#engine = this.#makeEngine();
    new ResizeObserver(() => this.#resized()).observe(section);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
      this.#draw();
      this.#drawInset();
    });
    this.ready = this.#load();
  }

  /** Shows what a page has to show, and looks at it. */
  async show(content) {
    this.#content = { lines: content?.lines ?? [], marks: content?.marks ?? [] };
    this.#boxes.own = null;
    this.#closeList();
    const hasStates = [...this.#content.lines, ...this.#content.marks].some((each) => each.state);
    this.#states.hidden = !hasStates;
    this.#stops = [];
    this.#fleet.follow(content?.vehicles);
    const { lines } = this.#content;
    this.#boxes.own = (await this.#ask("show", { lines, stops: content?.stops }))?.box ?? null;
    this.fit();
  }

  /** Looks at all that matters. */
  fit() {
    const marks = this.#content.marks;
    let box = this.#boxes.own;
    if (marks.length) {
      const reference = worldX(marks[0].longitude);
      const xs = marks.map((mark) => {
        const x = worldX(mark.longitude);
        return x - Math.round(x - reference);
      });
      const ys = marks.map((mark) => worldY(mark.latitude));
      const least = (values) => values.reduce((a, b) => Math.min(a, b));
      const most = (values) => values.reduce((a, b) => Math.max(a, b));
      box = union(box, [least(xs), least(ys), most(xs), most(ys)]);
    }
    box ??= this.#boxes.feed;
    if (box) this.#fitBox(box);
  }

  /** Looks at the mark with an id, if there is one, and at some kilometers around it. */
  seek(id) {
    const mark = this.#content.marks.find((each) => id && each.id === id);
    if (!mark) return;
    const x = worldX(mark.longitude), y = worldY(mark.latitude);
    this.#resized();
    const half = 1500 / EQUATOR / Math.cos((mark.latitude * Math.PI) / 180);
    this.#fitBox([x - half, y - half, x + half, y + half]);
    this.#hasMoved = true;
    this.#section.scrollIntoView({ block: "nearest" });
    this.#groups.find((group) => group.marks.includes(mark))?.element.focus({ preventScroll: true });
  }

  // Building

  #build() {
    const words = this.#words;
    const help = element("span", { className: "unseen", id: "map-help", textContent: words["map.keys"] });
    this.#tiles = element("div", { className: "map-world" });
    this.#inset = element("canvas", { className: "map-inset noprint", hidden: true });
    this.#inset.setAttribute("aria-hidden", "true");
    this.#canvas = element("canvas", {});
    this.#ground = element("div", { className: "map-world" }, this.#canvas);
    this.#marks = element("div", { className: "map-world", role: "presentation" });
    this.#fleet = new Fleet((query, signal) => this.#askVehicles(query, signal),
      (vehicle, wanted) => this.#tellVehicle(vehicle, wanted), () => {
        if (!this.#viewport.querySelector('.mark[tabindex="0"]')) this.#rove(this.#followed[0]?.element);
      });
    this.#tip = element("div", { className: "map-tip", hidden: true, dir: "auto" });
    this.#tip.setAttribute("aria-hidden", "true");
    this.#viewport = element("div", { className: "map-view", tabIndex: 0, role: "group" },
      this.#tiles, this.#ground, this.#marks, this.#fleet.layer, this.#tip);
    this.#viewport.setAttribute("aria-label", this.#section.getAttribute("aria-label") ?? "Map");
    this.#viewport.setAttribute("aria-describedby", help.id);
    this.#scale = element("div", { className: "map-scale" });
    this.#scale.setAttribute("aria-hidden", "true");
    const button = (word, path, act) => {
      const made = element("button", { type: "button", title: words[word], onclick: act }, icon(path));
      made.setAttribute("aria-label", words[word]);
      return made;
    };
    this.#buttons = element("div", { className: "map-buttons noprint" },
      button("map.in", "M10 3v14M3 10h14", () => this.#zoom(2)),
      button("map.out", "M3 10h14", () => this.#zoom(0.5)),
      button("map.fit", "M3 8V3h5M12 3h5v5M17 12v5h-5M8 17H3v-5", () => this.fit()));
    if (this.#section.dataset.feed && navigator.geolocation) {
      this.#buttons.append(button("map.locate", "M10 2v4M10 14v4M2 10h4M14 10h4M10 6a4 4 0 100 8 4 4 0 000-8",
        () => this.#locate()));
    }
    this.#states = element("fieldset", { className: "map-states noprint", hidden: true },
      element("legend", { textContent: words["map.states"] }),
      ...["before", "after", "both"].map((state) => element("label", {}, element("input",
        { type: "radio", name: "map-state", value: state, checked: state === "both",
          onchange: () => { this.#state = state; this.#settle(); this.#draw(); } }),
        words[`map.${state}`])));
    this.#list = element("div", { className: "map-list card", hidden: true, role: "group" });
    this.#section.append(help, this.#viewport, this.#scale, this.#inset, this.#states, this.#buttons, this.#list);
    this.#section.classList.add("live");
    this.#listen();
  }

  #canvas; #tiles; #tilesBase; #inset; #ground; #marks; #fleet; #tip; #viewport; #scale; #buttons; #states; #list;

  #makeEngine() {
    if (this.#section.dataset.feed) {
      try { return new RemoteEngine(); } catch { /* Without workers it goes on here. */ }
    }
    return new LocalEngine();
  }

  async #ask(task, argument) {
    try {
      return await this.#engine.ask(task, argument);
    } catch (error) {
      if (!this.#engine.hasFailed) throw error;
      this.#engine = new LocalEngine();
      if (this.#section.dataset.feed && task !== "load") {
        await this.#engine.ask("load", this.#section.dataset.feed);
      }
      if (task === "draw") await this.#engine.ask("show", { lines: this.#content.lines });
      return await this.#engine.ask(task, argument);
    }
  }

  async #load() {
    if (!this.#section.dataset.feed) return;
    try {
      const { box } = await this.#ask("load", this.#section.dataset.feed);
      this.#boxes.feed = box;
      this.#boxes.own = (await this.#ask("show", { lines: this.#content.lines }))?.box ?? null;
      if (!this.#hasMoved) this.fit();
      else this.#draw();
      await this.#drawInset();
    } catch {
      // Without a backdrop the page's own things are shown.
    }
  }

  #hasMoved = false;

  /** Draws the whole network into a corner, where a place of a close view is seen. */
  async #drawInset() {
    const box = this.#boxes.feed, size = 112;
    if (!box) return;
    const scale = (size - 16) / Math.max(box[2] - box[0], box[3] - box[1], 1e-9);
    const view = { x: (box[0] + box[2]) / 2, y: (box[1] + box[3]) / 2, scale };
    const ratio = Math.min(devicePixelRatio || 1, 2);
    const bitmap = await this.#ask("draw", { ...view, width: size, height: size, ratio,
      state: "both", isSmall: true, ...this.#colors() });
    this.#insetView = { ...view, size, ratio, bitmap };
    this.#placed();
  }

  #insetView;

  /** Marks what is seen in the picture of the whole; it says nothing where nearly all is seen. */
  #markInset() {
    const inset = this.#insetView, view = this.#view;
    if (!inset) return;
    const isUseful = this.#width > 420 && this.#height > 300 && view.scale > inset.scale * 20;
    this.#inset.hidden = !isUseful;
    if (!isUseful) return;
    this.#inset.width = this.#inset.height = inset.size * inset.ratio;
    const context = this.#inset.getContext("2d");
    context.drawImage(inset.bitmap, 0, 0);
    context.scale(inset.ratio, inset.ratio);
    const x = (view.x - inset.x) * inset.scale + inset.size / 2;
    const y = (view.y - inset.y) * inset.scale + inset.size / 2;
    context.strokeStyle = "#c2006f";
    context.lineWidth = 2;
    context.beginPath();
    context.arc(x, y, 5, 0, 7);
    context.stroke();
  }

  /** Puts the pictures of streets under the view, from the server that the section names. */
  #layTiles() {
    const template = this.#section.dataset.tiles, view = this.#view;
    if (!template) return;
    const zoom = Math.max(0, Math.min(19, Math.round(Math.log2(view.scale / 256))));
    const count = 2 ** zoom, size = view.scale / count;
    const base = { ...view }, tiles = [];
    const first = (center, length) => Math.floor((center - length / 2 / view.scale) * count);
    const last = (center, length) => Math.floor((center + length / 2 / view.scale) * count);
    for (let row = Math.max(0, first(view.y, this.#height));
      row <= Math.min(count - 1, last(view.y, this.#height)); row++) {
      for (let column = first(view.x, this.#width); column <= last(view.x, this.#width); column++) {
        const tile = element("img", { alt: "", draggable: false, referrerPolicy: "strict-origin" });
        tile.style.cssText = `width:${size + 0.5}px;height:${size + 0.5}px;transform:translate(${
          (column / count - base.x) * view.scale}px,${(row / count - base.y) * view.scale}px)`;
        tile.src = filled(
          template, { z: zoom, y: row, x: ((column % count) + count) % count });
        tiles.push(tile);
      }
    }
    this.#tilesBase = base;
    this.#tiles.replaceChildren(...tiles);
    this.#placed();
  }

  #resized() {
    const width = this.#section.clientWidth, height = this.#section.clientHeight;
    if (!width || !height || (width === this.#width && height === this.#height)) return;
    const isFirst = !this.#width;
    this.#width = width;
    this.#height = height;
    if (isFirst || !this.#hasMoved) this.fit();
    else this.#moved();
  }

  #width = 0;
  #height = 0;

  // Looking

  #fitBox([left, top, right, bottom]) {
    if (!this.#width) return;
    // Buttons stand to the right, the scale below.
    const [before, after] = this.#width > 300 ? [30, 62] : [20, 50];
    const padding = Math.min(44, this.#height / 6);
    const y = (top + bottom) / 2;
    // A stop is seen with the streets around it.
    const closest = (EQUATOR * Math.cos((latitudeOf(y) * Math.PI) / 180)) / 2.5;
    const scale = Math.min(closest, (this.#width - before - after) / Math.max(right - left, 1e-12),
      (this.#height - padding * 2) / Math.max(bottom - top, 1e-12));
    this.#view = { x: (left + right) / 2 + (after - before) / 2 / scale, y, scale };
    this.#home = { ...this.#view };
    this.#hasMoved = false;
    this.#placed();
    this.#settle();
    this.#draw();
  }

  #zoom(factor, at = { x: this.#width / 2, y: this.#height / 2 }) {
    const view = this.#view;
    if (!view) return;
    const least = Math.min(this.#home.scale / 8, this.#width);
    const scale = Math.max(least, Math.min(CLOSEST, view.scale * factor));
    const dx = at.x - this.#width / 2, dy = at.y - this.#height / 2;
    view.x += dx / view.scale - dx / scale;
    view.y += dy / view.scale - dy / scale;
    view.scale = scale;
    this.#moved();
  }

  #pan(dx, dy) {
    if (!this.#view) return;
    this.#view.x -= dx / this.#view.scale;
    this.#view.y = Math.max(0, Math.min(1, this.#view.y - dy / this.#view.scale));
    this.#moved();
  }

  #moved() {
    this.#hasMoved = true;
    this.#frame ??= requestAnimationFrame(() => {
      this.#frame = null;
      this.#placed();
      this.#draw();
      clearTimeout(this.#settling);
      this.#settling = setTimeout(() => this.#settle(), 150);
    });
  }

  #frame = null;

  /** Puts what was drawn for another view where it belongs in this one: all that a frame costs. */
  #placed() {
    const view = this.#view;
    const place = (layer, base) => {
      if (!base) return;
      const ratio = view.scale / base.scale;
      const x = this.#width / 2 + (base.x - view.x) * view.scale;
      const y = this.#height / 2 + (base.y - view.y) * view.scale;
      layer.style.transform = `translate(${x}px,${y}px) scale(${ratio})`;
      if (layer !== this.#tiles && layer !== this.#ground) layer.style.setProperty("--unscale", 1 / ratio);
    };
    place(this.#tiles, this.#tilesBase);
    place(this.#ground, this.#base);
    place(this.#marks, this.#marksBase);
    place(this.#fleet.layer, this.#marksBase);
    this.#tip.hidden = true;
    this.#measure();
    this.#markInset();
  }

  #measure() {
    const meter = metersPerPixel(this.#view) * 100;
    const power = 10 ** Math.floor(Math.log10(meter));
    const length = power * (meter / power >= 5 ? 5 : meter / power >= 2 ? 2 : 1);
    const text = length >= 1000 ? `${length / 1000} km` : `${length} m`;
    if (this.#scale.textContent !== text) this.#scale.textContent = text;
    this.#scale.style.width = `${(length / meter) * 100}px`;
  }

  async #draw() {
    if (!this.#view || !this.#width) return;
    this.#isStale = true;
    if (this.#isDrawing) return;
    this.#isDrawing = true;
    try {
      while (this.#isStale) {
        this.#isStale = false;
        const base = { ...this.#view };
        // More than is seen, so that moving a little shows what is there.
        const width = Math.round(this.#width * 1.3), height = Math.round(this.#height * 1.3);
        const ratio = Math.min(devicePixelRatio || 1, Math.sqrt(9e6 / (width * height)), 3);
        const bitmap = await this.#ask("draw",
          { ...base, width, height, ratio, state: this.#state, avoid: this.#taken, ...this.#colors() });
        const canvas = this.#canvas;
        canvas.width = bitmap.width;
        canvas.height = bitmap.height;
        canvas.style.cssText =
          `left:${-width / 2}px;top:${-height / 2}px;width:${width}px;height:${height}px`;
        canvas.getContext("bitmaprenderer").transferFromImageBitmap(bitmap);
        this.#base = base;
        this.#placed();
        this.#section.dataset.drawn = ++this.#drawnCount;
      }
    } finally {
      this.#isDrawing = false;
    }
  }

  #drawnCount = 0;

  #colors() {
    const style = getComputedStyle(this.#section);
    const of = (name) => style.getPropertyValue(`--${name}`).trim();
    const land = of("land").replace("#", "");
    return { hasTiles: Boolean(this.#section.dataset.tiles), land: land.length === 6 ? land : "eef0f2", track: of("track"), dot: of("dot"),
      paper: of("paper"), ink: of("ink"), added: of("added"), removed: of("removed") };
  }

  // What can be followed

  #settle() {
    if (!this.#view) return;
    this.#layTiles();
    this.#layOut();
    if (this.#section.dataset.feed) this.#nameStops();
    // Those in view are others now.
    if (this.#fleet.wanted?.query === "") this.#fleet.poll();
  }

  /** Makes an element for each mark, or for those together that overlap. */
  #layOut() {
    const view = this.#view;
    const base = { ...view };
    const groups = [], cells = new Map();
    const marks = this.#content.marks
      .filter((mark) => !mark.state || this.#state === "both" || mark.state === this.#state)
      .concat(this.#location ?? [], this.#stops);
    const rank = (mark) => (mark.isBackdrop ? 99 : PRIORITY.indexOf(mark.kind));
    for (const mark of marks.slice().sort((a, b) => rank(a) - rank(b))) {
      let offset = worldX(mark.longitude) - view.x;
      offset -= Math.round(offset);
      const x = offset * view.scale, y = (worldY(mark.latitude) - view.y) * view.scale;
      if (Math.abs(x) > this.#width / 2 + 12 || Math.abs(y) > this.#height / 2 + 12) continue;
      const column = Math.floor(x / TARGET), row = Math.floor(y / TARGET);
      let group;
      for (let cell = 0; cell < 9 && !group; cell++) {
        group = cells.get(`${column + (cell % 3) - 1} ${row + Math.floor(cell / 3) - 1}`)?.find(
          (other) => Math.hypot(other.x - x, other.y - y) < TARGET + 1);
      }
      if (group) {
        if (!mark.isBackdrop) group.marks.push(mark);
        continue;
      }
      group = { x, y, marks: [mark] };
      groups.push(group);
      const key = `${column} ${row}`;
      if (!cells.has(key)) cells.set(key, []);
      cells.get(key).push(group);
    }
    const focused = document.activeElement?.dataset?.mark;
    groups.sort((a, b) => a.y - b.y || a.x - b.x);
    this.#groups = groups;
    this.#marks.replaceChildren(...groups.map((group) => this.#element(group)));
    this.#label(groups);
    this.#marksBase = base;
    this.#fleet.lay({ ...base, width: this.#width, height: this.#height });
    const current = focused
      && groups.find((group) => group.element.dataset.mark === focused)?.element;
    this.#rove(current || groups[0]?.element, Boolean(current));
    this.#placed();
    this.#section.dataset.laid = ++this.#layoutCount;
  }

  #groups = [];

  /** All marks that keys lead to. */
  get #followed() { return [...this.#groups, ...this.#fleet.marks]; }

  #element(group) {
    const [first] = group.marks;
    // Stops of a line that lie close are dots on it; what is told of a place is counted.
    const isCounted = group.marks.length > 1
      && group.marks.some((mark) => !["stop", "station"].includes(mark.kind));
    const names = group.marks.slice(0, 4).map(told).join(", ")
      + (group.marks.length > 4 ? " …" : "");
    const sign = { added: "+", removed: "−", changed: "≠", error: "!", warning: "!" }[first.kind] ?? "";
    const label = isCounted ? filled(
      this.#words["map.many"], { n: group.marks.length, names }) : told(first);
    const shape = element("i", { textContent: isCounted ? group.marks.length : sign });
    shape.setAttribute("aria-hidden", "true");
    const look = `mark ${first.kind}${isCounted ? " many" : ""}`
      + (first.isBackdrop || (first.kind === "stop" && this.#content.marks.length > 12) ? " small" : "");
    const made = isCounted
      ? element("button", { type: "button", className: look, onclick: () => this.#open(group) }, shape)
      : first.link ? element("a", { className: look, href: first.link }, shape)
        : element("span", { className: look, role: "img" }, shape);
    made.tabIndex = -1;
    made.draggable = false;
    made.setAttribute("aria-label", label);
    made.dataset.mark = `${first.link ?? first.name} ${first.kind}`;
    made.style.transform = `translate(${group.x}px,${group.y}px)`;
    group.element = made;
    group.label = label;
    return made;
  }

  /** Writes names beside marks where there is room. */
  #label(groups) {
    const taken = this.#taken = groups.map(({ x, y }) => [x - 10, y - 9, x + 10, y + 9]);
    if (groups.length > 90) return;
    const frame = this.#viewport.getBoundingClientRect();
    for (const part of [this.#buttons, this.#states, this.#scale, this.#inset]) {
      const box = part.getBoundingClientRect();
      const x = -frame.left - this.#width / 2, y = -frame.top - this.#height / 2;
      taken.push([box.left + x, box.top + y, box.right + x, box.bottom + y]);
    }
    const measure = this.#pen ??= document.createElement("canvas").getContext("2d");
    measure.font = "500 12px system-ui, sans-serif";
    const edge = this.#width / 2 - 4;
    for (const group of groups) {
      const { x, y, marks: [mark] } = group;
      if (group.element.classList.contains("many") || !mark.name) continue;
      const name = mark.name.length > 32 ? `${mark.name.slice(0, 31)}…` : mark.name;
      const width = measure.measureText(name).width + 4;
      const half = width / 2;
      const places = [["after", x + 11, y - 8], ["before", x - 11 - width, y - 8],
        ["above", x - half, y - 27], ["below", x - half, y + 11]];
      const place = places.find(([, left, top]) => left > -edge && left + width < edge && !taken.some(
        (box) => box[0] < left + width && box[2] > left && box[1] < top + 16 && box[3] > top));
      if (!place) continue;
      taken.push([place[1], place[2], place[1] + width, place[2] + 16]);
      const text = element("bdi", { className: place[0], textContent: name });
      text.setAttribute("aria-hidden", "true");
      group.element.append(text);
    }
  }

  #pen;
  #taken = [];

  /** Shows what several marks at a place are: nearer, or as a list where nearer does not help. */
  #open(group) {
    const xs = group.marks.map((mark) => worldX(mark.longitude));
    const ys = group.marks.map((mark) => worldY(mark.latitude));
    const box = [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
    const size = Math.max(box[2] - box[0], box[3] - box[1]) * EQUATOR;
    if (size > 30 && group.marks.length > 1) {
      this.#fitBox(box);
      this.#hasMoved = true;
      return;
    }
    const items = group.marks.slice(0, 100).map((mark) => element("li", {}, mark.link
      ? element("a", { href: mark.link, dir: "auto", textContent: told(mark) }) : told(mark)));
    this.#list.replaceChildren(
      element("button", { type: "button", textContent: this.#words["map.close"],
        onclick: () => this.#closeList(true) }),
      element("ul", { className: "links" }, ...items));
    this.#list.hidden = false;
    this.#opener = group.element.dataset.mark;
    this.#list.querySelector("a, button").focus();
  }

  #opener;

  #closeList(returns = false) {
    this.#list.hidden = true;
    if (!returns) return;
    (this.#groups.find((group) => group.element.dataset.mark === this.#opener)?.element
      ?? this.#viewport).focus();
  }

  /** Asks for the names of the stops in view, when they are few enough to be followed one by one. */
  async #nameStops() {
    this.#names?.abort();
    const names = this.#names = new AbortController();
    const view = { ...this.#view, width: this.#width, height: this.#height };
    try {
      const { count } = await this.#ask("look", { view, x: 0, y: 0, within: 0 });
      let stops = [];
      if (count && count <= 200) {
        stops = await this.#askStops(`${this.#box(view)}&limit=200`, names.signal);
      }
      if (names.signal.aborted) return;
      const known = new Set(this.#content.marks.map((mark) => mark.link));
      const close = metersPerPixel(view) < 2;
      stops = stops.filter((stop) => !known.has(stop.link) && (stop.type < 2 || close));
      if (!stops.length && !this.#stops.length) return;
      this.#stops = stops;
      this.#layOut();
      this.#draw();
    } catch {
      // No names, no harm.
    }
  }

  /** What is in view, as the API asks for it. */
  #box(view) {
    const halfX = view.width / 2 / view.scale, halfY = view.height / 2 / view.scale;
    const wrapped = (x) => (((longitudeOf(x) + 180) % 360) + 360) % 360 - 180;
    return "bbox=" + [wrapped(view.x - halfX), latitudeOf(view.y + halfY), wrapped(view.x + halfX),
      latitudeOf(view.y - halfY)].map((value) => value.toFixed(6));
  }

  /** The address of the pages, and the query of all of them. */
  #pages() {
    const [path, rest] = this.#section.dataset.feed.split("?");
    return [path.slice(0, path.lastIndexOf("/") + 1), rest];
  }

  async #askVehicles(query, signal) {
    const [pages] = this.#pages();
    const view = { ...this.#view, width: this.#width, height: this.#height };
    const answer = await fetch(
      `${pages.replace("/explorer/", "/api/v1/")}vehicles?${query || this.#box(view)}&limit=200`,
      { signal });
    const { data, meta } = await answer.json();
    // Of more than can be followed, some would seem to be all.
    return { vehicles: meta.next ? [] : data.vehicles.filter(({ lat }) => lat !== undefined),
      now: Date.parse(answer.headers.get("Date")) || Date.now() };
  }

  /** A vehicle in words, and the page of its run. */
  #tellVehicle(vehicle, { routes = {} }) {
    const [pages, rest] = this.#pages();
    const name = [routes[vehicle.route_id], vehicle.vehicle?.label].filter(Boolean).join(" ");
    const label = filled(this.#words["map.vehicle"], { name }).trim() + (vehicle.at
      ? `, ${filled(this.#words["map.at"], { time: vehicle.at.slice(11, 16) })}` : "");
    if (!vehicle.trip_id || !vehicle.service_date) return { label };
    const isDots = /^\.\.?$/.test(vehicle.trip_id);
    const fields = new URLSearchParams({ ...(isDots && { trip: vehicle.trip_id }),
      date: vehicle.service_date, ...(vehicle.start_time && { start_time: vehicle.start_time }) });
    return { label, link: `${pages}trips${isDots ? "" : `/${encodeURIComponent(vehicle.trip_id)}`}?`
      + fields + (rest ? `&${rest}` : "") };
  }

  async #askStops(query, signal) {
    const [pages, rest] = this.#pages();
    const answer = await fetch(pages.replace("/explorer/", "/api/v1/") + "stops?" + query,
      { signal, headers: this.#language(rest) });
    const { data } = await answer.json();
    return (data?.stops ?? []).filter((stop) => stop.stop_lat !== undefined).map((stop) => ({
      latitude: stop.stop_lat, longitude: stop.stop_lon, isBackdrop: true,
      name: stop.stop_name || stop.stop_id, type: stop.location_type ?? 0,
      kind: stop.location_type === 1 ? "station" : "stop",
      link: `${pages}stops/${segment(stop.stop_id, `sid:${stop.sid}`)}${rest ? `?${rest}` : ""}` }));
  }

  #language(query) {
    const language = new URLSearchParams(query ?? "").get("language");
    return language ? { "Accept-Language": language } : {};
  }

  /** Follows the stop that was hit on the canvas. */
  async #hit(x, y) {
    const view = { ...this.#view, width: this.#width, height: this.#height };
    const { nearest } = await this.#ask("look", { view, within: 14,
      x: view.x + (x - this.#width / 2) / view.scale,
      y: view.y + (y - this.#height / 2) / view.scale });
    if (!nearest) return;
    const stops = await this.#askStops(
      `near=${nearest.latitude.toFixed(6)},${nearest.longitude.toFixed(6)}&radius=50&limit=5`);
    if (!stops.length) return;
    const link = element("a", { href: stops[0].link });
    this.#section.append(link);
    link.click();
    link.remove();
  }

  #locate() {
    navigator.geolocation.getCurrentPosition(({ coords }) => {
      this.#location = { latitude: coords.latitude, longitude: coords.longitude,
        name: this.#words["map.locate"], kind: "here" };
      const x = worldX(coords.longitude), y = worldY(coords.latitude);
      this.#fitBox([x, y, x, y]);
      this.#hasMoved = true;
    }, () => this.#section.dispatchEvent(new CustomEvent("news",
      { bubbles: true, detail: this.#words["map.lost"] })), { timeout: 10000, maximumAge: 60000 });
  }

  // Hands and keys

  #listen() {
    const viewport = this.#viewport;
    const place = (event) => {
      const box = viewport.getBoundingClientRect();
      return { x: event.clientX - box.left, y: event.clientY - box.top };
    };
    viewport.addEventListener("pointerdown", (event) => {
      if (event.button) return;
      if (!this.#pointers.size) this.#dragged = 0;
      this.#pointers.set(event.pointerId, place(event));
    });
    viewport.addEventListener("pointermove", (event) => {
      const before = this.#pointers.get(event.pointerId);
      if (!before) return;
      const now = place(event);
      const others = [...this.#pointers].filter(([id]) => id !== event.pointerId);
      this.#dragged += Math.hypot(now.x - before.x, now.y - before.y);
      if (this.#dragged < 5) return;
      if (!viewport.hasPointerCapture(event.pointerId)) viewport.setPointerCapture(event.pointerId);
      viewport.classList.add("moving");
      this.#pointers.set(event.pointerId, now);
      if (others.length) {
        const other = others[0][1];
        const middle = { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 };
        const distance = (point) => Math.max(10, Math.hypot(point.x - other.x, point.y - other.y));
        this.#pan((now.x - before.x) / 2, (now.y - before.y) / 2);
        this.#zoom(distance(now) / distance(before), middle);
      } else {
        this.#pan(now.x - before.x, now.y - before.y);
      }
    });
    const end = (event) => {
      this.#pointers.delete(event.pointerId);
      if (!this.#pointers.size) viewport.classList.remove("moving");
    };
    viewport.addEventListener("pointerup", end);
    viewport.addEventListener("pointercancel", end);
    viewport.addEventListener("dragstart", (event) => event.preventDefault());
    viewport.addEventListener("click", (event) => {
      if (this.#dragged >= 5 && event.detail) {
        event.preventDefault();
        event.stopPropagation();
        return;
      }
      if (event.target.closest(".mark") || !this.#section.dataset.feed || !event.detail) return;
      const { x, y } = place(event);
      this.#hit(x, y).catch(() => {});
    }, true);
    viewport.addEventListener("wheel", (event) => {
      // In a page that scrolls past the map, the wheel scrolls.
      if (!this.#section.dataset.feed && !event.ctrlKey && !viewport.contains(document.activeElement)) {
        return;
      }
      event.preventDefault();
      const lines = event.deltaMode ? 20 : 1;
      const speed = event.ctrlKey ? 0.01 : 0.002;
      this.#zoom(Math.exp(-Math.max(-200, Math.min(200, event.deltaY * lines)) * speed), place(event));
    }, { passive: false });
    viewport.addEventListener("keydown", (event) => this.#key(event));
    viewport.addEventListener("focusin", (event) => this.#tell(event.target));
    viewport.addEventListener("focusout", () => { this.#tip.hidden = true; });
    viewport.addEventListener("pointerover", (event) => this.#tell(event.target));
    this.#list.addEventListener("keydown", (event) => {
      if (event.key === "Escape") this.#closeList(true);
    });
  }

  #key(event) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const mark = event.target.closest(".mark");
    const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    const step = steps[event.key];
    if (step && mark) this.#rove(this.#next(mark, step), true);
    else if (step) this.#pan(-step[0] * 80, -step[1] * 80);
    else if (event.key === "+" || event.key === "=") this.#zoom(2);
    else if (event.key === "-" || event.key === "_") this.#zoom(0.5);
    else if (event.key === "0") this.fit();
    else if (event.key === "Home" && mark) this.#rove(this.#followed[0].element, true);
    else if (event.key === "End" && mark) this.#rove(this.#followed.at(-1).element, true);
    else if (event.key === "Escape" && !this.#tip.hidden) this.#tip.hidden = true;
    else if (event.key === "Escape" && mark) this.#viewport.focus();
    else return;
    event.preventDefault();
  }

  /** The next mark in a direction; the same when there is none. */
  #next(mark, [dx, dy]) {
    const from = this.#followed.find((group) => group.element === mark);
    let best = mark, least = Infinity;
    for (const group of this.#followed) {
      const along = (group.x - from.x) * dx + (group.y - from.y) * dy;
      const across = Math.abs((group.x - from.x) * dy) + Math.abs((group.y - from.y) * dx);
      if (along > 1 && along + across * 2 < least) {
        least = along + across * 2;
        best = group.element;
      }
    }
    return best;
  }

  /** Makes one mark the one that Tab goes to. */
  #rove(mark, focuses) {
    if (!mark) return;
    this.#viewport.querySelector('.mark[tabindex="0"]')?.setAttribute("tabindex", "-1");
    if (mark.tagName !== "SPAN") mark.tabIndex = 0;
    if (focuses) mark.focus({ preventScroll: true });
  }

  /** Says the name of a mark beside it. */
  #tell(target) {
    const mark = target.closest?.(".mark");
    const group = mark && this.#followed.find((each) => each.element === mark);
    this.#tip.hidden = !group || !group.label || Boolean(mark.querySelector("bdi"));
    if (this.#tip.hidden) return;
    this.#tip.textContent = group.label;
    const box = mark.getBoundingClientRect(), frame = this.#viewport.getBoundingClientRect();
    const x = box.left + box.width / 2 - frame.left, y = box.top - frame.top;
    const width = this.#tip.offsetWidth, height = this.#tip.offsetHeight;
    const left = Math.max(4, Math.min(frame.width - width - 4, x - width / 2));
    const top = y - height - 4 < 2 ? y + box.height + 4 : y - height - 4;
    this.#tip.style.transform = `translate(${left}px,${top}px)`;
  }
}

/** The JSON of a script element; undefined when there is none. */
export const contentOf = (root, id) => {
  const text = root.getElementById(id)?.textContent;
  return text ? JSON.parse(text) : undefined;
};

/** Makes a map of a section, once it is nearly seen. */
function awaken(section) {
  const observer = new IntersectionObserver((entries) => {
    if (!entries.some((entry) => entry.isIntersecting)) return;
    observer.disconnect();
    const map = new FeedMap(section, contentOf(document, "texts"));
    map.show(contentOf(document, "map-content")).then(() => map.seek(location.hash.slice(1)));
    document.addEventListener("click", (event) => {
      const link = event.target.closest('a[href^="#"]');
      // Once the browser has followed the link, which takes the focus away.
      if (link) setTimeout(() => map.seek(link.hash.slice(1)));
    });
  }, { rootMargin: "200px" });
  observer.observe(section);
}

if (typeof document === "undefined") {
  serve();
} else if (typeof OffscreenCanvas !== "undefined") {
  document.querySelectorAll("section.map").forEach(awaken);
}
