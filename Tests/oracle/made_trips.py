"""Trip updates about whole runs, and mistakes of producers, for made_realtime.py."""

import datetime

from made_updates import at, begin, case, listed, somewhere, text, wild
from realtime_matching import DAY, KINDS, STOP, TRIP, clock

# The whole run


@case("plain")
def canceled(make, run):
    somewhere(make, run, begin(make, run, relationship=TRIP.CANCELED))


@case("plain")
def deleted(make, run):
    begin(make, run, relationship=TRIP.DELETED)


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
def added_by_calendar_day(make, run):
    """Its start is one of the service day, its day the calendar's."""
    update = listed(make, run, extra(make, run, TRIP.ADDED, dated=False), late=60, planned=False)
    start = run.first % DAY + make.random.choice([0, DAY])
    update.trip.start_time = clock(start)
    day = run.day + datetime.timedelta(days=make.random.choice([-1, 0, 1]))
    update.trip.start_date = text(day)


@case()
def added_undated_with_start(make, run):
    update = listed(make, run, extra(make, run, TRIP.ADDED, dated=False), late=60, planned=False)
    update.trip.start_time = clock(run.first)


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


@case()
def new_and_ended(make, run):
    first = listed(make, run, extra(make, run, TRIP.NEW))
    amended(make, first, make.random.choice([TRIP.CANCELED, TRIP.DELETED]))


def amended(make, update, relationship):
    """A later update of the run that another one adds."""
    other = make.update()
    other.trip.trip_id = update.trip_properties.trip_id or update.trip.trip_id
    if make.random.random() < 0.5:
        other.trip.start_date = update.trip_properties.start_date or update.trip.start_date
    other.trip.schedule_relationship = relationship
    return other


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


@case("plain")
def replaced_without_times(make, run):
    update = begin(make, run, relationship=TRIP.REPLACEMENT)
    for i in range(len(run.calls)):
        stop = at(update, run, i, "id", departure=75, form="delay")
        stop.schedule_relationship = make.random.choice([STOP.SCHEDULED, STOP.SKIPPED])


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
def duplicated_and_amended(make, run):
    first = copy_of(make, run, run.first + 60 * make.random.randint(1, 30))
    relationship = make.random.choice([TRIP.CANCELED, TRIP.DELETED, TRIP.SCHEDULED])
    update = amended(make, first, relationship)
    if relationship == TRIP.SCHEDULED:
        at(update, run, 0, departure=90, form="delay")


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
def duplicated_as_itself(make, run):
    update = begin(make, run, relationship=TRIP.DUPLICATED)
    if make.random.random() < 0.5:
        update.trip.start_time = clock(run.first)
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


# Mistakes of producers


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
    update.trip.start_date = make.random.choice(
        ["2026-11-28", "20261399", "", "1126", "00010101", "99991231"])
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
    begin(make, run, relationship=TRIP.CANCELED)
    make.current.entity[-1].is_deleted = True


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
        for kind in KINDS:
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
