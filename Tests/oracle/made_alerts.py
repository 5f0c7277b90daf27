#!/usr/bin/env python3
"""Makes alerts of GTFS Realtime for any feed, and trip updates that go with them.

    made_alerts.py FEED AT OUT --seed N [--updates N] [--wild]

FEED is a zip or a folder, AT is RFC 3339 or seconds since 1970. It writes OUT/alerts.pb,
updates.pb, of made_realtime.py, and cases.json: the case of each entity, by its id. There is an
alert for each scope that a selector can have, as far as the feed has such things, with periods by
chance, one for each pair of a communication_period and an impact_period, and ones for each
active_period. Severities, causes, effects, some of them unknown, and languages are by chance.
`--wild` adds what no producer should send. The same arguments give the same bytes.

It needs gtfs-realtime-bindings (PyPI). The cases are in made_alerts_of_runs.py and
made_alerts_of_places.py.
"""

import argparse
import contextlib
import json
import os

import departures
import made_realtime
from made_alerts_of_places import agency, route, route_stop, stop
from made_alerts_of_runs import CASES, trip
from made_updates import text
from realtime_alerts import AlertFeed
from realtime_matching import TRIP, clock, instant

LANGUAGES = [
    [None], ["en"], ["en", "de"], ["de", "en-AU", None], ["EN-gb", "fr-CA", "fr"], ["", "fr"],
    ["de", "fr-CA"], ["en-AU", "en"], [None, "en"], ["pt-BR", "pt-PT", "pt"], ["zh-Hant", "zh"]]
NAMES = ["none", "before", "now", "later", "open", "whole", "reversed", "ms", "several"]
UNKNOWN_NUMBERS = [0, 5, 12, 99, 2**31 - 1]
CAUSE, EFFECT, SEVERITY = 6, 7, 14


def varint(number):
    parts = []
    while number > 127:
        parts.append(number % 128 + 128)
        number //= 128
    return bytes([*parts, number])


class AlertMaker(made_realtime.Maker):
    def __init__(self, path, at, seed):
        super().__init__(AlertFeed(path), at, seed)
        feed, self.kinds = self.feed, {}
        for stop, kind in departures.rows_of(path, "stops.txt", ["stop_id", "location_type"]):
            self.kinds.setdefault(departures.integer(kind) or 0, []).append(stop)
        self.routes = sorted({run.route for run in self.runs if run.route in feed.routes})
        self.all_routes = sorted(feed.routes)
        self.agencies = sorted(feed.agencies)
        self.called = sorted({c.stop for run in self.runs for c in run.calls})
        self.stations = sorted({feed.top(stop) for stop in self.called} - set(self.called))
        self.out = self.message(at)
        self.added, self.found = [], {}

    # Choices

    def pick(self, choices):
        choices = list(choices)
        return self.random.choice(choices) if choices else None

    def run(self, *needs):
        return self.pick(self.fitting(needs))

    def routed(self, *needs):
        """A run whose route the feed has."""
        return self.pick(self.fitting(needs, routed=True))

    def fitting(self, needs, routed=False):
        if (needs, routed) not in self.found:
            self.found[needs, routed] = [
                run for run in self.runs if all(run.has(need) for need in needs)
                and (not routed or run.route in self.feed.routes)]
        return self.found[needs, routed]

    def agency(self, route):
        return self.feed.routes[route][0] or ""

    def other_agency(self, route):
        return self.pick(a for a in self.agencies if a != self.agency(route))

    def stop_of(self, run):
        return self.pick(run.calls).stop

    def moments(self):
        """Times of calls, so that a range begins or ends at the very time of a row."""
        run = self.run()
        return [c.scheduled["departure"] for c in run.calls] if run else [self.at]

    # Alerts

    @contextlib.contextmanager
    def alert(self, name, periods=True):
        """An alert of a case, which the block gives its selectors."""
        self.entity(self.out, name)
        alert = self.out.entity[-1].alert
        alert.SetInParent()
        yield alert
        if periods:
            self.some_periods(alert)
        self.some_words(alert, name)

    def some_periods(self, alert):
        if self.random.random() < 0.5:
            return
        for field in self.pick([
                ("active_period",), ("active_period",), ("communication_period",),
                ("impact_period",), ("communication_period", "impact_period")]):
            self.ranges(alert, field, self.random.choice(NAMES + ["call"]))

    def ranges(self, alert, field, name):
        at, hour = self.at, 3600
        edges = sorted(self.moments())
        for start, end in {
            "none": [],
            "before": [(at - 2 * hour, at)],
            "now": [(at, at + hour)],
            "later": [(at + hour // 2, at + 2 * hour)],
            "open": [self.pick([(at, None), (None, at + hour // 2), (0, at), (at + 900, 0)])],
            "whole": [self.pick([(None, None), (0, 0), (1, 2**64 - 1), (None, 253402300800)])],
            "reversed": [self.pick([(at + hour, at - hour), (at, at), (at * 1000, at - 1)])],
            "ms": [self.pick([
                (at * 1000, (at + hour) * 1000 + 999), (at, (at + hour) * 1000),
                (at * 1000 - 1, None)])],
            "several": [(at - hour, at - 600), (at + 600, at + 1200), (at + hour, None)],
            "call": [self.pick([
                (edges[0], edges[-1]), (edges[-1], None), (None, edges[0]), (edges[0], edges[0]),
                (edges[0], edges[0] + 1)])],
        }[name]:
            period = getattr(alert, field).add()
            if start is not None:
                period.start = start
            if end is not None:
                period.end = end

    def some_words(self, alert, name):
        self.number(alert, CAUSE, self.random.randint(1, 13))
        self.number(alert, EFFECT, self.random.randint(1, 11))
        self.number(alert, SEVERITY, self.random.randint(1, 4))
        self.translate(alert.header_text, name, self.pick(LANGUAGES))
        self.translate(alert.description_text, "About " + name, self.pick(LANGUAGES))
        if self.random.random() < 0.3:
            self.translate(alert.url, "https://example.org/" + name, self.pick(LANGUAGES))

    def number(self, alert, field, number):
        """Sometimes none, sometimes one that no schema has."""
        chance = self.random.random()
        if chance < 0.1:
            return
        if chance < 0.2:
            number = self.random.choice(UNKNOWN_NUMBERS)
            number += 90 if field != SEVERITY and 0 < number < 90 else 0
        alert.MergeFromString(varint(field * 8) + varint(number))

    def translate(self, field, words, languages):
        for n, language in enumerate(languages):
            each = field.translation.add(text="%s (%s, %d)" % (words, language, n))
            if language is not None:
                each.language = language

    def make_all(self, is_wild):
        for entity in self.first.entity:
            update = entity.trip_update
            if update.trip.schedule_relationship in (TRIP.NEW, TRIP.ADDED, TRIP.DUPLICATED):
                self.added.append(update)
        names = [name for name, (_, wild) in CASES.items() if is_wild or not wild]
        self.random.shuffle(names)
        for name in names:
            with self.alert(name) as alert:
                lacks = CASES[name][0](self, alert) is False
            if lacks:
                del self.cases[self.out.entity[-1].id]
                del self.out.entity[-1]
        self.all_periods()
        if is_wild:
            self.chaos(60)
            self.repeat()

    def all_periods(self):
        pairs = [("", communication, impact) for communication in NAMES for impact in NAMES]
        pairs += [(active, "none", "none") for active in [*NAMES, "call", "call", "call"]]
        pairs += [(active, "none", "now") for active in NAMES]
        pairs += [("", "none", "call")] * 6 + [("", "call", "call")] * 3
        easy = [easy for easy in (route, trip, stop, route_stop) if self.runs]
        for n, names in enumerate(pairs):
            name = "period_" + "_".join(name or "none" for name in names)
            with self.alert(name, periods=False) as alert:
                easy[n % len(easy)](self, alert) if easy else agency(self, alert)
                fields = ("active_period", "communication_period", "impact_period")
                for field, each in zip(fields, names):
                    self.ranges(alert, field, each or "none")

    # Nonsense

    def chaos(self, count):
        for _ in range(count):
            with self.alert("chaos", periods=False) as alert:
                for _ in range(self.random.choice([0, 1, 1, 1, 2, 5])):
                    self.any_selector(alert.informed_entity.add())
                for field in ("active_period", "communication_period", "impact_period"):
                    for _ in range(self.random.choice([0, 0, 1, 2])):
                        self.ranges(alert, field, self.random.choice(NAMES + ["call"]))
                if self.random.random() < 0.5:
                    for field in (alert.header_text, alert.description_text, alert.url):
                        self.any_text(field)

    def any_text(self, field):
        field.Clear()
        for _ in range(self.random.randrange(5)):
            words = self.random.choice([None, "", "", *made_realtime.TEXTS])
            each = field.translation.add()
            if words is not None:
                each.text = words
            if self.random.random() < 0.7:
                each.language = self.random.choice(
                    ["", "en", "EN", "en-AU", "fr", "fr-ca", "de", "-", "x"])

    def any_selector(self, selector):
        run, other = self.run(), self.run()
        chance = self.random.random
        if chance() < 0.3:
            selector.agency_id = self.random.choice(["", "nowhere", *self.agencies])
        if chance() < 0.4 and self.all_routes:
            selector.route_id = self.random.choice(
                ["", "nowhere", self.random.choice(self.all_routes), run and run.route or ""])
        if chance() < 0.3:
            selector.route_type = self.random.choice(
                [-1, 0, 1, 2, 3, 4, 7, 11, 12, 200, 700, 714, 2000, self.any_type()])
        if chance() < 0.3:
            selector.direction_id = self.random.choice([0, 1, 1, 2, 2**32 - 1])
        if chance() < 0.4 and self.stops:
            selector.stop_id = self.random.choice(
                ["", "nowhere", self.random.choice(self.stops), self.stop_of(run) if run else ""])
        if chance() < 0.3:
            selector.trip.SetInParent()
            if run and chance() < 0.8:
                self.name(selector.trip, self.random.choice([run, run, other]))
                for field in ("trip_id", "start_date", "start_time"):
                    if chance() < 0.3:
                        selector.trip.ClearField(field)
                    elif chance() < 0.1:
                        setattr(selector.trip, field, self.random.choice(["", "7:0", "today"]))
            if run and chance() < 0.4:
                selector.trip.route_id = run.route or ""
                selector.trip.direction_id = self.random.randrange(2)
            if chance() < 0.4:
                selector.trip.schedule_relationship = self.random.choice([0, 1, 2, 3, 5, 6, 7, 8])

    def any_type(self):
        codes = sorted(code for code in self.feed.published if code is not None)
        return self.random.choice(codes) if codes else 3

    @staticmethod
    def name(trip, run):
        trip.trip_id, trip.start_date, trip.start_time = run.trip, text(run.day), clock(run.first)

    def repeat(self):
        """Ids twice, ids that look as if they were second ones, deleted entities."""
        entities = list(self.out.entity)
        for n, entity in enumerate(self.random.sample(entities, min(12, len(entities)))):
            copy = self.out.entity.add()
            copy.CopyFrom(entity)
            if n % 3 == 1:
                copy.id = entity.id + "#2"
            if n % 4 == 3:
                copy.is_deleted = True
            self.cases[copy.id] = self.cases[entity.id]
            if n % 5 == 2:
                self.out.entity.add().CopyFrom(entity)


def main():
    parser = argparse.ArgumentParser(description="Alerts of GTFS Realtime for any feed.")
    parser.add_argument("feed")
    parser.add_argument("at", type=instant)
    parser.add_argument("out")
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--updates", type=int, default=100)
    parser.add_argument("--wild", action="store_true")
    options = parser.parse_args()
    make = AlertMaker(options.feed, options.at, options.seed)
    make.updates(options.updates, options.wild)
    make.make_all(options.wild)
    for entity in make.second.entity:
        del make.cases[entity.id]
    os.makedirs(options.out, exist_ok=True)
    for name, message in (("updates", make.first), ("alerts", make.out)):
        with open(os.path.join(options.out, name + ".pb"), "wb") as file:
            file.write(message.SerializePartialToString(deterministic=True))
    with open(os.path.join(options.out, "cases.json"), "w") as file:
        json.dump(make.cases, file, indent=0, sort_keys=True)
        file.write("\n")


if __name__ == "__main__":
    main()
