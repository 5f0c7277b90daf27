#!/usr/bin/env python3
"""Makes GTFS Realtime for any feed: trip updates of all kinds, some vehicles and alerts.

    made_realtime.py FEED AT OUT --seed N [--updates N] [--wild] [--all-fields]

FEED is a zip or a folder, AT is RFC 3339 or seconds since 1970. It writes OUT/trip_updates.pb,
second.pb (trip updates of another source), vehicles.pb, alerts.pb and cases.json: the case of each
entity, by its id. `--wild` adds what no producer should send. `--all-fields` adds all.pb, where
messages of every kind have any value in any field. The same arguments give the same bytes.

It needs gtfs-realtime-bindings (PyPI). The cases of trip updates are in made_runs.py,
made_stops.py and made_trips.py.
"""

import argparse
import contextlib
import datetime
import json
import os
import random

from google.protobuf.descriptor import FieldDescriptor
from google.transit import gtfs_realtime_pb2 as pb

# Each adds its cases to those of made_updates.
import made_runs
import made_stops
import made_trips
import made_updates
from realtime_matching import Feed, instant

# Fields that nobody knows, of each way to write one.
UNKNOWN = [
    bytes.fromhex(text) for text in (
        "c23e03616263", "f87c9601", "e55d01020304", "e95d0102030405060708", "f35d0801f45d")
]
HOURS_BEFORE, HOURS_AFTER = 3, 4
TEXTS = ["", "a", "Ünïcode – 駅", "two\nlines", "\0", "<b>&amp;</b>", "🚋" * 9, "x" * 300]
WHOLE = [0, 1, -1, 2, 3, 127, 128, 255, 16384, 2**31 - 1, -(2**31), 2**63 - 1, -(2**63), 2**32 - 1]


class Maker:
    def __init__(self, feed, at, seed):
        self.feed, self.at = feed, at
        self.random = random.Random(seed)
        self.stops = sorted(feed.stops)
        self.runs = sorted(self.runs_around(), key=lambda r: (r.trip, r.day, r.start or 0))
        self.random.shuffle(self.runs)
        self.cases, self.count, self.case = {}, 0, ""
        self.first, self.second = self.message(at), self.message(at - 20)
        self.current = self.first

    def message(self, time):
        message = pb.FeedMessage()
        message.header.gtfs_realtime_version = "2.0"
        message.header.incrementality = pb.FeedHeader.FULL_DATASET
        message.header.timestamp = time
        return message

    def runs_around(self):
        feed = self.feed
        today = datetime.datetime.fromtimestamp(self.at, datetime.timezone.utc).date()
        days = [
            today + datetime.timedelta(days=n) for n in range(-2 - feed.longest // 86400, 3)]
        for trip, (_, service, _) in feed.trips.items():
            rows = feed.rows.get(trip, [])
            if len(rows) < 2 or any(r.time is None or r.stop not in feed.stops for r in rows):
                continue
            for day in days:
                if not feed.runs(service, day):
                    continue
                for start in feed.starts(trip):
                    begin, end = (feed.offset(trip, day, start) + t for t in feed.span[trip])
                    if end > self.at - HOURS_BEFORE * 3600 and begin < self.at + HOURS_AFTER * 3600:
                        yield made_updates.Run(feed, trip, day, start)

    def late(self):
        return self.random.choice([
            0, self.random.randint(-300, 1500), self.random.randint(-300, 1500),
            self.random.choice([-1, 1]) * self.random.randint(3600, 9000)])

    @contextlib.contextmanager
    def in_second(self):
        self.current = self.second
        yield
        self.current = self.first

    def entity(self, message, case):
        self.count += 1
        entity = message.entity.add(id="%s-%d" % (case, self.count))
        self.cases[entity.id] = case
        return entity

    def update(self):
        return self.entity(self.current, self.case).trip_update

    def updates(self, count, is_wild):
        """Case after case, each with a run that none had before, as long as there are any."""
        names = [n for n, (_, _, wild) in made_updates.CASES.items() if is_wild or not wild]
        self.random.shuffle(names)
        names *= count // len(names) + 1
        if is_wild:
            names = [name for pair in zip(names, ["chaos"] * len(names)) for name in pair]
        used, places = set(), {}
        for self.case in names[:count]:
            function, needs, _ = made_updates.CASES[self.case]
            place = places.get(needs, 0)
            while place < len(self.runs):
                run = self.runs[place]
                place += 1
                if place not in used and all(run.has(need) for need in needs):
                    used.add(place)
                    function(self, run)
                    break
            places[needs] = place
        for update in (e.trip_update for e in self.first.entity):
            if self.random.random() < 0.3:
                update.vehicle.id = "v%d" % self.random.randrange(1000)
            if self.random.random() < 0.2 and not update.HasField("timestamp"):
                update.timestamp = self.at - self.random.randrange(60)

    def vehicles(self, count):
        message = self.message(self.at)
        for n, run in enumerate(self.runs[:count]):
            vehicle = self.entity(message, "vehicle").vehicle
            if n % 6:
                vehicle.trip.trip_id = run.trip
                vehicle.trip.start_date = made_updates.text(run.day)
            call = self.random.choice(run.calls)
            if n % 3:
                vehicle.current_stop_sequence = call.sequence
                vehicle.current_status = self.random.randrange(3)
            if n % 2:
                vehicle.stop_id = call.stop
            place = self.feed.stops[call.stop][0]
            if place:
                vehicle.position.latitude, vehicle.position.longitude = place
            vehicle.vehicle.id = "v%d" % n
            vehicle.timestamp = self.at - self.random.randrange(400)
            vehicle.occupancy_status = self.random.randrange(9)
        return message

    def alerts(self, count):
        message = self.message(self.at)
        for n, run in enumerate(self.runs[:count]):
            alert = self.entity(message, "alert").alert
            entity = alert.informed_entity.add()
            kind = n % 5
            if kind == 0:
                entity.trip.trip_id = run.trip
            if kind in (1, 2) and run.route:
                entity.route_id = run.route
            if kind in (2, 3):
                entity.stop_id = self.random.choice(run.calls).stop
            if kind == 4:
                entity.route_type = 3
            alert.header_text.translation.add(text="Alert %d" % n, language="en")
            alert.cause, alert.effect = 1 + n % 13, 1 + n % 11
            if n % 2:
                start = self.at + self.random.choice([-3600, 3600])
                alert.active_period.add(start=start, end=start + 7200)
        return message

    # Every field of every message

    def everything(self, count):
        message = self.message(self.at)
        self.fill(message.header, 0)
        fields = list(pb.FeedEntity.DESCRIPTOR.fields)
        kinds = [f.name for f in fields if f.message_type]
        for n in range(count):
            kind = kinds[n % len(kinds)]
            self.fill(getattr(self.entity(message, kind), kind), 0)
        return message

    def fill(self, message, depth):
        """Most fields, with any value; those that must be there always."""
        message.SetInParent()
        for field in message.DESCRIPTOR.fields:
            is_repeated = field.is_repeated
            chance = 1 if field.is_required else 0.7 / (depth + 1) if is_repeated else 0.7
            if self.random.random() >= chance:
                continue
            for _ in range(self.random.randint(1, 3) if is_repeated else 1):
                if field.message_type and is_repeated:
                    self.fill(getattr(message, field.name).add(), depth + 1)
                elif field.message_type:
                    self.fill(getattr(message, field.name), depth + 1)
                elif is_repeated:
                    getattr(message, field.name).append(self.value(field))
                else:
                    setattr(message, field.name, self.value(field))
        if self.random.random() < 0.1:
            message.MergeFromString(self.random.choice(UNKNOWN))

    def value(self, field):
        if field.enum_type:
            return self.random.choice([v.number for v in field.enum_type.values])
        kind = field.cpp_type
        if kind == FieldDescriptor.CPPTYPE_STRING:
            return self.random.choice(TEXTS)
        if kind == FieldDescriptor.CPPTYPE_BOOL:
            return self.random.random() < 0.5
        if kind in (FieldDescriptor.CPPTYPE_FLOAT, FieldDescriptor.CPPTYPE_DOUBLE):
            return self.random.choice([0.0, -0.0, 0.1, -33.8568, 151.2153, 1e-30, 3e38, -12345.678])
        bits = 32 if kind in (FieldDescriptor.CPPTYPE_INT32, FieldDescriptor.CPPTYPE_UINT32) else 64
        whole = self.random.choice(WHOLE)
        if kind in (FieldDescriptor.CPPTYPE_UINT32, FieldDescriptor.CPPTYPE_UINT64):
            return whole % 2**bits
        return (whole + 2**(bits - 1)) % 2**bits - 2**(bits - 1)


def main():
    parser = argparse.ArgumentParser(description="GTFS Realtime for any feed.")
    parser.add_argument("feed")
    parser.add_argument("at", type=instant)
    parser.add_argument("out")
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--updates", type=int, default=200)
    parser.add_argument("--wild", action="store_true")
    parser.add_argument("--all-fields", action="store_true")
    options = parser.parse_args()
    make = Maker(Feed(options.feed), options.at, options.seed)
    make.updates(options.updates, options.wild)
    messages = {
        "trip_updates": make.first, "second": make.second,
        "vehicles": make.vehicles(options.updates // 4),
        "alerts": make.alerts(options.updates // 8),
    }
    if options.all_fields:
        messages["all"] = make.everything(options.updates)
    os.makedirs(options.out, exist_ok=True)
    for name, message in messages.items():
        with open(os.path.join(options.out, name + ".pb"), "wb") as file:
            file.write(message.SerializeToString(deterministic=True))
    with open(os.path.join(options.out, "cases.json"), "w") as file:
        json.dump(make.cases, file, indent=0, sort_keys=True)
        file.write("\n")


if __name__ == "__main__":
    main()
