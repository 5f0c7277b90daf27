#!/usr/bin/env python3
"""Compares tables of `gtfs stats --csv` with what plain loops count in a feed's text files.

    analyst_tables.py GTFS FEED BUNDLE DATE...

For each service day (YYYYMMDD) and table it prints how many rows there are and how many differ, and
some that do; it ends with 1 if any does. Distances and names are not compared. Reading a feed is
that of departures.py, beside analyst.py.
"""

import csv
import io
import subprocess
import sys

import departures
from analyst import starts

HEADWAYS = ["min_headway_minutes", "median_headway_minutes", "mean_headway_minutes",
            "max_headway_minutes"]
# By table: how many columns tell its rows apart, and what is compared.
COLUMNS = {
    "route-days": (2, [
        "route_id", "direction_id", "num_trips", "num_runs", "num_departures", "start_time",
        "end_time", "service_duration_hours", *HEADWAYS, "peak_num_runs", "peak_start_time",
        "peak_end_time"]),
    "route-hours": (3, [
        "route_id", "direction_id", "hour", "num_run_starts", "num_run_ends", "num_runs",
        "service_duration_hours"]),
    "patterns": (2, [
        "route_id", "direction_id", "num_stops", "num_trips", "num_runs", "start_time",
        "end_time", "mean_duration_minutes", *HEADWAYS]),
    "stop-days": (1, [
        "stop_id", "num_routes", "num_calls", "num_departures", "start_time", "end_time",
        *HEADWAYS]),
    "segments": (4, [
        "route_id", "direction_id", "from_stop_id", "to_stop_id", "num_runs", "min_duration_s",
        "mean_duration_s", "max_duration_s"]),
    "service-days": (1, ["service_id", "num_trips", "num_runs"]),
}


def headways(times):
    """The least, median, mean and greatest minutes between times from 07:00 to 19:00."""
    times = sorted(t for t in times if 7 * 3600 <= t <= 19 * 3600)
    gaps = sorted(b - a for a, b in zip(times, times[1:]))
    if not gaps:
        return [None] * 4
    middle = (gaps[(len(gaps) - 1) // 2] + gaps[len(gaps) // 2]) / 2
    return [n / 60 for n in (gaps[0], middle, sum(gaps) / len(gaps), gaps[-1])]


def runs_of(feed, path, date):
    """The runs of a day: trip, direction, pattern, rows, and the seconds that its times gain."""
    fields = ["trip_id", "direction_id", "shape_id"]
    more = {trip: cells for trip, *cells in reversed(list(
        departures.rows_of(path, "trips.txt", fields)))}
    codes = {}
    fields = ["trip_id", "stop_sequence", "pickup_type", "drop_off_type", "continuous_pickup",
              "continuous_drop_off", "timepoint"]
    for trip, sequence, *cells in departures.rows_of(path, "stop_times.txt", fields):
        codes.setdefault((trip, departures.integer(sequence)), tuple(cells))
    for trip, (route, service, _) in feed.trips.items():
        if not feed.runs(service, date):
            continue
        rows = feed.rows.get(trip, [])
        direction, shape = more[trip]
        pattern = (route, direction, shape, tuple(
            (row.stop, row.sequence, codes[trip, row.sequence]) for row in rows))
        known = starts(feed, trip)
        first = rows[0].departure if rows else None
        gains = [0] if known is None else [start - (first or 0) for start in known]
        yield trip, (route or "", direction), pattern, rows, gains


def span(rows):
    """The first departure and last arrival of a trip, else its first and last time."""
    begins = [t for row in rows if not row.interpolated
              for t in [row.departure if row.departure is not None else row.arrival]
              if t is not None]
    ends = [t for row in rows if not row.interpolated
            for t in [row.arrival if row.arrival is not None else row.departure]
            if t is not None]
    return (begins[0], max(begins[0], ends[-1])) if begins else None


def add(sums, key, *values):
    old = sums.setdefault(key, [0] * len(values))
    sums[key] = [a + b for a, b in zip(old, values)]


def peak(spans):
    """The most runs under way at once, and the first of the longest such times."""
    best = None
    times = sorted({t for each in spans for t in each})
    since = (0, None)
    for time in times:
        count = sum(1 for start, end in spans if start <= time < end)
        if count == since[0]:
            continue
        length = time - since[1] if since[0] else 0
        if since[0] and (best is None or (since[0], length) > (best[0], best[2] - best[1])):
            best = (since[0], since[1], time)
        since = (count, time)
    return list(best) if best else [None] * 3


def tables(feed, path, date):
    spans, trips, hours, patterns, stops, segments, services = {}, {}, {}, {}, {}, {}, {}
    running = list(runs_of(feed, path, date))
    shared = {}
    weights = {}
    for trip, direction, pattern, rows, gains in running:
        add(weights.setdefault(direction, {}), pattern, len(gains))
    for direction, counts in weights.items():
        counts = {
            pattern: runs[0] for pattern, runs in counts.items()
            if runs[0] and any(call[0] for call in pattern[3][:-1])}
        left = [[call[0] for call in pattern[3][:-1]] for pattern in counts]
        common = set.intersection(*map(set, left)) if left else set()
        most = max(counts.values(), default=0)
        # Of several patterns with as many runs, any may be the first.
        shared[direction] = {
            next((stop for stop in calls if stop in common), None)
            for calls, pattern in zip(left, counts) if counts[pattern] == most} or {None}
    at_shared = {}
    for trip, direction, pattern, rows, gains in running:
        add(trips, direction, 1, len(gains), 0)
        add(services, feed.trips[trip][1], 1, len(gains))
        own = patterns.setdefault(pattern, [0, 0, []])
        own[0] += 1
        own[1] += len(gains)
        own_span = span(rows)
        for gain in gains:
            if own_span:
                start, end = (t + gain for t in own_span)
                spans.setdefault(direction, []).append((start, end))
                own[2].append((start, end))
                add(hours, (direction, start // 3600), 1, 0, 0, 0)
                add(hours, (direction, end // 3600), 0, 1, 0, 0)
                for hour in range(start // 3600, max(start, end - 1) // 3600 + 1):
                    seconds = min(end, hour * 3600 + 3600) - max(start, hour * 3600)
                    add(hours, (direction, hour), 0, 0, 1, seconds)
        for place, row in enumerate(rows):
            if not row.stop or not gains:
                continue
            stop = stops.setdefault(row.stop, [set(), 0, []])
            stop[0].add(direction[0])
            stop[1] += len(gains)
            if place + 1 == len(rows) or row.time is None:
                continue
            if row.pickup != 1 and row.stop in feed.stops:
                stop[2] += [row.time + gain for gain in gains]
                add(trips, direction, 0, 0, len(gains))
            for shared_stop in shared[direction]:
                if row.stop == shared_stop and row.stop not in (r.stop for r in rows[:place]):
                    at_shared.setdefault((direction, row.stop), []).extend(
                        row.time + gain for gain in gains)
        for a, b in zip(rows, rows[1:]):
            if a.stop and b.stop and gains:
                segment = segments.setdefault((direction, a.stop, b.stop), [0, []])
                segment[0] += len(gains)
                start = None if a.interpolated else (
                    a.departure if a.departure is not None else None)
                end = None if b.interpolated else b.arrival
                # A lone arrival is no departure, and a lone departure no arrival.
                if start is not None and end is not None:
                    segment[1] += [end - start] * len(gains)
    def ends(times):
        return [min(s for s, _ in times), max(e for _, e in times)] if times else [None, None]
    return {
        "route-days": [
            [*direction, *counts, *ends(spans.get(direction, [])),
             sum(e - s for s, e in spans.get(direction, [])) / 3600,
             *headways(s for s, _ in spans.get(direction, [])), *peak(spans.get(direction, [])),
             {stop: headways(at_shared.get((direction, stop), []))
              for stop in map(lambda s: s or "", shared[direction])}]
            for direction, counts in trips.items()],
        "route-hours": [
            [*direction, hour, *counts[:3], counts[3] / 3600]
            for (direction, hour), counts in hours.items()],
        "patterns": [
            [pattern[0] or "", pattern[1], len(pattern[3]), own[0], own[1], *ends(own[2]),
             sum(e - s for s, e in own[2]) / len(own[2]) / 60 if own[2] else None,
             *headways(s for s, _ in own[2])]
            for pattern, own in patterns.items()],
        "stop-days": [
            [stop, len(routes), calls, len(times), min(times, default=None),
             max(times, default=None), *headways(times)]
            for stop, (routes, calls, times) in stops.items()],
        "segments": [
            [*direction, a, b, runs, min(times, default=None),
             sum(times) / len(times) if times else None, max(times, default=None)]
            for (direction, a, b), (runs, times) in segments.items()],
        "service-days": [[service, *counts] for service, counts in services.items()],
    }


def value(column, cell):
    if cell == "":
        return None
    if column.endswith("_time"):
        hours, minutes, seconds = cell.lstrip("-").split(":")
        time = int(hours) * 3600 + int(minutes) * 60 + int(seconds)
        return -time if cell.startswith("-") else time
    return float(cell)


def order(row):
    keys, values = row[:2]
    return keys, [-1e9 if value is None else round(value, 2) for value in values]


def are_near(left, right):
    return len(left) == len(right) and all(
        a is b is None or None not in (a, b) and abs(a - b) < 0.0006 for a, b in zip(left, right))


def differences(name, expected, found):
    """Lines about a table; its rows have further columns that some tables need."""
    count, columns = COLUMNS[name]
    want = sorted(
        ((tuple(str(key) for key in row[:count]), row[count:len(columns)], row[len(columns):])
         for row in expected), key=order)
    have = sorted(
        ((tuple(row[column] for column in columns[:count]),
          [value(column, row[column]) for column in columns[count:]], row)
         for row in found), key=order)
    if len(want) != len(have):
        yield "%d rows instead of %d" % (len(have), len(want))
        return
    for a, b in zip(want, have):
        if a[0] != b[0] or not are_near(a[1], b[1]):
            yield "%s %s instead of %s %s" % (b[0], b[1], a[0], a[1])
        for shared in a[2]:
            stop = b[2]["shared_stop_id"]
            own = [value("", b[2]["shared_stop_" + column]) for column in HEADWAYS]
            if stop not in shared or not are_near(shared[stop], own):
                yield "%s at %s: %s instead of %s" % (b[0], stop, own, shared)


def main():
    if len(sys.argv) < 5:
        sys.exit("usage: analyst_tables.py GTFS FEED BUNDLE DATE...")
    gtfs, path, bundle, *dates = sys.argv[1:]
    feed = departures.Feed(path)
    faults = 0
    for date in dates:
        for name, rows in tables(feed, path, departures.date(date)).items():
            answer = subprocess.run(
                [gtfs, "stats", bundle, "--date", date, "--csv", name], check=True,
                capture_output=True, encoding="utf-8").stdout
            found = list(csv.DictReader(io.StringIO(answer)))
            if name == "service-days":
                found = [row for row in found if row["num_trips"] != "0"]
            lines = list(differences(name, rows, found))
            faults += len(lines)
            print("%s %s: %d rows, %d differ" % (date, name, len(rows), len(lines)))
            print("".join("  %s\n" % line for line in lines[:5]), end="")
    sys.exit(faults > 0)


if __name__ == "__main__":
    main()
