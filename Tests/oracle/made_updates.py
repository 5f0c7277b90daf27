"""Trip updates of all kinds, valid and not, for made_realtime.py.

Each function below makes the update of one case: `@case` names what a run must have to be chosen
for it, `@wild` is for what no producer should send. They take the message's maker and a run.
"""

import datetime

from google.transit import gtfs_realtime_pb2 as pb

TRIP = pb.TripDescriptor
STOP = pb.TripUpdate.StopTimeUpdate
DAY = 86400

# name: (function, what the run needs, whether only wild messages have it)
CASES = {}


def case(*needs, is_wild=False):
    def add(function):
        CASES[function.__name__] = (function, needs, is_wild)
        return function
    return add


def wild(*needs):
    return case(*needs, is_wild=True)


def text(day):
    return day.strftime("%Y%m%d")


def clock(seconds):
    return "%02d:%02d:%02d" % (seconds // 3600, seconds // 60 % 60, seconds % 60)


class Run:
    """A run of the timetable, which knows what it is good for."""

    def __init__(self, feed, trip, day, start):
        self.feed, self.trip, self.day, self.start = feed, trip, day, start
        self.route = feed.trips[trip][0]
        self.direction = feed.direction[trip]
        self.calls = feed.calls(trip, day, start)
        self.first = feed.first[trip] if start is None else start
        self.exact = None
        for begin, end, _, exact in sorted(feed.headways.get(trip, [])):
            if start is not None and begin <= start < end and self.exact is None:
                self.exact = exact

    def has(self, need):
        stops = [call.stop for call in self.calls]
        return {
            "plain": self.start is None,
            "exact": self.exact == 1,
            "about": self.start is not None and self.exact != 1,
            "night": self.start is None and self.first >= DAY,
            "loop": len(set(stops)) < len(stops),
            "once": len(set(stops)) == len(stops),
            "station": any(self.siblings(i) for i in range(len(stops))),
            "direction": self.direction is not None and self.route is not None,
            "long": len(stops) > 4,
        }[need]

    def siblings(self, i):
        """Other platforms of the station of a call."""
        stop = self.calls[i].stop
        top = self.feed.top(stop)
        if top == stop:
            return []
        return sorted(s for s in self.feed.below(top) if s not in (stop, top))

    def time(self, i, kind):
        return self.calls[i].scheduled[kind]


def begin(make, run, dated=True, relationship=None):
    """An update that names its run as the reference wants it."""
    update = make.update()
    update.trip.trip_id = run.trip
    if dated:
        update.trip.start_date = text(run.day)
    if run.start is not None:
        update.trip.start_time = clock(run.start)
    if relationship is not None:
        update.trip.schedule_relationship = relationship
    return update


def describe(make, run, trip_id=None, direction=True, relationship=None):
    update = make.update()
    trip = update.trip
    if trip_id:
        trip.trip_id = trip_id
    trip.route_id, trip.start_time, trip.start_date = run.route, clock(run.first), text(run.day)
    if direction and run.direction is not None:
        trip.direction_id = run.direction
    if relationship is not None:
        trip.schedule_relationship = relationship
    return update


def at(update, run, i, by="sequence", arrival=None, departure=None, form="time", what=None):
    """An update of a call. `form`: time, delay, or both."""
    stop = update.stop_time_update.add()
    if by in ("sequence", "both"):
        stop.stop_sequence = run.calls[i].sequence
    if by in ("id", "both"):
        stop.stop_id = run.calls[i].stop
    for kind, late in (("arrival", arrival), ("departure", departure)):
        if late is not None:
            event = getattr(stop, kind)
            if form in ("time", "both"):
                event.time = run.time(i, kind) + late
            if form in ("delay", "both"):
                event.delay = late
    if what is not None:
        stop.schedule_relationship = what
    return stop


def everywhere(update, run, late, by="both", form="time"):
    for i in range(len(run.calls)):
        at(update, run, i, by, late if i else None, late if i < len(run.calls) - 1 else None, form)


def somewhere(make, run, update, count=3, by=None, form=None):
    places = sorted(make.random.sample(range(len(run.calls)), min(count, len(run.calls))))
    for i in places:
        late = make.late()
        ways = ["sequence", "both", "id"] if run.has("once") else ["sequence", "both"]
        by_this = by or make.random.choice(ways)
        form_here = form or make.random.choice(["time", "delay", "both"])
        kinds = make.random.choice([(0, None), (None, 0), (0, 20)])
        at(update, run, i, by_this, *(None if k is None else late + k for k in kinds), form_here)
    return places


# Which run is meant


@case("plain")
def dated(make, run):
    somewhere(make, run, begin(make, run))


@case("plain")
def undated_with_time(make, run):
    somewhere(make, run, begin(make, run, dated=False), form="time")


@case("plain")
def undated_with_delay(make, run):
    somewhere(make, run, begin(make, run, dated=False), form="delay")


@case("plain")
def undated_canceled(make, run):
    begin(make, run, dated=False, relationship=TRIP.CANCELED)


@case("plain")
def other_start_time(make, run):
    update = begin(make, run)
    update.trip.start_time = clock(max(run.first - 120, 0))
    somewhere(make, run, update)


@case("plain", "direction")
def by_descriptor(make, run):
    everywhere(describe(make, run), run, make.late())


@case("plain", "direction")
def by_descriptor_with_delays(make, run):
    everywhere(describe(make, run), run, make.late(), by="id", form="delay")


@case("plain", "direction")
def by_descriptor_unknown_id(make, run):
    everywhere(describe(make, run, "of-another-version-" + run.trip), run, make.late())


@case("plain", "direction")
def by_descriptor_without_direction(make, run):
    everywhere(describe(make, run, direction=False), run, make.late())


@case("plain", "direction", "station")
def by_descriptor_other_platforms(make, run):
    update = describe(make, run)
    for i in range(len(run.calls)):
        stop = at(update, run, i, "id", departure=60)
        stop.stop_id = (run.siblings(i) or [stop.stop_id])[0]


@case("night", "direction")
def by_descriptor_after_midnight(make, run):
    update = describe(make, run)
    update.trip.start_date = text(run.day + datetime.timedelta(days=run.first // DAY))
    update.trip.start_time = clock(run.first % DAY)
    everywhere(update, run, make.late())


@case("plain", "direction")
def by_descriptor_canceled(make, run):
    describe(make, run, relationship=TRIP.CANCELED)


@case("plain", "direction")
def unknown_id_canceled(make, run):
    describe(make, run, "unknown-" + run.trip, relationship=TRIP.CANCELED)


@case("plain", "direction", "long")
def by_descriptor_wrong_order(make, run):
    update = describe(make, run)
    for i in (2, 1):
        at(update, run, i, "id", departure=120)


@case("plain")
def unknown_id(make, run):
    update = begin(make, run)
    update.trip.trip_id = "unknown-" + run.trip
    somewhere(make, run, update)


@case("plain")
def not_running(make, run):
    update = begin(make, run)
    update.trip.start_date = text(run.day - datetime.timedelta(days=3000))
    somewhere(make, run, update)


@case("plain")
def next_day(make, run):
    update = begin(make, run)
    update.trip.start_date = text(run.day + datetime.timedelta(days=1))
    somewhere(make, run, update, form="delay")


@case("night")
def night_by_service_day(make, run):
    somewhere(make, run, begin(make, run), form="time")


@case("night")
def night_by_calendar_day(make, run):
    update = begin(make, run)
    update.trip.start_date = text(run.day + datetime.timedelta(days=1))
    somewhere(make, run, update, form="time")


@case("night")
def night_by_calendar_day_with_delay(make, run):
    update = begin(make, run)
    update.trip.start_date = text(run.day + datetime.timedelta(days=1))
    somewhere(make, run, update, form="delay")


# Several updates of one run


@case("plain")
def newer_first(make, run):
    for age, late in ((5, 60), (50, 600)):
        update = begin(make, run)
        update.timestamp = make.at - age
        at(update, run, 0, departure=late)


@case("plain")
def newer_last(make, run):
    for age, late in ((50, 600), (5, 60)):
        update = begin(make, run)
        update.timestamp = make.at - age
        at(update, run, 0, departure=late)


@case("plain")
def equally_new(make, run):
    for late in (600, 60):
        at(begin(make, run), run, 0, departure=late)


@case("plain")
def canceled_then_updated(make, run):
    begin(make, run, relationship=TRIP.CANCELED).timestamp = make.at - 40
    at(begin(make, run), run, 0, departure=60)


@case("plain")
def two_sources(make, run):
    at(begin(make, run), run, 0, departure=60)
    with make.in_second():
        update = begin(make, run)
        at(update, run, 0, departure=300)
        update.timestamp = make.at + make.random.choice([-100, 0])


# Frequencies


@case("exact")
def exact_headway(make, run):
    somewhere(make, run, begin(make, run))


@case("exact")
def exact_off_headway(make, run):
    update = begin(make, run)
    update.trip.start_time = clock(run.start + 1)
    somewhere(make, run, update)


@case("about")
def about_headway(make, run):
    update = begin(make, run, relationship=TRIP.UNSCHEDULED)
    somewhere(make, run, update, form="time")
    for stop in update.stop_time_update:
        stop.schedule_relationship = STOP.UNSCHEDULED


@case("about")
def about_headway_between(make, run):
    update = begin(make, run, relationship=TRIP.UNSCHEDULED)
    update.trip.start_time = clock(run.start + make.random.randint(1, 100))
    somewhere(make, run, update, form="time")


@case("about")
def about_headway_twice(make, run):
    for shift in make.random.sample([5, 25, 45], 2):
        update = begin(make, run, relationship=TRIP.UNSCHEDULED)
        update.trip.start_time = clock(run.start + shift)
        at(update, run, 0, departure=shift + 30)


@case("about")
def about_headway_with_delay(make, run):
    somewhere(make, run, begin(make, run), form="delay")


@case("about")
def outside_headways(make, run):
    update = begin(make, run)
    update.trip.start_time = clock(max(0, min(h[0] for h in run.feed.headways[run.trip]) - 300))
    at(update, run, 0, departure=0)


@case("about")
def frequency_without_start(make, run):
    update = begin(make, run)
    update.trip.ClearField("start_time")
    somewhere(make, run, update)


@case("about")
def frequency_undated(make, run):
    somewhere(make, run, begin(make, run, dated=False), form="time")


@case("about")
def frequency_canceled(make, run):
    begin(make, run, relationship=TRIP.CANCELED)


@case("about")
def frequency_second_canceled(make, run):
    at(begin(make, run), run, 0, departure=30)
    update = begin(make, run, relationship=TRIP.CANCELED)
    update.trip.start_time = clock(run.start + 20)


@case("exact")
def frequency_deleted(make, run):
    begin(make, run, relationship=TRIP.DELETED)


@case("exact")
def frequency_replaced(make, run):
    update = begin(make, run, relationship=TRIP.REPLACEMENT)
    listed(make, run, update, late=60)


# Which stop is meant


@case("loop")
def loop_by_sequence(make, run):
    for i in range(len(run.calls)):
        if i == 0:
            update = begin(make, run)
        at(update, run, i, "sequence", 40 + i, 40 + i)


def twice(run):
    stops = [call.stop for call in run.calls]
    return [i for i, stop in enumerate(stops) if stops.count(stop) > 1]


@case("loop")
def loop_by_id_with_time(make, run):
    at(begin(make, run), run, make.random.choice(twice(run)), "id", departure=90)


@case("loop")
def loop_by_id_with_delay(make, run):
    at(begin(make, run), run, make.random.choice(twice(run)), "id", departure=90, form="delay")


@case("loop")
def loop_all_by_id(make, run):
    everywhere(begin(make, run), run, 90, by="id", form="delay")


@case("plain", "once")
def all_by_id(make, run):
    everywhere(begin(make, run), run, make.late(), by="id", form="both")


@case("plain", "long")
def wrong_sequence(make, run):
    stop = at(begin(make, run), run, 2, "both", departure=240)
    stop.stop_sequence = run.calls[make.random.choice([0, 1, 3])].sequence


@case("plain", "long")
def unknown_sequence(make, run):
    update = begin(make, run)
    at(update, run, 1, "both", departure=240).stop_sequence = 9_000_000
    at(update, run, 2, departure=500).stop_sequence = 9_000_001


@case("plain", "long")
def unknown_stop(make, run):
    update = begin(make, run)
    at(update, run, 1, "both", departure=240).stop_id = "no-such-stop"
    at(update, run, 3, "both", departure=500)


@case("plain", "long")
def stop_zero(make, run):
    update = begin(make, run)
    update.stop_time_update.add(stop_sequence=0).departure.delay = 0
    at(update, run, 3, departure=0, form="delay")


@case("station")
def platform_by_id(make, run):
    update = begin(make, run)
    for i in range(len(run.calls)):
        if run.siblings(i):
            at(update, run, i, "both", 60, 60).stop_id = make.random.choice(run.siblings(i))


@case("station")
def station_by_id(make, run):
    update = begin(make, run)
    for i in range(len(run.calls)):
        if run.siblings(i):
            at(update, run, i, "both", 60, 60).stop_id = run.feed.top(run.calls[i].stop)


@case("station")
def platform_assigned(make, run):
    update = begin(make, run)
    for i in range(len(run.calls)):
        if run.siblings(i):
            is_timed = make.random.random() < 0.5
            stop = at(update, run, i, departure=60 if is_timed else None)
            stop.stop_time_properties.assigned_stop_id = make.random.choice(run.siblings(i))
            if not is_timed:
                stop.schedule_relationship = STOP.NO_DATA


@case("station")
def platform_assigned_and_named(make, run):
    update = begin(make, run)
    for i in range(len(run.calls)):
        if run.siblings(i):
            stop = at(update, run, i, departure=60)
            stop.stop_id = stop.stop_time_properties.assigned_stop_id = run.siblings(i)[-1]


@case("plain")
def platform_elsewhere(make, run):
    stop = at(begin(make, run), run, 0, departure=60)
    stop.stop_time_properties.assigned_stop_id = make.random.choice(
        ["no-such-platform", make.random.choice(make.stops)])


# What is said about a stop


@case("plain", "long")
def delay_beside_time(make, run):
    at(begin(make, run), run, 1, departure=30).departure.delay = 45


@case("plain", "long")
def arrival_alone(make, run):
    update = begin(make, run)
    at(update, run, 1, arrival=make.late(), form="both")
    at(update, run, 3, arrival=make.late())


@case("plain", "long")
def departure_alone(make, run):
    update = begin(make, run)
    at(update, run, 1, departure=make.late(), form="delay")
    at(update, run, 3, departure=make.late())


@case("plain", "long")
def departure_before_arrival(make, run):
    update = begin(make, run)
    at(update, run, 1, arrival=600)
    at(update, run, 2, departure=-300)


@case("plain", "long")
def no_data_tail(make, run):
    update = begin(make, run)
    at(update, run, 1, arrival=200, departure=220)
    at(update, run, 3, what=STOP.NO_DATA)


@case("plain", "long")
def no_data_between(make, run):
    update = begin(make, run)
    at(update, run, 0, departure=200)
    at(update, run, 1, what=STOP.NO_DATA)
    at(update, run, 2)
    at(update, run, 3, arrival=300, departure=300, form="delay")


@case("plain", "long")
def skipped(make, run):
    update = begin(make, run)
    at(update, run, 0, departure=200)
    at(update, run, 1, "both", what=STOP.SKIPPED)
    at(update, run, 2, arrival=900, departure=900, what=STOP.SKIPPED)


@case("plain", "long")
def skipped_first(make, run):
    update = begin(make, run)
    at(update, run, 0, what=STOP.SKIPPED)
    at(update, run, 2, arrival=90)


@case("plain")
def all_skipped(make, run):
    update = begin(make, run)
    for i in range(len(run.calls)):
        at(update, run, i, "both", what=STOP.SKIPPED)


@case("plain", "long")
def no_event(make, run):
    update = begin(make, run)
    at(update, run, 0)
    at(update, run, 1, departure=120)
    at(update, run, 3).arrival.uncertainty = 60


@case("plain")
def trip_delay(make, run):
    begin(make, run).delay = make.late()


@case("plain", "long")
def trip_delay_until(make, run):
    update = begin(make, run)
    update.delay = make.late()
    at(update, run, 1, what=STOP.SKIPPED)
    at(update, run, 3, arrival=make.late(), departure=make.late())


@case("plain", "long")
def boarding_changes(make, run):
    update = begin(make, run)
    at(update, run, 1, departure=60).stop_time_properties.pickup_type = 1
    at(update, run, 2).stop_time_properties.drop_off_type = 1
    at(update, run, 3, arrival=5).stop_time_properties.pickup_type = make.random.choice([0, 2, 3])


@case("plain")
def occupancy(make, run):
    stop = at(begin(make, run), run, 0, what=STOP.NO_DATA)
    stop.departure_occupancy_status = make.random.randrange(9)


@case("plain")
def far_away(make, run):
    late = make.random.choice([-1, 1]) * make.random.randint(3000, DAY)
    at(begin(make, run), run, 0, departure=late, form=make.random.choice(["time", "delay"]))


@case("plain")
def over(make, run):
    update = begin(make, run)
    last = len(run.calls) - 1
    at(update, run, last).arrival.time = make.at - make.random.randint(1, 600)
    if make.random.random() < 0.5:
        update.stop_time_update.insert(0, at(update, run, 0, departure=-60))
        del update.stop_time_update[-1]


@case("plain")
def just_over(make, run):
    stop = at(begin(make, run), run, len(run.calls) - 1)
    stop.departure.time = make.at - make.random.choice([0, 1])


# The whole run


@case("plain")
def canceled(make, run):
    somewhere(make, run, begin(make, run, relationship=TRIP.CANCELED))


@case("plain")
def deleted(make, run):
    begin(make, run, relationship=TRIP.DELETED)


def listed(make, run, update, late=None, planned=None, gap=0.1):
    """The stops of a run as the calls of another."""
    late = make.late() if late is None else late
    planned = make.random.random() < 0.5 if planned is None else planned
    for i, call in enumerate(run.calls):
        stop = update.stop_time_update.add(stop_sequence=i + 1, stop_id=call.stop)
        for kind in ("arrival", "departure"):
            event = getattr(stop, kind)
            event.time = run.time(i, kind) + late
            if planned:
                event.scheduled_time = run.time(i, kind)
        if i and make.random.random() < gap:
            stop.schedule_relationship = make.random.choice([STOP.SKIPPED, STOP.NO_DATA])
    return update


def extra(make, run, relationship, dated=True, route=None):
    update = make.update()
    update.trip.trip_id = "extra-%d" % make.count
    update.trip.route_id = route or run.route or ""
    if dated:
        update.trip.start_date = text(run.day)
    update.trip.schedule_relationship = relationship
    update.trip_properties.trip_headsign = "Extra"
    return update


@case()
def new(make, run):
    listed(make, run, extra(make, run, TRIP.NEW))


@case()
def new_undated(make, run):
    listed(make, run, extra(make, run, TRIP.NEW, dated=False))


@case()
def new_on_unknown_route(make, run):
    listed(make, run, extra(make, run, TRIP.NEW, route="no-such-route"))


@case()
def new_without_predictions(make, run):
    update = listed(make, run, extra(make, run, TRIP.NEW), planned=True)
    for stop in update.stop_time_update:
        stop.schedule_relationship = STOP.NO_DATA
        stop.arrival.ClearField("time")
        stop.departure.ClearField("time")


@case()
def new_with_delays(make, run):
    update = listed(make, run, extra(make, run, TRIP.NEW), planned=True)
    for stop in update.stop_time_update:
        stop.departure.ClearField("time")
        stop.departure.delay = 75
        stop.ClearField("arrival")


@case()
def added(make, run):
    update = listed(make, run, extra(make, run, TRIP.ADDED), planned=False)
    update.trip.start_time = clock(run.first)
    update.stop_time_update[0].ClearField("arrival")
    update.stop_time_update[-1].ClearField("departure")


@case()
def new_and_added(make, run):
    first = listed(make, run, extra(make, run, TRIP.NEW))
    second = make.update()
    second.CopyFrom(first)
    second.trip.schedule_relationship = TRIP.ADDED


@case()
def unscheduled(make, run):
    listed(make, run, extra(make, run, TRIP.UNSCHEDULED), planned=False)


@case("plain")
def added_with_known_id(make, run):
    update = extra(make, run, make.random.choice([TRIP.ADDED, TRIP.NEW]))
    update.trip.trip_id = run.trip
    listed(make, run, update)


@case("plain")
def replaced(make, run):
    update = listed(make, run, begin(make, run, relationship=TRIP.REPLACEMENT))
    if len(update.stop_time_update) > 3:
        del update.stop_time_update[1]


@case("plain")
def replaced_with_delays(make, run):
    update = listed(make, run, begin(make, run, relationship=TRIP.REPLACEMENT), 100, planned=False)
    for stop in update.stop_time_update:
        stop.arrival.delay, stop.departure.delay = 100, 130


def copy_of(make, run, start, **properties):
    update = begin(make, run, relationship=TRIP.DUPLICATED)
    update.trip_properties.trip_id = "copy-%d" % make.count
    update.trip_properties.start_date = properties.get("date", text(run.day))
    update.trip_properties.start_time = clock(start)
    return update


@case("plain")
def duplicated(make, run):
    copy_of(make, run, run.first + 60 * make.random.randint(1, 30))


@case("plain", "long")
def duplicated_with_delays(make, run):
    update = copy_of(make, run, run.first + 600)
    at(update, run, 1, departure=45, form="delay")
    at(update, run, 3, arrival=700)


@case("plain")
def duplicated_another_day(make, run):
    day = run.day - datetime.timedelta(days=1)
    copy_of(make, run, run.first + DAY, date=text(day))


@case("plain")
def duplicated_without_properties(make, run):
    update = begin(make, run, relationship=TRIP.DUPLICATED)
    update.trip.start_time = clock(run.first + 240)
    at(update, run, 0, departure=300)


@case("plain")
def duplicated_and_added(make, run):
    copy = copy_of(make, run, run.first + 420)
    update = extra(make, run, TRIP.ADDED)
    update.trip.trip_id = make.random.choice([run.trip, copy.trip_properties.trip_id])
    listed(make, run, update, 420)


@case("plain")
def duplicated_instead(make, run):
    copy_of(make, run, run.first + 300)
    begin(make, run, relationship=TRIP.CANCELED)


# What nobody should send


@wild("plain")
def milliseconds(make, run):
    stop = at(begin(make, run), run, 0, departure=120)
    stop.departure.time *= 1000


@wild("plain", "long")
def time_zero(make, run):
    update = begin(make, run)
    at(update, run, 1, departure=180, form="delay").arrival.time = 0
    at(update, run, 2, departure=240, form="delay").departure.time = 0


@wild("plain", "long")
def absurd_times(make, run):
    update = begin(make, run)
    for i in range(3):
        late = make.random.choice([60, None])
        stop = at(update, run, i, departure=late, form="delay")
        getattr(stop, make.random.choice(["arrival", "departure"])).time = make.random.choice([
            -1, 1, 2**63 - 1, -(2**63), 10**11, 10**12 - 1, 10**13, make.at * 1000 + 999,
            run.time(i, "departure") + DAY, run.time(i, "departure") + DAY + 1,
            run.time(i, "departure") - DAY - 1])
    update.timestamp = make.random.choice([0, 1, 2**64 - 1, make.at * 1000])


@wild("plain", "long")
def absurd_delays(make, run):
    update = begin(make, run)
    update.delay = make.random.choice([2**31 - 1, -(2**31), DAY + 1, 30])
    for i in (1, 2):
        event = at(update, run, i).departure
        event.delay = make.random.choice([2**31 - 1, -(2**31), DAY, -DAY, DAY + 1, -DAY - 1])
        event.uncertainty = make.random.choice([-1, 2**31 - 1])


@wild("plain", "long")
def unsorted(make, run):
    update = begin(make, run)
    for i in make.random.sample(range(len(run.calls)), 4):
        at(update, run, i, make.random.choice(["sequence", "id", "both"]), 60 + i, 60 + i)


@wild("plain")
def repeated(make, run):
    update = begin(make, run)
    for late in (60, 300, 120):
        at(update, run, 0, make.random.choice(["sequence", "both"]), departure=late)


@wild("plain", "long")
def no_data_with_times(make, run):
    update = begin(make, run)
    at(update, run, 1, arrival=60, departure=60, what=STOP.NO_DATA)
    at(update, run, 2, departure=60, form="delay", what=STOP.UNSCHEDULED)


@wild("plain")
def unreadable_start(make, run):
    update = begin(make, run)
    update.trip.start_date = make.random.choice(["2026-11-28", "20261399", "", "1126"])
    update.trip.start_time = make.random.choice(["7:0:0", "25:99:00", "noon", "7:15"])
    somewhere(make, run, update)


@wild("plain")
def nameless(make, run):
    update = make.update()
    somewhere(make, run, update)
    update.trip.schedule_relationship = make.random.choice([0, 1, 2, 3, 5, 6, 7, 8])


@wild("plain")
def modified(make, run):
    update = make.update()
    update.trip.modified_trip.modifications_id = "m1"
    update.trip.modified_trip.affected_trip_id = run.trip
    at(update, run, 0, departure=60)


@wild("plain")
def replaced_by_nothing(make, run):
    update = begin(make, run, relationship=TRIP.REPLACEMENT)
    if make.random.random() < 0.5:
        at(update, run, 0, departure=60)


@wild("plain")
def duplicated_unknown(make, run):
    update = copy_of(make, run, run.first + 60)
    update.trip.trip_id = "no-such-trip"
    listed(make, run, update)


@wild("about")
def duplicated_frequency(make, run):
    update = copy_of(make, run, run.start + 33)
    if make.random.random() < 0.5:
        update.ClearField("trip_properties")


@wild()
def new_in_nowhere(make, run):
    update = listed(make, run, extra(make, run, TRIP.NEW))
    for stop in update.stop_time_update:
        if make.random.random() < 0.3:
            stop.stop_id = make.random.choice(["", "nowhere", make.random.choice(make.stops)])
        if make.random.random() < 0.2:
            stop.ClearField("arrival")
        if make.random.random() < 0.2:
            stop.ClearField("departure")
        if make.random.random() < 0.2:
            stop.ClearField("stop_sequence")


@wild("plain")
def deleted_entity(make, run):
    make.entity_of(begin(make, run, relationship=TRIP.CANCELED)).is_deleted = True


def anything(make, run, update):
    """Stop updates with random fields of random calls."""
    random = make.random
    for _ in range(random.randint(0, 8)):
        i = random.randrange(len(run.calls))
        stop = at(update, run, i, random.choice(["sequence", "id", "both", "none"]))
        if random.random() < 0.15:
            stop.stop_id = random.choice(make.stops)
        if random.random() < 0.1:
            stop.stop_sequence = random.choice([0, 1, 2, 3, 5, 8, 2**32 - 1])
        for kind in ("arrival", "departure"):
            event = getattr(stop, kind)
            if random.random() < 0.4:
                event.time = random.choice([
                    0, run.time(i, kind), run.time(i, kind) + random.randint(-9000, 9000),
                    make.at + random.randint(-9000, 9000)])
            if random.random() < 0.3:
                event.delay = random.choice([0, make.late(), 90000])
            if random.random() < 0.15:
                event.scheduled_time = run.time(i, kind) + random.choice([0, 0, 600, -(10**6)])
            if event == STOP().arrival:
                stop.ClearField(kind)
        if random.random() < 0.3:
            stop.schedule_relationship = random.randrange(4)
        properties = stop.stop_time_properties
        if random.random() < 0.1:
            properties.assigned_stop_id = random.choice(make.stops)
        if random.random() < 0.1:
            properties.pickup_type = random.randrange(4)
        if random.random() < 0.1:
            properties.drop_off_type = random.randrange(4)
        if properties == STOP.StopTimeProperties():
            stop.ClearField("stop_time_properties")


@wild()
def chaos(make, run):
    random = make.random
    for _ in range(random.choice([1, 1, 2])):
        update = begin(make, run, dated=random.random() < 0.7)
        trip = update.trip
        if random.random() < 0.2:
            trip.trip_id = random.choice(["", "chaos", random.choice(make.runs).trip])
        if random.random() < 0.5:
            trip.route_id = run.route or ""
        if random.random() < 0.3:
            trip.start_time = clock(max(run.first + random.choice([0, 0, 7, -DAY]), 0))
        if random.random() < 0.2:
            trip.start_date = text(run.day + datetime.timedelta(days=random.randint(-2, 2)))
        if random.random() < 0.3 and run.direction is not None:
            trip.direction_id = random.randrange(2)
        if random.random() < 0.6:
            trip.schedule_relationship = random.choice([0, 0, 1, 2, 3, 5, 6, 7, 8])
        if random.random() < 0.2:
            update.delay = make.late()
        if random.random() < 0.2:
            update.trip_properties.trip_id = random.choice(["chaos", run.trip])
            update.trip_properties.start_time = clock(run.first + random.randint(0, 900))
        anything(make, run, update)
