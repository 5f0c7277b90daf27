"""Finds the runs that trip updates of GTFS Realtime are about, for realtime.py."""

import datetime

from google.transit import gtfs_realtime_pb2 as pb

import departures

DAY = 86400
# A run that is so early or late still lies in its span; spans of longer trips than that overlap.
MARGIN, LONGEST_SPAN = 3 * 3600, 9 * 3600
KINDS = ("arrival", "departure")
TRIP = pb.TripDescriptor
STOP = pb.TripUpdate.StopTimeUpdate
NOT_AVAILABLE = STOP.StopTimeProperties.DropOffPickupType.NONE


def instant(text):
    if departures.integer(text) is not None:
        return int(text)
    return int(datetime.datetime.fromisoformat(text.replace("Z", "+00:00")).timestamp())


def clock(seconds):
    return "%02d:%02d:%02d" % (seconds // 3600, seconds // 60 % 60, seconds % 60)


def clean_time(time):
    """Seconds since 1970; None for what is no such time."""
    if 10**12 <= time < 10**13:
        time //= 1000
    return time if 0 < time < 10**11 else None


def service_day(text):
    """A day as feeds may have them; None for any other text."""
    day = departures.date(text)
    return day if day and 1900 <= day.year <= 2200 else None


def place(stop):
    return stop.stop_id or stop.stop_time_properties.assigned_stop_id


def times_of(update):
    """The times that an update gives for stops that it names."""
    times = [
        clean_time(getattr(getattr(stop, kind), field)) for stop in update.stops if place(stop)
        for kind in KINDS for field in ("scheduled_time", "time")
    ]
    return [time for time in times if time is not None]


class Update:
    """A trip update with what its message says about it."""

    def __init__(self, entity, order, now):
        self.id = entity.id
        self.body = entity.trip_update
        self.trip = self.body.trip
        self.now = now
        self.age = (clean_time(self.body.timestamp) or now or 0, order)
        self.date = service_day(self.trip.start_date)
        self.start = departures.seconds(self.trip.start_time)
        self.stops = self.body.stop_time_update
        self.relationship = self.trip.schedule_relationship
        if self.relationship == TRIP.REPLACEMENT and any(map(place, self.stops)):
            if not times_of(self):
                # It has no run to put in the place of the timetable's.
                self.relationship = TRIP.SCHEDULED
        self.result, self.run = None, None
        # The trip of which an added run is a copy, and whether delays mean nothing for it.
        self.template, self.times_only = None, False
        self.ignored, self.is_over = 0, False
        # The update with the calls of an added run that this one cancels, and whether it is such a one.
        self.ended, self.is_new = None, False


class Call:
    """A call of a run: what the timetable says, in seconds since 1970, and what is expected."""

    def __init__(
            self, sequence, stop, arrival, departure, has_arrival, has_departure,
            may_arrive=True, may_leave=True):
        self.sequence, self.stop, self.platform = sequence, stop, stop
        self.scheduled = {"arrival": arrival, "departure": departure}
        self.on_board = {"arrival": has_arrival, "departure": has_departure}
        # Whether riders may alight and board there by the timetable, wherever that is.
        self.may_arrive, self.may_leave = may_arrive, may_leave
        self.expected = {"arrival": None, "departure": None}
        self.status = {"arrival": "scheduled", "departure": "scheduled"}
        # It is beside those of the timetable.
        self.has_update, self.is_extra = False, False

    def set(self, status, arrival=None, departure=None):
        self.status = {"arrival": status, "departure": status}
        self.expected = {"arrival": arrival, "departure": departure}

    def forbid(self, properties):
        """Where nobody may board or alight, the stop is as good as skipped."""
        for kind, field in (("arrival", "drop_off_type"), ("departure", "pickup_type")):
            if properties.HasField(field) and getattr(properties, field) == NOT_AVAILABLE:
                self.status[kind], self.expected[kind] = "skipped", None


class Feed(departures.Feed):
    def __init__(self, path):
        super().__init__(path)
        self.direction = {}
        for trip, way in departures.rows_of(path, "trips.txt", ["trip_id", "direction_id"]):
            self.direction.setdefault(trip, departures.integer(way))
        self.first, self.span = {}, {}
        for trip in self.trips:
            rows = self.rows.get(trip, [])
            times = [t for row in rows for t in (row.arrival, row.departure) if t is not None]
            begin = min(times, default=0)
            own = rows[0].departure if rows else None
            self.first[trip] = begin if own is None else own
            self.span[trip] = (begin, max(times, default=0))
        self.longest = max([0] + [end for _, end in self.span.values()])
        for trip, headways in self.headways.items():
            if trip in self.span:
                ends = [end for _, end, _, _ in headways]
                ride = self.span[trip][1] - self.span[trip][0]
                self.longest = max([self.longest] + [end + ride for end in ends])
        self.of_route = None

    def top(self, stop):
        for _ in range(3):
            parent = self.stops[stop][1]
            if not parent or parent not in self.stops:
                break
            stop = parent
        return stop

    def above(self, stop):
        """The places that the stop is part of, and itself."""
        chain = [stop]
        while self.stops[chain[-1]][1] in self.stops and self.stops[chain[-1]][1] not in chain:
            chain.append(self.stops[chain[-1]][1])
        return chain

    def is_same_station(self, a, b):
        if a == b:
            return True
        return a in self.stops and b in self.stops and self.top(a) == self.top(b)

    def base(self, day, route):
        return self.noon_minus_twelve(day, self.route_zone.get(route, self.agency_zone))

    def offset(self, trip, day, start):
        """Seconds since 1970 to which the times of the trip's rows are added."""
        shift = 0 if start is None else start - self.first[trip]
        return self.base(day, self.trips[trip][0]) + shift

    def starts(self, trip):
        """The starts of a trip of frequencies.txt; None alone for others."""
        if trip not in self.headways:
            return [None]
        return sorted({s for f, e, h, _ in self.headways[trip] for s in range(f, e, h)})

    def calls(self, trip, day, start):
        offset, rows = self.offset(trip, day, start), self.rows.get(trip, [])
        calls = []
        for i, row in enumerate(rows):
            arrival = departure = None
            if row.time is not None:
                arrival = offset + (row.time if row.arrival is None else row.arrival)
                departure = offset + row.time
            is_place = row.time is not None and row.stop in self.stops
            may_arrive = i > 0 and row.drop_off != 1
            may_leave = i < len(rows) - 1 and row.pickup != 1
            calls.append(Call(
                row.sequence, row.stop, arrival, departure, is_place and may_arrive,
                is_place and may_leave, may_arrive, may_leave))
        return calls

    def trips_starting(self, route, start, day):
        if self.of_route is None:
            self.of_route = {}
            for trip, (of, _, _) in self.trips.items():
                if trip not in self.headways and self.rows.get(trip):
                    self.of_route.setdefault((of, self.first[trip]), []).append(trip)
        found = self.of_route.get((route, start), [])
        return [trip for trip in found if self.runs(self.trips[trip][1], day)]


class Matcher:
    """Finds the run that an update is about: (trip_id, service day, start or None)."""

    def __init__(self, feed):
        self.feed = feed

    def match(self, update):
        """How the run was found, or why not, and the run."""
        trip = update.trip
        if trip.trip_id in self.feed.trips:
            return self.by_id(update)
        if not trip.trip_id and trip.HasField("modified_trip"):
            return "modified", None
        if not trip.route_id and not trip.trip_id:
            return "no_trip", None
        return self.by_descriptor(update)

    def by_id(self, update):
        trip = update.trip.trip_id
        if trip in self.feed.headways:
            return self.by_headway(update)
        if update.date is None:
            day = self.undated(update, trip, None)
            return ("trip_id", (trip, day, None)) if day else ("not_running", None)
        day = self.near(update, trip, None, update.date)
        return ("trip_id", (trip, day, None)) if day else ("not_running", None)

    def near(self, update, trip, start, given, by_clock=False):
        """The day of a run whose update gives one, which may be that before or after. An update
        that names the run by the clock names it by the calendar's day."""
        service = self.feed.trips[trip][1]
        days = [given]
        late = (self.feed.first[trip] if start is None else start) // DAY
        if late:
            days.insert(0 if by_clock else 1, given - datetime.timedelta(days=1))
        days = [day for day in days if self.feed.runs(service, day)]
        most = self.day_of_most(update, trip, start)
        if most and -1 <= (given - most).days <= 1 + late:
            return most
        if days and self.absolute_time(update) is not None:
            return self.nearest(update, trip, start, days, farthest=None)
        return days[0] if days else None

    def day_of_most(self, update, trip, start):
        """The day in whose span of the run more than half of the calls lie."""
        begin, end = self.feed.span[trip]
        firsts = (next(self.times_of(stop), None) for stop in update.stops)
        times = sorted(first[1] for first in firsts if first)
        if not times or not 0 < end - begin <= LONGEST_SPAN:
            return None
        middle = datetime.datetime.fromtimestamp(times[len(times) // 2], datetime.timezone.utc)
        back = self.feed.longest // DAY + 3
        for n in range(-back, 4):
            day = middle.date() + datetime.timedelta(days=n)
            if not self.feed.runs(self.feed.trips[trip][1], day):
                continue
            offset = self.feed.offset(trip, day, start)
            first, last = offset + begin - MARGIN, offset + end + MARGIN
            if 2 * sum(first <= time <= last for time in times) > len(times):
                return day
        return None

    def by_headway(self, update):
        trip, start = update.trip.trip_id, update.start
        if start is None:
            return "no_start", None
        headways = sorted(self.feed.headways[trip])
        by_clock = (
            self.slot(trip, start)[0] is None and self.slot(trip, start + DAY)[0] is not None)
        if by_clock:
            start += DAY
        around = [h for h in headways if h[0] <= start < h[1]]
        found = [h for h in around if (start - h[0]) % h[2] == 0]
        found = (found or [h for h in around if h[3] != 1])[:1]
        if not found and (around or all(h[3] == 1 for h in headways)):
            return "off_headway", None
        if update.date is not None:
            day = self.near(update, trip, start, update.date, by_clock)
        else:
            day = self.undated(update, trip, start)
        return ("trip_id", (trip, day, start)) if day else ("not_running", None)

    def undated(self, update, trip, start):
        day = self.day_of_most(update, trip, start)
        service = self.feed.trips[trip][1]
        return day or self.nearest(update, trip, start, self.days_around(update, service))

    def slot(self, trip, start):
        """The start of the headway in which a run lies, and whether it has exact times."""
        around = [h for h in sorted(self.feed.headways[trip]) if h[0] <= start < h[1]]
        found = [h for h in around if (start - h[0]) % h[2] == 0]
        for first, _, headway, exact in found or [h for h in around if h[3] != 1]:
            return first + (start - first) // headway * headway, exact == 1
        return None, False

    def by_descriptor(self, update):
        trip = update.trip
        stops = [s.stop_id for s in update.stops if s.stop_id]
        unknown = "unknown_trip" if trip.trip_id else "no_trip"
        if not trip.route_id or update.start is None or update.date is None:
            return unknown, None
        if not stops and (trip.trip_id or not trip.HasField("direction_id")):
            return unknown, None
        for back in (0, 1, -1):
            day = update.date - datetime.timedelta(days=back)
            found = [
                name for name in self.feed.trips_starting(
                    trip.route_id, update.start + back * DAY, day)
                if self.has_direction(trip, name) and self.has_stops(name, stops)
            ]
            if len(found) > 1:
                return "ambiguous", None
            if found:
                day = self.near(update, found[0], None, day) or day
                return "descriptor", (found[0], day, None)
        return unknown, None

    def has_direction(self, trip, name):
        return not trip.HasField("direction_id") or self.feed.direction[name] == trip.direction_id

    def has_stops(self, name, stops):
        rows = iter(self.feed.rows[name])
        return all(any(self.feed.is_same_station(row.stop, s) for row in rows) for s in stops)

    def days_around(self, update, service, any_day=False):
        """The days of a service whose trips can be near the update's times."""
        time = self.absolute_time(update)
        time = update.now if time is None else time
        if time is None:
            return []
        today = datetime.datetime.fromtimestamp(time, datetime.timezone.utc).date()
        back = self.feed.longest // DAY + 3
        days = [today + datetime.timedelta(days=n) for n in range(-back, 4)]
        return [day for day in days if any_day or self.feed.runs(service, day)]

    def nearest(self, update, trip, start, days, farthest=DAY):
        """The day whose run is nearest to the update's first time, else to its message's."""
        best = None
        time, planned = self.first_time(update, trip)
        for day in sorted(days):
            offset = self.feed.offset(trip, day, start)
            if planned is not None:
                far = abs(time - (offset + planned))
            else:
                begin, end = (offset + t for t in self.feed.span[trip])
                moment = update.now if time is None else time
                if moment is None:
                    return None
                far = max(begin - moment, moment - end, 0)
            if (best is None or far < best[0]) and (farthest is None or far <= farthest):
                best = (far, day)
        return best and best[1]

    @staticmethod
    def times_of(stop):
        if stop.schedule_relationship in (STOP.SKIPPED, STOP.NO_DATA):
            return
        for kind in KINDS:
            time = clean_time(getattr(stop, kind).time)
            if time is not None:
                yield kind, time

    def times(self, update):
        return ((stop, kind, time) for stop in update.stops for kind, time in self.times_of(stop))

    def absolute_time(self, update):
        return next((time for _, _, time in self.times(update)), None)

    def first_time(self, update, trip):
        """The first time in the update, if possible of a known row with the time it has there."""
        rows = self.feed.rows.get(trip, [])
        for stop, kind, time in self.times(update):
            found = [r for r in rows
                     if stop.HasField("stop_sequence") and r.sequence == stop.stop_sequence]
            if stop.stop_id:
                found = found or [r for r in rows if r.stop == stop.stop_id]
                found = found or [
                    r for r in rows if self.feed.is_same_station(r.stop, stop.stop_id)]
            for row in found[:1]:
                planned = row.time
                if kind == "arrival" and row.arrival is not None:
                    planned = row.arrival
                if planned is not None:
                    return time, planned
        return self.absolute_time(update), None
