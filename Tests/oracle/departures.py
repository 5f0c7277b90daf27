#!/usr/bin/env python3
"""Answers departures and active services straight from a feed's text files.

A second, slow opinion for the tests: plain loops over stop_times.txt, the Python standard library,
nothing of the bundle. Feed: a zip or a folder. Questions are JSON objects, one a line, on standard
input; each is answered by one line of JSON on standard output:

    {"stop_id": "640S", "at": "2026-11-21T08:00:00-05:00", "for": 3600}
        -> [{"trip_id": ..., "route_id": ..., "stop_id": ..., "stop_sequence": ...,
             "service_date": "YYYYMMDD", "departure": RFC 3339, "headsign": ...,
             "interpolated": ..., "pickup_type": ...}, ...]
    {"date": "20261121"}
        -> ["WD", ...]

What it holds to be true (the GTFS reference, and what schema/bundle.sql says on top):

- The window is half open: a departure at its end is not in it.
- Times count from noon minus twelve hours of the service day, in the zone of the route's agency;
  a route without one, or whose agency has no zone, belongs to the first agency that has one.
- A service runs on a date by calendar.txt, unless calendar_dates.txt says otherwise.
- A station's departures are those of the stop itself and of everything below it.
- The last row of a trip is no departure; nor is one with pickup_type 1.
- A row leaves at its departure, else at its arrival, else at the time interpolated between the
  timed rows around it; else it is no departure. Rows of on-demand service, which have a group, a
  location or a window, are no such rows; a booking rule alone makes no row one of them.
- A trip of frequencies.txt runs only at its headways: from start_time until before end_time, every
  headway_secs, the trip's first departure (or if it has none its first time) falling on the start.
  A run is its trip, service day and start: where rows overlap, one that several give is that of the
  row that starts first.
- Clocks at a stop go by stop_timezone of the topmost station above it, else its own when it has no
  parent, else by the first agency's zone.
- Of rows with the same key the first counts. A cell that is no value of its type is blank.
- The order is by departure, trip_id, stop_sequence.
"""

import csv
import datetime
import gc
import io
import json
import math
import os
import re
import sys
import zipfile
import zoneinfo

# A process ends with its answers; looking for garbage among millions of objects took an eighth of its time.
gc.disable()

BLANKS = "".join(map(chr, range(0x21)))
EARTH_RADIUS = 6371008.8


def open_member(feed, name):
    """The text of a file of the feed; nothing when the feed has no such file."""
    if os.path.isdir(feed):
        path = os.path.join(feed, name)
        data = open(path, "rb").read() if os.path.exists(path) else b""
    else:
        with zipfile.ZipFile(feed) as archive:
            members = [
                n for n in archive.namelist()
                if os.path.basename(n) == name and not n.startswith("__MACOSX")
            ]
            data = archive.read(min(members, key=lambda n: n.count("/"))) if members else b""
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return data.decode("utf-16")
    return data.decode("utf-8-sig", errors="replace")


def rows_of(feed, name, fields):
    """The cells of some fields of each row, without the blanks at their ends."""
    text = open_member(feed, name).replace("\0", " ")
    reader = csv.reader(io.StringIO(text, newline=""), skipinitialspace=True)
    columns = None
    for record in reader:
        if columns is None:
            if not any(cell.strip(BLANKS) for cell in record):
                continue
            header = [cell.strip(BLANKS) for cell in record]
            columns = [header.index(f) if f in header else None for f in fields]
            continue
        if not any(cell.strip(BLANKS) for cell in record):
            continue
        yield [
            record[c].strip(BLANKS) if c is not None and c < len(record) else "" for c in columns
        ]


def integer(cell):
    return int(cell) if re.fullmatch(r"[+-]?[0-9]{1,18}", cell) else None


def number(cell):
    if not re.fullmatch(r"[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?", cell):
        return None
    value = float(cell)
    return value if math.isfinite(value) else None


def seconds(cell):
    match = re.fullmatch(r"([0-9]{1,3}):([0-5][0-9])(?::([0-5][0-9]))?", cell)
    if not match:
        return None
    return int(match[1]) * 3600 + int(match[2]) * 60 + int(match[3] or 0)


def date(cell):
    if not re.fullmatch(r"[0-9]{8}", cell):
        return None
    try:
        return datetime.date(int(cell[:4]), int(cell[4:6]), int(cell[6:]))
    except ValueError:
        return None


def zone(name):
    try:
        return zoneinfo.ZoneInfo(name) if name else None
    except (zoneinfo.ZoneInfoNotFoundError, ValueError, OSError):
        return None


def meters(a, b):
    """Great-circle distance of two (latitude, longitude) by the haversine formula."""
    latitude = math.radians(b[0] - a[0]) / 2
    longitude = math.radians(b[1] - a[1]) / 2
    chord = math.sin(latitude) ** 2 + (
        math.cos(math.radians(a[0])) * math.cos(math.radians(b[0])) * math.sin(longitude) ** 2
    )
    return 2 * EARTH_RADIUS * math.asin(min(1, math.sqrt(chord)))


class Row:
    __slots__ = (
        "sequence", "stop", "arrival", "departure", "headsign", "pickup", "drop_off", "distance",
        "is_flex", "time", "interpolated",
    )


class Feed:
    def __init__(self, path):
        self.read_agencies(path)
        self.read_stops(path)
        self.read_services(path)
        self.read_trips(path)
        self.read_stop_times(path)
        self.read_frequencies(path)
        for trip, rows in self.rows.items():
            self.set_times(rows)
        self.index()

    def read_agencies(self, path):
        self.agency_zone = None
        zones = {}
        for agency, timezone in rows_of(path, "agency.txt", ["agency_id", "agency_timezone"]):
            if agency and agency in zones:
                continue
            zones[agency] = zone(timezone)
            self.agency_zone = self.agency_zone or zones[agency]
        self.agency_zone = self.agency_zone or datetime.timezone.utc
        self.route_zone = {}
        for route, agency in rows_of(path, "routes.txt", ["route_id", "agency_id"]):
            if route and route not in self.route_zone:
                known = zones.get(agency) if agency else None
                self.route_zone[route] = known or self.agency_zone

    def read_stops(self, path):
        self.stops = {}
        self.children = {}
        fields = ["stop_id", "stop_lat", "stop_lon", "parent_station", "stop_timezone"]
        for stop, latitude, longitude, parent, timezone in rows_of(path, "stops.txt", fields):
            if not stop or stop in self.stops:
                continue
            place = (number(latitude), number(longitude))
            if None in place or abs(place[0]) > 90 or abs(place[1]) > 180:
                place = None
            self.stops[stop] = (place, parent, timezone)
            if parent:
                self.children.setdefault(parent, []).append(stop)

    def read_services(self, path):
        weekdays = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
        self.calendar = {}
        fields = ["service_id", "start_date", "end_date"] + weekdays
        for service, start, end, *days in rows_of(path, "calendar.txt", fields):
            if service and service not in self.calendar:
                self.calendar[service] = (date(start), date(end), [d == "1" for d in days])
        self.exceptions = {}
        fields = ["service_id", "date", "exception_type"]
        for service, day, kind in rows_of(path, "calendar_dates.txt", fields):
            day = date(day)
            if service and day is not None and kind in ("1", "2"):
                self.exceptions.setdefault((service, day), kind == "1")

    def runs(self, service, day):
        if (service, day) in self.exceptions:
            return self.exceptions[service, day]
        start, end, weekdays = self.calendar.get(service, (None, None, []))
        if start is None or end is None or not start <= day <= end:
            return False
        return weekdays[day.weekday()]

    def active_services(self, day):
        named = set(self.calendar) | {service for service, _ in self.exceptions}
        return sorted((s for s in named if self.runs(s, day)), key=lambda s: s.encode())

    def read_trips(self, path):
        self.trips = {}
        fields = ["trip_id", "route_id", "service_id", "trip_headsign"]
        for trip, route, service, headsign in rows_of(path, "trips.txt", fields):
            if trip and trip not in self.trips:
                self.trips[trip] = (route or None, service, headsign or None)

    def read_stop_times(self, path):
        self.rows = {}
        sequences = set()
        flexible = [
            "location_group_id", "location_id", "start_pickup_drop_off_window",
            "end_pickup_drop_off_window",
        ]
        fields = [
            "trip_id", "stop_sequence", "stop_id", "arrival_time", "departure_time",
            "stop_headsign", "pickup_type", "drop_off_type", "shape_dist_traveled",
        ] + flexible
        for cells in rows_of(path, "stop_times.txt", fields):
            trip, sequence = cells[0], integer(cells[1])
            if trip not in self.trips or sequence is None or (trip, sequence) in sequences:
                continue
            sequences.add((trip, sequence))
            row = Row()
            row.sequence = sequence
            row.stop = cells[2]
            row.arrival = seconds(cells[3])
            row.departure = seconds(cells[4])
            row.headsign = cells[5] or None
            row.pickup = integer(cells[6]) or 0
            row.drop_off = integer(cells[7]) or 0
            row.distance = number(cells[8])
            row.is_flex = any(cells[9:])
            self.rows.setdefault(trip, []).append(row)
        for rows in self.rows.values():
            rows.sort(key=lambda row: row.sequence)

    def read_frequencies(self, path):
        self.headways = {}
        seen = set()
        fields = ["trip_id", "start_time", "end_time", "headway_secs", "exact_times"]
        for trip, start, end, headway, exact in rows_of(path, "frequencies.txt", fields):
            start, end, headway = seconds(start), seconds(end), integer(headway)
            if not trip or start is None or (trip, start) in seen:
                continue
            seen.add((trip, start))
            runs = self.headways.setdefault(trip, [])
            if end is not None and headway is not None and headway > 0:
                runs.append((start, end, headway, integer(exact) or 0))

    def set_times(self, rows):
        """The time at which each row leaves, and whether it is interpolated."""
        for row in rows:
            row.time = row.departure if row.departure is not None else row.arrival
            row.interpolated = False
        timed = [i for i, row in enumerate(rows) if row.time is not None]
        for first, last in zip(timed, timed[1:]):
            if last - first > 1:
                self.interpolate(rows, first, last)

    def interpolate(self, rows, first, last):
        # A row without a stop, or of flexible service, is no place that is passed.
        passed = [i for i in range(first, last + 1) if rows[i].stop and not rows[i].is_flex]
        if passed[:1] != [first] or passed[-1:] != [last] or len(passed) < 3:
            return
        start = rows[first].time
        end = rows[last].arrival if rows[last].arrival is not None else rows[last].departure
        if end < start:
            return
        far = self.distances([rows[i] for i in passed])
        for place, i in enumerate(passed):
            if i in (first, last):
                continue
            part = far[place] / far[-1] if far[-1] > 0 else place / (len(passed) - 1)
            rows[i].time = start + math.floor((end - start) * part + 0.5)
            rows[i].interpolated = True

    def distances(self, rows):
        """How far each row is from the first: as published, else in straight lines."""
        published = [row.distance for row in rows]
        if None not in published and published[-1] > published[0]:
            if all(a <= b for a, b in zip(published, published[1:])):
                return [distance - published[0] for distance in published]
        places = [self.stops[row.stop][0] if row.stop in self.stops else None for row in rows]
        if None in places:
            return [0] * len(rows)
        far = [0.0]
        for a, b in zip(places, places[1:]):
            far.append(far[-1] + meters(a, b))
        return far

    def index(self):
        """For each stop the rows from which something leaves."""
        self.leaving = {}
        self.latest = 0
        for trip, rows in self.rows.items():
            first = rows[0].departure
            if first is None:
                times = [t for row in rows for t in (row.arrival, row.departure) if t is not None]
                first = min(times, default=None)
            for row in rows[:-1]:
                if row.time is None or row.pickup == 1 or row.stop not in self.stops:
                    continue
                self.leaving.setdefault(row.stop, []).append((trip, row, row.time - (first or 0)))
                self.latest = max(self.latest, row.time)
                for start, end, headway, _ in self.headways.get(trip, []):
                    self.latest = max(self.latest, end + row.time - (first or 0))

    def below(self, stop):
        """The stop and all that lies below it."""
        found = [stop]
        for each in found:
            found.extend(c for c in self.children.get(each, []) if c not in found)
        return found

    def stop_zone(self, stop):
        for _ in range(3):
            parent = self.stops[stop][1]
            if not parent or parent not in self.stops:
                break
            stop = parent
        return zone(self.stops[stop][2]) or self.agency_zone

    @staticmethod
    def noon_minus_twelve(day, in_zone):
        noon = datetime.datetime(day.year, day.month, day.day, 12, tzinfo=in_zone)
        return int(noon.timestamp()) - 43200

    def departures(self, stop, start, length):
        if stop not in self.stops:
            return []
        found = []
        days = {}
        running = {}
        for place in self.below(stop):
            for trip, row, ride in self.leaving.get(place, []):
                route, service, headsign = self.trips[trip]
                in_zone = self.route_zone.get(route, self.agency_zone)
                if in_zone not in days:
                    today = datetime.datetime.fromtimestamp(start, in_zone).date()
                    back = self.latest // 86400 + 2
                    ahead = int(length) // 86400 + 2
                    dates = [
                        today + datetime.timedelta(days=n) for n in range(-back, ahead + 1)
                    ]
                    days[in_zone] = [(d, self.noon_minus_twelve(d, in_zone)) for d in dates]
                if (service, in_zone) not in running:
                    running[service, in_zone] = [
                        (d, base) for d, base in days[in_zone] if self.runs(service, d)
                    ]
                for day, base in running[service, in_zone]:
                    if trip not in self.headways:
                        if start <= base + row.time < start + length:
                            found.append((base + row.time, trip, row, day, None))
                        continue
                    starts = set()
                    for first, end, headway, exact in sorted(self.headways[trip]):
                        for run in range(first, end, headway):
                            if run in starts:
                                continue
                            starts.add(run)
                            if start <= base + run + ride < start + length:
                                instant = base + run + ride
                                found.append((instant, trip, row, day, (run, headway, exact)))
        found.sort(key=lambda f: (f[0], f[1].encode(), f[2].sequence))
        return [self.answer(*each) for each in found]

    def answer(self, instant, trip, row, day, run):
        route, _, headsign = self.trips[trip]
        local = datetime.datetime.fromtimestamp(instant, self.stop_zone(row.stop))
        answer = {
            "trip_id": trip, "route_id": route, "stop_id": row.stop,
            "stop_sequence": row.sequence, "service_date": day.strftime("%Y%m%d"),
            "departure": local.isoformat(timespec="seconds"),
            "headsign": row.headsign or headsign, "interpolated": row.interpolated,
            "pickup_type": row.pickup,
        }
        if run:
            start, headway, exact = run
            answer["start_time"] = "%02d:%02d:%02d" % (
                start // 3600, start // 60 % 60, start % 60)
            answer["headway_secs"] = headway
            answer["exact_times"] = exact
        return answer


def main():
    if len(sys.argv) != 2:
        sys.exit("usage: departures.py FEED < QUESTIONS > ANSWERS")
    feed = Feed(sys.argv[1])
    for line in sys.stdin:
        question = json.loads(line)
        if "date" in question:
            answer = feed.active_services(date(question["date"]))
        else:
            at = datetime.datetime.fromisoformat(question["at"]).timestamp()
            answer = feed.departures(question["stop_id"], at, question["for"])
        print(json.dumps(answer, ensure_ascii=False))


if __name__ == "__main__":
    main()
