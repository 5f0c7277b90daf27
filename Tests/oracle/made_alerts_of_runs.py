"""Alerts about runs and their calls, for made_alerts.py.

Each function gives an alert the selectors of one case, or returns False for a feed that lacks the
thing; `@wild` is for what no producer should send. They take the message's maker and the alert.
"""

from made_updates import text
from realtime_matching import DAY, TRIP, clock

# name: (function, whether only wild messages have it)
CASES = {}


def case(function):
    CASES[function.__name__] = (function, False)
    return function


def wild(function):
    CASES[function.__name__] = (function, True)
    return function


@case
def trip(make, alert):
    run = make.run()
    if not run:
        return False
    alert.informed_entity.add().trip.trip_id = run.trip


def dated(make, alert, *needs, routed=False):
    """A selector with all of a run's descriptor, and the run."""
    run = make.routed(*needs) if routed else make.run(*needs)
    if not run:
        return None, None
    selector = alert.informed_entity.add()
    make.name(selector.trip, run)
    return selector, run


@case
def trip_dated(make, alert):
    selector, run = dated(make, alert)
    if not run:
        return False
    selector.trip.ClearField("start_time")


@case
def trip_other_day(make, alert):
    selector, run = dated(make, alert)
    if not run:
        return False
    selector.trip.start_date = text(run.day.replace(year=run.day.year - 1, day=1))


@case
def trip_wrong_time(make, alert):
    selector, run = dated(make, alert, "plain")
    if not run:
        return False
    selector.trip.start_time = clock(run.first + 60)


@case
def trip_no_values(make, alert):
    selector, run = dated(make, alert)
    if not run:
        return False
    selector.trip.start_date, selector.trip.start_time = "2026-11-23", "7:0:0"


@case
def trip_of_headway(make, alert):
    if not dated(make, alert, "about")[1]:
        return False


@case
def trip_off_headway(make, alert):
    selector, run = dated(make, alert, "about")
    if not run:
        return False
    selector.trip.start_time = clock(run.first + 7)


@case
def trip_of_exact_headway(make, alert):
    if not dated(make, alert, "exact")[1]:
        return False


@case
def trip_of_headway_any_time(make, alert):
    run = make.run("about") or make.run("exact")
    if not run:
        return False
    alert.informed_entity.add().trip.trip_id = run.trip


@case
def trip_unknown(make, alert):
    alert.informed_entity.add().trip.trip_id = "nowhere"


@case
def trip_canceled(make, alert):
    selector, run = dated(make, alert)
    if not run:
        return False
    selector.trip.schedule_relationship = TRIP.CANCELED


def of_added(make, alert):
    update = make.pick(make.added)
    if not update:
        return None, None
    selector = alert.informed_entity.add()
    selector.trip.trip_id = update.trip_properties.trip_id or update.trip.trip_id
    return selector, update


@case
def trip_added(make, alert):
    if not of_added(make, alert)[1]:
        return False


@case
def trip_added_dated(make, alert):
    selector, update = of_added(make, alert)
    if not update:
        return False
    for field in ("start_date", "start_time"):
        value = getattr(update.trip_properties, field) or getattr(update.trip, field)
        setattr(selector.trip, field, value)


@case
def trip_added_stop(make, alert):
    selector, update = of_added(make, alert)
    stops = update and [s.stop_id for s in update.stop_time_update if s.stop_id]
    if not stops:
        return False
    selector.stop_id = make.pick(stops)


@case
def route_added(make, alert):
    route_id = make.pick(u.trip.route_id for u in make.added if u.trip.route_id)
    if not route_id:
        return False
    alert.informed_entity.add(route_id=route_id)


@case
def trip_route(make, alert):
    selector, run = dated(make, alert, routed=True)
    if not run:
        return False
    selector.route_id, selector.trip.route_id = run.route, run.route


@case
def trip_other_route(make, alert):
    """E030: the selector's route is not the trip's."""
    selector, run = dated(make, alert, routed=True)
    other = run and make.pick(r for r in make.all_routes if r != run.route)
    if not other:
        return False
    selector.route_id = other


@case
def trip_two_routes(make, alert):
    """E031: the selector's route is the trip's, but its descriptor has another."""
    selector, run = dated(make, alert, routed=True)
    if not run:
        return False
    selector.route_id = run.route
    selector.trip.route_id = make.pick(["nowhere", *make.all_routes])


@case
def trip_direction(make, alert):
    selector, run = dated(make, alert, "direction")
    if not run:
        return False
    selector.direction_id = run.direction


@case
def trip_other_direction(make, alert):
    selector, run = dated(make, alert, "direction")
    if not run:
        return False
    selector.direction_id = 1 - run.direction


@case
def trip_agency_type(make, alert):
    selector, run = dated(make, alert, routed=True)
    if not run or make.feed.routes[run.route][1] is None:
        return False
    selector.agency_id = make.agency(run.route)
    selector.route_type = make.feed.routes[run.route][1]


@case
def trip_other_agency(make, alert):
    selector, run = dated(make, alert, routed=True)
    if not run:
        return False
    selector.agency_id = make.other_agency(run.route) or "nowhere"


@case
def trip_other_type(make, alert):
    selector, run = dated(make, alert)
    if not run:
        return False
    selector.route_type = make.pick([0, 1, 2, 3, 4, 5, 700])


@case
def trip_empty(make, alert):
    alert.informed_entity.add().trip.SetInParent()


@case
def trip_empty_route(make, alert):
    route_id = make.pick(make.routes)
    if not route_id:
        return False
    alert.informed_entity.add(route_id=route_id).trip.SetInParent()


@case
def trip_route_only(make, alert):
    route_id = make.pick(make.routes)
    if not route_id:
        return False
    alert.informed_entity.add().trip.route_id = route_id


@case
def trip_stop(make, alert):
    selector, run = dated(make, alert)
    if not run:
        return False
    selector.stop_id = make.stop_of(run)


@case
def trip_station(make, alert):
    selector, run = dated(make, alert, "station")
    if not run:
        return False
    selector.stop_id = make.feed.top(
        make.pick(c.stop for i, c in enumerate(run.calls) if run.siblings(i)))


@case
def trip_sibling(make, alert):
    selector, run = dated(make, alert, "station")
    if not run:
        return False
    places = [i for i in range(len(run.calls)) if run.siblings(i)]
    selector.stop_id = make.pick(run.siblings(make.pick(places)))


@case
def trip_other_stop(make, alert):
    selector, run = dated(make, alert)
    if not run:
        return False
    calls = {call.stop for call in run.calls}
    selector.stop_id = make.pick(s for s in make.stops if s not in calls) or "nowhere"


# Descriptors without a trip


def described(make, alert, *needs):
    run = make.run("plain", "direction", *needs)
    if not run:
        return None, None
    descriptor = alert.informed_entity.add().trip
    descriptor.route_id, descriptor.direction_id = run.route, run.direction
    descriptor.start_time, descriptor.start_date = clock(run.first), text(run.day)
    return descriptor, run


@case
def descriptor(make, alert):
    if not described(make, alert)[1]:
        return False


@case
def descriptor_next_day(make, alert):
    trip, run = described(make, alert, "night")
    if not run:
        return False
    trip.start_time = clock(run.first - DAY)
    trip.start_date = text(run.day.fromordinal(run.day.toordinal() + 1))


@case
def descriptor_night(make, alert):
    if not described(make, alert, "night")[1]:
        return False


@case
def descriptor_no_direction(make, alert):
    trip, run = described(make, alert)
    if not run:
        return False
    trip.ClearField("direction_id")


@case
def descriptor_no_date(make, alert):
    trip, run = described(make, alert)
    if not run:
        return False
    trip.start_date = make.pick(["", "20261399"])


@case
def descriptor_other_time(make, alert):
    trip, run = described(make, alert)
    if not run:
        return False
    trip.start_time = clock(run.first + 1)


@case
def descriptor_stop(make, alert):
    _, run = described(make, alert)
    if not run:
        return False
    alert.informed_entity[0].stop_id = make.stop_of(run)


@case
def descriptor_canceled(make, alert):
    trip, run = described(make, alert)
    if not run:
        return False
    trip.schedule_relationship = TRIP.CANCELED


@case
def descriptor_of_headway(make, alert):
    run = make.run("about", "direction") or make.run("exact", "direction")
    if not run:
        return False
    trip = alert.informed_entity.add().trip
    trip.route_id, trip.direction_id = run.route, run.direction
    trip.start_time, trip.start_date = clock(run.first), text(run.day)


# Mistakes of producers


@wild
def trip_modified(make, alert):
    selector, run = dated(make, alert)
    if not run:
        return False
    selector.trip.ClearField("trip_id")
    selector.trip.modified_trip.modifications_id = "m1"
    selector.trip.modified_trip.affected_trip_id = run.trip


@wild
def trip_with_blank(make, alert):
    run = make.run()
    if not run:
        return False
    alert.informed_entity.add().trip.trip_id = run.trip + " "
