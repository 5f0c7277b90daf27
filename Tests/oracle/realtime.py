#!/usr/bin/env python3
"""Answers live departures and arrivals from a feed's text files and GTFS Realtime messages.

A second, slow opinion for the tests, beside departures.py, whose reading of a feed it uses: plain
loops and dictionaries. It needs gtfs-realtime-bindings (PyPI).

    realtime.py FEED MESSAGE... [--at INSTANT...] [--instants N] [--window SECONDS] [--part N/COUNT]

Each message is a source of its own. For each instant, each stop that something calls at or below,
departures and arrivals, it prints a line:

    {"at": 1795766400, "kind": "departure", "stop": "QUAY", "rows": [[trip_id, service_date,
     stop_sequence, start_time, stop_id, scheduled, expected, status], ...]}

INSTANT is RFC 3339 or seconds since 1970; `--instants 20` are twenty from two hours before the
newest message's header to three hours after it. `--part 2/7` prints every seventh line. A row is in
the half open window by its expected time, else its scheduled one, and so is the order; then trip_id,
stop_sequence, start_time.
`--trip TRIP YYYYMMDD [HH:MM:SS]` prints the calls of a run as merged, `--matches` how each update
was matched, `--now INSTANT` is the time of messages whose header has none.

What it holds to be true, where the reference leaves room:

- Of several updates of a run the newest counts, by their own timestamp, else the header's; of
  equally new ones the last.
- A time of 0 is none, one of 13 digits is in milliseconds; one more than a day from the timetable
  is none, and so is such a delay.
- A run is found by trip_id and start_date. Without a start_date it is the one in whose span, and
  three hours around it, more than half of the calls lie, else that nearest to the first time in the
  update, else to the header's. A run on the day before or after the start_date is meant where most
  calls lie there. A trip that starts after 24:00 may be dated a day late, and a run of frequencies
  with a start of 00:30 for 24:30 is.
- The day of an added run is start_date, else that of its start, else that of its first time; a day
  before or after the start_date where its start is then about its first time.
- Without a known trip_id it is the only trip of that route, start and day, and direction if it is
  given, that has all the stops of the update in their order.
- A run of frequencies without exact times stands at its own start, and the headway in which it lies
  has no other. It has no plan where a time is expected. One outside all headways is added.
- A copy without an id, a day or a start of its own is no run: it would be the trip once more. One
  whose day or start cannot be read is none either.
- An update with the id of an added run or a copy, and its day and start where it has these, is about
  that run; canceled, it stays at its planned times, else at those expected last.
- A replacement whose stops have no times is about the run of the timetable.
- A stop at another station with the number of the skipped one before it is a call in its place.
- A stop is found by stop_sequence, unless a stop_id of another station says otherwise.
- A delay is carried to all later calls until the next update with a time, over skipped ones.
- Canceled and skipped calls stay at their scheduled times. Only deleted and replaced runs leave the
  board, and of runs that are over the calls without an update of their own.
"""

import argparse
import bisect
import collections
import datetime
import json

from google.transit import gtfs_realtime_pb2 as pb

import departures
from realtime_matching import (
    DAY, KINDS, MARGIN, TRIP, Feed, Matcher, Update, clean_time, clock, instant, place, service_day,
    times_of,
)
from realtime_merging import Merger

LEAVING = (TRIP.DELETED, TRIP.REPLACEMENT)


class Live:
    """The timetable with all updates laid over it."""

    def __init__(self, feed, updates):
        self.feed, self.matcher, self.merger = feed, Matcher(feed), Merger(feed)
        self.updates = updates
        self.updated, self.added, self.copied, self.taken = {}, {}, set(), {}
        for update in updates:
            if update.relationship == TRIP.DUPLICATED:
                self.duplicate(update)
            elif not self.is_added(update):
                self.match(update)
        self.place_in_headways()
        for update in updates:
            if self.is_added(update):
                self.add(update)
        for update in updates:
            if update.result == "unknown_trip" and update.relationship != TRIP.DUPLICATED:
                self.amend(update)

    def is_added(self, update):
        if update.relationship in (TRIP.NEW, TRIP.ADDED):
            return True
        is_known = update.trip.trip_id in self.feed.trips
        return update.relationship == TRIP.UNSCHEDULED and not is_known

    @staticmethod
    def keep(table, update):
        """Of several updates of a run the newest is kept."""
        kept = table.setdefault(update.run, update)
        if kept.age < update.age:
            table[update.run] = update
            kept.result = "superseded"
        elif kept is not update:
            update.result = "superseded"

    def kept(self):
        return [*self.updated.values(), *self.added.values()]

    def match(self, update):
        if update.relationship == TRIP.REPLACEMENT:
            if not any(map(place, update.stops)):
                update.result = "no_stops"
                return
        update.result, update.run = self.matcher.match(update)
        if update.run:
            self.keep(self.updated, update)

    def place_in_headways(self):
        """Runs that lie in a headway take its place; others are added."""
        runs, self.updated = self.updated, {}
        for run in sorted(runs, key=lambda run: run[2] or 0):
            (trip, day, start), update = run, runs[run]
            if start is None:
                self.updated[run] = update
                continue
            slot, is_exact = self.matcher.slot(trip, start)
            update.times_only = not is_exact
            if slot is not None:
                self.updated[run] = update
                self.taken.setdefault((trip, day, slot), update)
            elif update.relationship in (TRIP.CANCELED, *LEAVING):
                update.result = "off_headway"
            else:
                update.result, update.template = "added", trip
                self.keep(self.added, update)

    def duplicate(self, update):
        trip, properties = update.trip.trip_id, update.body.trip_properties
        if not self.feed.rows.get(trip):
            update.result = "unknown_trip" if trip else "no_trip"
            return
        start_time = properties.start_time or update.trip.start_time
        start_date = properties.start_date or update.trip.start_date
        start, day = departures.seconds(start_time), service_day(start_date)
        if not start_time and trip not in self.feed.headways:
            start = self.feed.first[trip]
        if start is None or start_date and day is None:
            update.result = "no_start"
            return
        if day is None:
            days = self.matcher.days_around(update, None, any_day=True)
            day = self.matcher.nearest(update, trip, start, days, farthest=None)
        if day is None:
            update.result = "not_running"
            return
        if properties.trip_id in ("", trip) and self.is_own(trip, day, start):
            update.result = "no_start"
            return
        update.result, update.template = "duplicated", trip
        update.run = (properties.trip_id or trip, day, start)
        self.copied |= {trip, properties.trip_id}
        self.keep(self.added, update)

    def is_own(self, trip, day, start):
        """Whether a run is one of the timetable."""
        if not self.feed.runs(self.feed.trips[trip][1], day):
            return False
        if trip in self.feed.headways:
            return self.matcher.slot(trip, start)[0] == start
        return start == self.feed.first[trip]

    def add(self, update):
        trip = update.trip.trip_id
        times = times_of(update)
        if not trip:
            update.result = "no_trip"
        elif update.relationship == TRIP.ADDED and trip in self.copied:
            update.result = "superseded"
        elif not times:
            update.result = "no_times"
        else:
            zone = self.feed.route_zone.get(update.trip.route_id, self.feed.agency_zone)
            day = self.day_of_added(update, times[0], zone)
            update.result, update.run = "added", (trip, day, update.start)
            self.keep(self.added, update)

    def amend(self, update):
        """An update whose trip the timetable lacks is about the added run of that id."""
        named = (update.trip.trip_id, update.date, update.start)
        runs = [run for run in self.added if run[0] == named[0]]
        if len(runs) > 1:
            runs = [run for run in runs if run == named]
        for run in runs:
            kept, ends = self.added[run], update.relationship in (TRIP.CANCELED, TRIP.DELETED)
            if any(None not in pair and pair[0] != pair[1] for pair in zip(run, named)):
                continue
            update.template = kept.template
            if not ends and not update.template and not times_of(update):
                update.result = "no_times"
            elif kept.age > update.age:
                update.result = "superseded"
            else:
                kept.result, update.result, update.run = "superseded", "added", run
                kept.is_new = True
                update.ended = (kept.ended or kept) if ends else None
                self.added[run] = update

    @staticmethod
    def day_of_added(update, first, zone):
        if update.start is None:
            return update.date or datetime.datetime.fromtimestamp(first, zone).date()
        moment = first - update.start + DAY // 2
        day = datetime.datetime.fromtimestamp(moment, zone).date()
        if update.date is None:
            return day
        far = abs(first - departures.Feed.noon_minus_twelve(day, zone) - update.start)
        return day if abs(day - update.date).days == 1 and far <= MARGIN else update.date

    def calls_of(self, update):
        """The calls of the run of an update; none where it is deleted."""
        is_added = update.is_new or update.result in ("added", "duplicated")
        if update.relationship == TRIP.DELETED:
            return []
        if update.ended:
            calls = self.calls_of(update.ended)
            for call in calls:
                call.scheduled = {
                    k: call.expected[k] if t is None else t for k, t in call.scheduled.items()}
                call.set("canceled")
            return calls
        if update.relationship == TRIP.REPLACEMENT or is_added and not update.template:
            calls = self.merger.listed(update)
        else:
            trip, day, start = update.run
            calls = self.feed.calls(update.template or trip, day, start)
            calls = self.merger.merge(update, calls, update.times_only)
            for call in calls if update.times_only else []:
                call.scheduled = {
                    k: t if call.expected[k] is None else None for k, t in call.scheduled.items()}
        for call in calls if is_added else []:
            for kind in KINDS:
                if call.status[kind] != "skipped":
                    call.status[kind] = "added"
        return calls

    def calls_of_run(self, run):
        found = [table[run] for table in (self.updated, self.added) if run in table]
        calls = [self.calls_of(update) for update in found]
        if run not in self.updated and run[0] in self.feed.trips and run not in self.added:
            calls.append(self.feed.calls(*run))
        return calls


class Boards:
    """All rows between two instants by stop, in the order of a board."""

    def __init__(self, live, start, end):
        self.live, self.feed, self.start, self.end = live, live.feed, start, end
        self.at_stop = {kind: {} for kind in KINDS}
        self.departing = collections.Counter()
        self.add_timetable()
        for update in live.kept():
            self.add_run(update.run, live.calls_of(update), update)
        self.check()

    def days(self, zone):
        first, last = (
            datetime.datetime.fromtimestamp(t, zone).date() for t in (self.start, self.end))
        begin = first - datetime.timedelta(days=self.feed.longest // DAY + 2)
        return [begin + datetime.timedelta(days=n) for n in range((last - begin).days + 2)]

    def add_timetable(self):
        """The runs without any update."""
        days, running = {}, {}
        for trip, (route, service, _) in self.feed.trips.items():
            zone = self.feed.route_zone.get(route, self.feed.agency_zone)
            if zone not in days:
                days[zone] = self.days(zone)
            if (service, zone) not in running:
                running[service, zone] = [d for d in days[zone] if self.feed.runs(service, d)]
            for day in running[service, zone]:
                for start in self.feed.starts(trip):
                    offset = self.feed.offset(trip, day, start)
                    begin, end = (offset + t for t in self.feed.span[trip])
                    run = (trip, day, start)
                    if run in self.live.updated or run in self.live.taken:
                        continue
                    if end >= self.start and begin < self.end:
                        self.add_run(run, self.feed.calls(*run))

    def add_run(self, run, calls, update=None):
        trip, day, start = run
        for call in calls:
            for kind in KINDS:
                scheduled, expected = call.scheduled[kind], call.expected[kind]
                time = scheduled if expected is None else expected
                if not call.on_board[kind] or time is None:
                    continue
                is_own = update is self.live.updated.get(run) and not call.is_extra
                if kind == "departure" and is_own:
                    self.departing[(*run, call.sequence, scheduled)] += 1
                row = [
                    trip, day.strftime("%Y%m%d"), call.sequence,
                    None if start is None else clock(start), call.platform, scheduled, expected,
                    call.status[kind],
                ]
                order = (
                    time, trip.encode(), -1 if call.sequence is None else call.sequence,
                    -1 if start is None else start, day, call.platform.encode(), row[-1],
                    -1 if scheduled is None else scheduled)
                for stop in {call.stop, call.platform}:
                    self.at_stop[kind].setdefault(stop, []).append((order, row))

    def check(self):
        """Each departure of the timetable is there once, but for runs that may leave the board."""
        for stop in self.feed.leaving:
            for found in self.feed.departures(stop, self.start, self.end - self.start):
                start = found.get("start_time") and departures.seconds(found["start_time"])
                run = (found["trip_id"], departures.date(found["service_date"]), start)
                key = (*run, found["stop_sequence"], instant(found["departure"]))
                update = self.live.updated.get(run)
                may_leave = update and (update.is_over or update.relationship in LEAVING)
                is_taken = run in self.live.taken and self.live.taken[run].times_only
                assert self.departing[key] == 1 or may_leave or is_taken, found

    def stops(self):
        """All stops at or below which something calls, by the timetable or live."""
        called = {row.stop for rows in self.feed.rows.values() for row in rows}
        called |= {stop for kind in KINDS for stop in self.at_stop[kind]}
        found = {above for stop in called if stop in self.feed.stops
                 for above in self.feed.above(stop)}
        return sorted(found, key=lambda stop: stop.encode())

    def board(self, kind, stop):
        """The rows of a stop and all places below it, each once."""
        found = {
            id(row): (key, row) for place in self.feed.below(stop)
            for key, row in self.at_stop[kind].get(place, [])
        }
        return sorted(found.values(), key=lambda each: each[0])


def read(paths, now):
    """The trip updates of some messages, and the newest time of a header."""
    updates, newest = [], now
    for path in paths:
        message = pb.FeedMessage()
        with open(path, "rb") as file:
            message.ParseFromString(file.read())
        time = clean_time(message.header.timestamp) or now
        newest = max(filter(None, (newest, time)), default=None)
        for entity in message.entity:
            if entity.HasField("trip_update") and not entity.is_deleted:
                updates.append(Update(entity, len(updates), time))
    return updates, newest


def print_json(value):
    print(json.dumps(value, ensure_ascii=False, separators=(",", ":")))


def print_matches(live):
    for update in live.updates:
        trip, day, start = update.run or (None, None, None)
        print_json({
            "entity": update.id, "trip_id": update.trip.trip_id, "result": update.result,
            "run": update.run and [
                trip, day.strftime("%Y%m%d"), None if start is None else clock(start)],
            "ignored": update.ignored,
        })
    results = [update.result for update in live.updates]
    print_json({result: results.count(result) for result in sorted(set(results))})


def print_run(live, trip, day, start=None):
    run = (trip, departures.date(day), departures.seconds(start) if start else None)
    for calls in live.calls_of_run(run):
        for call in calls:
            print_json({
                "stop_sequence": call.sequence, "stop": call.stop, "platform": call.platform,
                **{k: [call.scheduled[k], call.expected[k], call.status[k]] for k in KINDS},
            })


def main():
    parser = argparse.ArgumentParser(description="Live boards of all stops of a feed.")
    parser.add_argument("feed")
    parser.add_argument("messages", nargs="+")
    parser.add_argument("--at", nargs="+", type=instant, default=[])
    parser.add_argument("--instants", type=int, default=0)
    parser.add_argument("--window", type=int, default=3600)
    parser.add_argument("--part", default="0/1")
    parser.add_argument("--now", type=instant)
    parser.add_argument("--trip", nargs="+")
    parser.add_argument("--matches", action="store_true")
    options = parser.parse_args()
    updates, now = read(options.messages, options.now)
    if now is None and not options.at:
        parser.error("no header has a time: --at or --now says which")
    live = Live(Feed(options.feed), updates)
    if options.matches:
        for update in live.kept():
            live.calls_of(update)
        return print_matches(live)
    if options.trip:
        return print_run(live, *options.trip)
    steps = max(options.instants - 1, 1)
    instants = options.at + [
        now - 7200 + 18000 * n // steps for n in range(options.instants)] or [now]
    part, parts = map(int, options.part.split("/"))
    line = 0
    boards = Boards(live, min(instants), max(instants) + options.window)
    for stop in boards.stops():
        for kind in reversed(KINDS):
            board = boards.board(kind, stop)
            times = [key[0] for key, _ in board]
            for at in instants:
                line += 1
                if line % parts != part % parts:
                    continue
                first, last = (bisect.bisect_left(times, t) for t in (at, at + options.window))
                rows = [row for _, row in board[first:last]]
                print_json({"at": at, "kind": kind, "stop": stop, "rows": rows})


if __name__ == "__main__":
    main()
