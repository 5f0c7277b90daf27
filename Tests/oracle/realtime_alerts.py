#!/usr/bin/env python3
"""Answers which alerts of GTFS Realtime are on boards, stops, routes and trips of a feed.

A second, slow opinion for the tests, beside realtime.py, whose live boards it uses.

    realtime_alerts.py FEED MESSAGE... [--at INSTANT...] [--instants N] [--window SECONDS]
        [--part N/COUNT] [--now INSTANT] [--language TAG...]

Messages, instants and `now` are as for realtime.py. It prints lines:

    {"at": 1795766400, "kind": "departure", "stop": "QUAY", "rows": [[trip_id, service_date,
     stop_sequence, start_time, stop_id, [alert ids]], ...], "alerts": [alert ids]}
    {"at": ..., "stop": "QUAY", "alerts": [...]}, for all stops of the feed
    {"at": ..., "route": "T1", "alerts": [...]}
    {"at": ..., "trip": "M1-E", "date": "20261123", "start": "08:00:00", "alerts": [...]}, for the
     runs of that day, but deleted ones and those that are over; "start" may be null
    {"at": ..., "feed": true, "alerts": [...]}
    {"all": [alert ids]}
    {"texts": {TAG: {alert id: [header, description, url]}}} with --language; "" asks for none

Boards without an alert are left out. With --part every COUNT-th line is printed, such boards too.

It holds to be true:

- An alert's id is its entity's. One that an alert before it has gets #2, else #3 and so on.
- Of communication_period, impact_period and active_period the last counts only where the other two
  are missing, for both. An alert is shown at an instant, and in force at the time of a row, which
  is expected or else scheduled. Ranges are half open; a time that is none leaves one side open.
- The parts of a selector must all fit: a trip is a run, or with a stop one of its calls; a route
  or a route_type are runs, or with a stop their calls there; a stop alone is itself and all below
  it. An agency is the runs of its routes, or with a stop their calls there; the only agency of a
  feed is the feed, and no other stop than the stop alone. A trip that names no run, and a direction without route or trip,
  fit nothing.
- A trip_id fits all its runs on start_date, if there is one, with start_time, if they have a start.
  Without it the descriptor names the only trip of route and direction that starts then, on that
  day or else, 24 hours later, on the day before.
- A run has the route and direction of its trip. An added run has those of the trip that it copies,
  else those of its descriptor.
- A basic route_type also fits routes with extended codes of its kind if none has it as published.
- A stop fits calls at it and below it, by the timetable or, where moved, by the platform in use.
- Rows have alerts of runs and calls. A board has those of its rows, of stops that are the asked
  one, above or below it, and of the feed. A trip has those of its run, its calls and their stops.
- The order is by severity, effect, id.
- A text is that of the very language, else of a shorter form of its tag, the longest first, else of
  the first with the same primary subtag, else the first without a language, else that of the feed's
  language by the same rule, else of English, else the first. Blank texts are none. Scripts are not
  looked at, so that languages in several are not compared.
"""

import argparse
import bisect
import datetime

from google.transit import gtfs_realtime_pb2 as pb

import departures
import realtime
from realtime_matching import DAY, KINDS, TRIP, Feed, clean_time, clock, instant, service_day

# The basic type of extended ones by their hundred.
BASIC = {1: 2, 2: 3, 3: 2, 4: 1, 5: 1, 6: 1, 7: 3, 8: 11, 9: 0, 10: 4, 12: 4, 13: 6, 14: 7, 15: 3}
MONORAIL = 405
NO_EFFECT_KNOWN = 8


def basic_type(code):
    return 12 if code == MONORAIL else BASIC.get(code // 100)


class AlertFeed(Feed):
    """A feed that also knows agencies and the types of routes."""

    def __init__(self, path):
        super().__init__(path)
        agencies = [agency for (agency,) in departures.rows_of(path, "agency.txt", ["agency_id"])]
        self.agencies = {agency for agency in agencies if agency}
        is_one = len(self.agencies) + agencies.count("") == 1
        self.only_agency = agencies[0] if is_one else None
        self.routes = {}
        fields = ["route_id", "agency_id", "route_type"]
        for route, agency, code in departures.rows_of(path, "routes.txt", fields):
            if route:
                agency = agency or self.only_agency
                self.routes.setdefault(route, (agency, departures.integer(code)))
        languages = list(departures.rows_of(path, "feed_info.txt", ["feed_lang"]))
        self.language = languages[0][0] if languages else ""
        self.published = {code for _, code in self.routes.values()}

    def has_agency(self, agency):
        return agency in self.agencies or self.only_agency == ""

    def has_route_agency(self, route, agency):
        return self.only_agency == "" or self.routes[route][0] == agency

    def has_route_type(self, route, code):
        published = self.routes[route][1]
        if published == code:
            return True
        if published is None or published < 100 or code in self.published:
            return False
        return basic_type(published) == code

    def places(self, call):
        """The stops of a call and all above them."""
        return {
            place for stop in (call.stop, call.platform) if stop in self.stops
            for place in self.above(stop)}

    def named(self, trip):
        """The run that a descriptor without trip_id names."""
        start, date = departures.seconds(trip.start_time), service_day(trip.start_date)
        if not trip.route_id or not trip.HasField("direction_id") or start is None or date is None:
            return None
        for back in (0, 1):
            day = date - datetime.timedelta(days=back)
            found = [
                name for name in self.trips_starting(trip.route_id, start + back * DAY, day)
                if self.direction[name] == trip.direction_id]
            if found:
                return (found[0], day, None) if len(found) == 1 else None
        return None


class Selector:
    """An informed_entity. `scope`: run, route, stop or feed; None for one that fits nothing."""

    def __init__(self, feed, body):
        self.feed = feed
        self.agency, self.route, self.stop = body.agency_id, body.route_id, body.stop_id
        self.code = body.route_type if body.HasField("route_type") else None
        self.direction = body.direction_id if body.HasField("direction_id") else None
        self.trip, self.run = body.trip, None
        self.scope = self.find_scope(body)
        if self.scope == "run" and not self.trip.trip_id:
            self.run = feed.named(self.trip)

    def find_scope(self, body):
        if self.stop and self.stop not in self.feed.stops:
            return None
        if body.HasField("trip"):
            return "run"
        if self.direction is not None and not self.route:
            return None
        if self.route or self.code is not None:
            return "route"
        if self.agency and not self.feed.has_agency(self.agency):
            return None
        if self.agency and self.feed.only_agency is None:
            return "route"
        return "stop" if self.stop else "feed" if self.agency else None

    def fits_route(self, route):
        """Whether route_id, route_type and agency_id, as far as given, are those of a route."""
        if not self.route and self.code is None and not self.agency:
            return True
        if route not in self.feed.routes:
            # An added run may name a route that only live data knows.
            return self.route == route and self.code is None and not self.agency
        return (
            (not self.route or self.route == route)
            and (self.code is None or self.feed.has_route_type(route, self.code))
            and (not self.agency or self.feed.has_route_agency(route, self.agency)))

    def fits(self, run, route, direction):
        """Whether a run is meant, apart from the stop."""
        if self.scope not in ("run", "route") or not self.fits_route(route):
            return False
        if self.direction is not None and self.direction != direction:
            return False
        if self.scope == "route":
            return True
        if not self.trip.trip_id:
            return self.run == run
        trip, day, start = run
        date, time = service_day(self.trip.start_date), departures.seconds(self.trip.start_time)
        return (
            self.trip.trip_id == trip and date in (None, day)
            and (time is None or start is None or time == start))


class Alert:
    def __init__(self, feed, id, body):
        self.id, self.body, self.own = id, body, feed.language
        self.communication = self.periods(body.communication_period)
        self.impact = self.periods(body.impact_period)
        if not self.communication and not self.impact:
            self.communication = self.impact = self.periods(body.active_period)
        self.selectors = [Selector(feed, each) for each in body.informed_entity]
        severity = max(body.severity_level, 1)
        effect = body.effect if body.HasField("effect") else NO_EFFECT_KNOWN
        self.order = (-severity, effect, id.encode())

    @staticmethod
    def periods(ranges):
        return [(clean_time(each.start), clean_time(each.end)) for each in ranges]

    @staticmethod
    def contain(periods, time):
        """Whether a time is in one of the periods; in any way if there are none."""
        for start, end in periods:
            if (start is None or start <= time) and (end is None or time < end):
                return True
        return not periods

    def is_shown(self, time):
        return self.contain(self.communication, time)

    def is_in_force(self, time):
        return self.contain(self.impact, time)

    def texts(self, language):
        fields = (self.body.header_text, self.body.description_text, self.body.url)
        return [translation(field, language, self.own) for field in fields]


def parts_of(tag):
    return tag.lower().replace("_", "-").split("-")


def fitting(found, language):
    """The texts in a language, the best first."""
    if not language:
        return []
    parts = parts_of(language)
    wanted = []
    for length in range(len(parts), 0, -1):
        wanted += [text for tag, text in found if tag == parts[:length]]
    return wanted + [text for tag, text in found if tag[0] == parts[0]]


def translation(field, language, own):
    """The text for a reader of a language; None for no text at all."""
    found = [(parts_of(each.language), each.text)
             for each in field.translation if each.text.strip()]
    wanted = fitting(found, language)
    wanted += [text for tag, text in found if tag == [""]]
    wanted += fitting(found, own) + fitting(found, "en") + [text for _, text in found]
    return wanted[0] if wanted else None


def read_alerts(feed, paths):
    """All alerts of some messages, each with an id of its own."""
    alerts = {}
    for path in paths:
        message = pb.FeedMessage()
        with open(path, "rb") as file:
            message.ParseFromString(file.read())
        for entity in message.entity:
            if entity.is_deleted or not entity.HasField("alert"):
                continue
            id, number = entity.id, 1
            while id in alerts:
                number += 1
                id = "%s#%d" % (entity.id, number)
            alerts[id] = Alert(feed, id, entity.alert)
    return sorted(alerts.values(), key=lambda alert: alert.order)


class Alerts:
    """The alerts of all things, as sets of their places in the order."""

    def __init__(self, feed, live, alerts):
        self.feed, self.live, self.alerts = feed, live, alerts
        selectors = [(n, s) for n, alert in enumerate(alerts) for s in alert.selectors]
        self.of_feed = {n for n, s in selectors if s.scope == "feed"}
        self.of_stops = [(n, s.stop) for n, s in selectors if s.scope == "stop"]
        self.of_routes = [(n, s) for n, s in selectors if s.scope == "route"]
        self.of_trips = {}
        for n, s in selectors:
            if s.scope == "run":
                trip = s.trip.trip_id or (s.run and s.run[0])
                self.of_trips.setdefault(trip, []).append((n, s))
        self.ways, self.moments = {}, {}

    def shown(self, at):
        if at not in self.moments:
            self.moments[at] = {n for n, alert in enumerate(self.alerts) if alert.is_shown(at)}
        return self.moments[at]

    def ids(self, numbers):
        return [self.alerts[n].id for n in sorted(numbers)]

    def way(self, run, update=None):
        """The route and direction of a run."""
        trip = run[0]
        if update is not None and update.result in ("added", "duplicated"):
            update = update.ended or update
            if not update.template:
                descriptor = update.trip
                is_known = descriptor.HasField("direction_id")
                return descriptor.route_id, descriptor.direction_id if is_known else None
            trip = update.template
        return self.feed.trips[trip][0], self.feed.direction[trip]

    def of_run(self, run, update=None):
        """The alerts of a run, each with the stop of the selector that fits, if it has one."""
        way = self.way(run, update)
        if way not in self.ways:
            self.ways[way] = {(n, s.stop) for n, s in self.of_routes if s.fits(run, *way)}
        trips = self.of_trips.get(run[0], [])
        return self.ways[way] | {(n, s.stop) for n, s in trips if s.fits(run, *way)}

    def of_call(self, found, call):
        """Those of a run's alerts that are a call's."""
        places = self.feed.places(call)
        return {n for n, stop in found if not stop or stop in places}

    def of_stop(self, stop):
        near = {*self.feed.above(stop), *self.feed.below(stop)}
        return {n for n, each in self.of_stops if each in near}

    def of_route(self, route):
        found = {n for n, s in self.of_routes if not s.stop and s.fits_route(route)}
        return found | self.of_feed

    def of_trip(self, run):
        """The alerts of a run with all its calls; None if it is deleted, or over."""
        live = self.live
        updates = [table[run] for table in (live.updated, live.added) if run in table]
        parts = [(update, live.calls_of(update)) for update in updates]
        if any(self.is_over(*part) for part in parts):
            return None
        taken = live.taken.get(run)
        if taken and taken.run != run and taken.relationship == TRIP.DELETED:
            return None
        if not parts:
            parts.append((None, self.feed.calls(*run)))
        if all(update and update.relationship == TRIP.DELETED for update, _ in parts):
            return None
        found = set(self.of_feed)
        for update, calls in parts:
            of_run = self.of_run(run, update)
            places = {place for call in calls for place in self.feed.places(call)}
            found |= {n for n, stop in of_run if not stop or stop in places}
            found |= {n for n, stop in self.of_stops if stop in places}
        return found

    def is_over(self, update, calls):
        """Whether calls of the run are over, so that realtime.py leaves them out."""
        is_listed = update.result in ("added", "duplicated") and not update.template
        if update.relationship == TRIP.REPLACEMENT or is_listed:
            return False
        trip, day, start = update.run
        own = [call for call in calls if not call.is_extra]
        return len(own) < len(self.feed.calls(update.template or trip, day, start))

    def shared_ids(self):
        """The ids that live data gives to several runs, so that none can ask about one of them."""
        ids = [run[0] for run, update in self.live.added.items() if update.result == "added"
               and not update.template]
        copies = [run[0] for run, update in self.live.added.items()
                  if update.result == "duplicated"]
        known = [trip for trip in ids + copies if trip in self.feed.trips]
        return {*known, *(trip for trip in ids + copies if (ids + copies).count(trip) > 1)}

    def runs(self, at):
        """The runs of the day of an instant, in order, whose ids are their own."""
        today, shared = {}, self.shared_ids()
        for zone in {self.feed.agency_zone, *self.feed.route_zone.values()}:
            today[zone] = datetime.datetime.fromtimestamp(at, zone).date()
        found = set()
        for trip, (route, service, _) in self.feed.trips.items():
            day = today[self.feed.route_zone.get(route, self.feed.agency_zone)]
            if self.feed.rows.get(trip) and self.feed.runs(service, day):
                found |= {(trip, day, start) for start in self.feed.starts(trip)}
        for run, update in [*self.live.updated.items(), *self.live.added.items()]:
            route, _ = self.way(run, update)
            if run[1] == today[self.feed.route_zone.get(route, self.feed.agency_zone)]:
                found.add(run)
        found = [run for run in found if run[0] not in shared]
        return sorted(found, key=lambda run: (run[0].encode(), run[1], run[2] or -1))


class AlertBoards(realtime.Boards):
    """Boards that know the alerts of their rows."""

    def __init__(self, alerts, start, end):
        self.alerts, self.of_row = alerts, {}
        super().__init__(alerts.live, start, end)

    def check(self):
        """Done by realtime.py."""

    def add_run(self, run, calls, update=None):
        found = self.alerts.of_run(run, update) if calls else set()
        for call in calls:
            super().add_run(run, [call], update)
            of_call = self.alerts.of_call(found, call)
            for kind in KINDS:
                time = call.scheduled[kind] if call.expected[kind] is None else call.expected[kind]
                if call.on_board[kind] and time is not None:
                    row = self.at_stop[kind][call.platform][-1][1]
                    self.of_row[id(row)] = {
                        n for n in of_call if self.alerts.alerts[n].is_in_force(time)}

    def alerted(self, stop, rows, at):
        """The rows of a board with their alerts, and those of the board."""
        shown = self.alerts.shown(at)
        on_board = (self.alerts.of_stop(stop) | self.alerts.of_feed) & shown
        lines = []
        for row in rows:
            found = self.of_row[id(row)] & shown
            on_board |= found
            lines.append([*row[:5], self.alerts.ids(found)])
        return lines, self.alerts.ids(on_board)


class Printer:
    """Prints all lines or, if asked, each of a count."""

    def __init__(self, part):
        self.is_all = part is None
        self.part, self.parts = map(int, (part or "0/1").split("/"))
        self.line = 0

    def wants(self):
        self.line += 1
        return self.line % self.parts == self.part % self.parts

    def boards(self, boards, instants, window):
        for stop in boards.stops():
            for kind in reversed(KINDS):
                board = boards.board(kind, stop)
                times = [key[0] for key, _ in board]
                for at in instants:
                    if not self.wants():
                        continue
                    first, last = (bisect.bisect_left(times, t) for t in (at, at + window))
                    rows, found = boards.alerted(
                        stop, [row for _, row in board[first:last]], at)
                    if found or not self.is_all:
                        realtime.print_json({
                            "at": at, "kind": kind, "stop": stop, "rows": rows, "alerts": found})

    def things(self, alerts, kind, ids, find, instants):
        for id in sorted(ids, key=lambda id: id.encode()):
            for at in instants:
                if self.wants():
                    found = find(id) & alerts.shown(at)
                    realtime.print_json({"at": at, kind: id, "alerts": alerts.ids(found)})

    def trips(self, alerts, instants):
        found, runs = {}, {}
        for at in instants:
            for run in alerts.runs(at):
                if not self.wants():
                    continue
                if run not in found:
                    found[run] = alerts.of_trip(run)
                trip, day, start = run
                if found[run] is not None:
                    realtime.print_json({
                        "at": at, "trip": trip, "date": day.strftime("%Y%m%d"),
                        "start": None if start is None else clock(start),
                        "alerts": alerts.ids(found[run] & alerts.shown(at))})


def main():
    parser = argparse.ArgumentParser(description="Alerts of boards, stops, routes and trips.")
    parser.add_argument("feed")
    parser.add_argument("messages", nargs="+")
    parser.add_argument("--at", nargs="+", type=instant, default=[])
    parser.add_argument("--instants", type=int, default=0)
    parser.add_argument("--window", type=int, default=3600)
    parser.add_argument("--part")
    parser.add_argument("--now", type=instant)
    parser.add_argument("--language", nargs="+", default=[])
    options = parser.parse_args()
    updates, now = realtime.read(options.messages, options.now)
    if now is None and not options.at:
        parser.error("no header has a time: --at or --now says which")
    feed = AlertFeed(options.feed)
    alerts = Alerts(
        feed, realtime.Live(feed, updates), read_alerts(feed, options.messages))
    steps = max(options.instants - 1, 1)
    instants = options.at + [
        now - 7200 + 18000 * n // steps for n in range(options.instants)] or [now]
    printer = Printer(options.part)
    boards = AlertBoards(alerts, min(instants), max(instants) + options.window)
    printer.boards(boards, instants, options.window)
    printer.things(alerts, "stop", feed.stops, alerts.of_stop, instants)
    printer.things(alerts, "route", feed.routes, alerts.of_route, instants)
    printer.trips(alerts, instants)
    for at in instants:
        found = alerts.of_feed & alerts.shown(at)
        realtime.print_json({"at": at, "feed": True, "alerts": alerts.ids(found)})
    realtime.print_json({"all": [alert.id for alert in alerts.alerts]})
    if options.language:
        realtime.print_json({"texts": {
            language: {alert.id: alert.texts(language) for alert in alerts.alerts}
            for language in options.language}})


if __name__ == "__main__":
    main()
