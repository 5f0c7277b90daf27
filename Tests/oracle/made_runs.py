"""Trip updates by how they say which run is meant, for made_realtime.py."""

import datetime

from made_updates import at, begin, case, describe, everywhere, listed, somewhere, text
from realtime_matching import DAY, STOP, TRIP, clock

# The run that is meant


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


def moved(make, run, update, days):
    update.trip.start_date = text(run.day + datetime.timedelta(days=days))


@case("plain")
def dated_late(make, run):
    update = begin(make, run)
    moved(make, run, update, 1)
    everywhere(update, run, make.late())


@case("plain")
def dated_early(make, run):
    update = begin(make, run)
    moved(make, run, update, -1)
    everywhere(update, run, make.late())


@case("plain")
def undated_with_a_wrong_first_time(make, run):
    update = begin(make, run, dated=False)
    everywhere(update, run, make.late())
    update.stop_time_update[0].departure.time -= make.random.choice([1, 3]) * DAY // 2


@case("about")
def headway_dated_late(make, run):
    update = begin(make, run)
    moved(make, run, update, 1)
    everywhere(update, run, 60)


@case("plain", "direction")
def by_descriptor_dated_late(make, run):
    update = describe(make, run)
    moved(make, run, update, 1)
    everywhere(update, run, make.late())


@case("plain", "direction")
def by_descriptor_before_midnight(make, run):
    update = describe(make, run)
    moved(make, run, update, -1)
    update.trip.start_time = clock(run.first + DAY)
    everywhere(update, run, make.late())


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
