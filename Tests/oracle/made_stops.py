"""Trip updates by the stops they name and what they say about them, for made_realtime.py."""

from made_updates import at, begin, case, everywhere
from realtime_matching import DAY, STOP

# The stop that is meant


@case("loop")
def loop_by_sequence(make, run):
    update = begin(make, run)
    for i in range(len(run.calls)):
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


# Times, and other things said about a stop


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


@case("plain", "long")
def stop_in_place(make, run):
    update = begin(make, run)
    is_first = make.random.random() < 0.3
    if not is_first:
        at(update, run, 1, "both", what=STOP.SKIPPED)
    form = make.random.choice(["time", "delay", "both"])
    stop = at(update, run, 1, arrival=60, departure=make.late(), form=form)
    stop.stop_id = make.random.choice(make.stops)
    if is_first:
        at(update, run, 1, "both", what=STOP.SKIPPED)
    if make.random.random() < 0.3:
        at(update, run, 3, arrival=90)


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
