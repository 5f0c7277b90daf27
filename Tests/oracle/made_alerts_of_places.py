"""Alerts about routes, stops and the feed, for made_alerts.py; see made_alerts_of_runs.py."""

from made_alerts_of_runs import CASES, case, trip, trip_dated, wild
from realtime_alerts import basic_type

# Routes


def of_route(make, alert, *needs):
    run = make.routed(*needs)
    if not run:
        return None, None
    return alert.informed_entity.add(route_id=run.route), run


@case
def route(make, alert):
    if not of_route(make, alert)[1]:
        return False


@case
def route_unknown(make, alert):
    alert.informed_entity.add(route_id="nowhere")


@case
def route_direction(make, alert):
    selector, run = of_route(make, alert, "direction")
    if not run:
        return False
    selector.direction_id = make.pick([0, 1])


@case
def route_direction_stop(make, alert):
    selector, run = of_route(make, alert, "direction")
    if not run:
        return False
    selector.direction_id, selector.stop_id = make.pick([0, 1]), make.stop_of(run)


@case
def route_agency(make, alert):
    selector, run = of_route(make, alert)
    if not run:
        return False
    selector.agency_id = make.agency(run.route)


@case
def route_other_agency(make, alert):
    selector, run = of_route(make, alert)
    if not run:
        return False
    selector.agency_id = make.other_agency(run.route) or "nowhere"


@case
def route_type_agency(make, alert):
    """As Denver writes all of its alerts."""
    selector, run = of_route(make, alert)
    if not run or make.feed.routes[run.route][1] is None:
        return False
    selector.agency_id = make.agency(run.route)
    selector.route_type = make.feed.routes[run.route][1]


@case
def route_other_type(make, alert):
    selector, run = of_route(make, alert)
    if not run:
        return False
    selector.route_type = make.pick([0, 1, 2, 3, 4, 5, 700])


@case
def route_stop(make, alert):
    selector, run = of_route(make, alert)
    if not run:
        return False
    selector.stop_id = make.stop_of(run)


@case
def route_agency_stop(make, alert):
    selector, run = of_route(make, alert)
    if not run:
        return False
    selector.agency_id, selector.stop_id = make.agency(run.route), make.stop_of(run)


@case
def route_station(make, alert):
    selector, run = of_route(make, alert, "station")
    if not run:
        return False
    selector.stop_id = make.feed.top(
        make.pick(c.stop for i, c in enumerate(run.calls) if run.siblings(i)))


@case
def route_all_platforms(make, alert):
    """As Sound Transit repeats the route for each platform."""
    run = make.routed("station")
    if not run:
        return False
    place = make.pick(i for i in range(len(run.calls)) if run.siblings(i))
    for stop in make.feed.below(make.feed.top(run.calls[place].stop)):
        alert.informed_entity.add(route_id=run.route, stop_id=stop)


@case
def route_all_stops(make, alert):
    run = make.routed()
    if not run:
        return False
    for call in run.calls:
        alert.informed_entity.add(route_id=run.route, stop_id=call.stop)


@case
def route_elsewhere(make, alert):
    selector, run = of_route(make, alert)
    if not run:
        return False
    calls = {call.stop for each in make.runs if each.route == run.route for call in each.calls}
    selector.stop_id = make.pick(s for s in make.called if s not in calls) or "nowhere"


@case
def route_unknown_stop(make, alert):
    selector, run = of_route(make, alert)
    if not run:
        return False
    selector.stop_id = "nowhere"


def code_of(make):
    return make.pick(
        make.feed.routes[r][1] for r in make.routes if make.feed.routes[r][1] is not None)


@case
def type_published(make, alert):
    code = code_of(make)
    if code is None:
        return False
    alert.informed_entity.add(route_type=code)


@case
def type_basic(make, alert):
    codes = sorted({c for c in make.feed.published if c is not None and c >= 100})
    code = make.pick(basic_type(code) for code in codes if basic_type(code) is not None)
    alert.informed_entity.add(route_type=make.pick([0, 1, 2, 3, 4]) if code is None else code)


@case
def type_extended(make, alert):
    alert.informed_entity.add(route_type=make.pick([100, 400, 700, 714, 900, 1000]))


@case
def type_agency(make, alert):
    run = make.routed()
    if not run or make.feed.routes[run.route][1] is None:
        return False
    alert.informed_entity.add(
        agency_id=make.pick(["nowhere", *make.agencies, make.agency(run.route)]),
        route_type=make.feed.routes[run.route][1])


@case
def type_stop(make, alert):
    run = make.routed()
    if not run or make.feed.routes[run.route][1] is None:
        return False
    alert.informed_entity.add(
        route_type=make.feed.routes[run.route][1], stop_id=make.stop_of(run))


@case
def type_station(make, alert):
    code, station = code_of(make), make.pick(make.stations)
    if code is None or not station:
        return False
    alert.informed_entity.add(route_type=code, stop_id=station)


@case
def type_direction(make, alert):
    alert.informed_entity.add(route_type=code_of(make) or 0, direction_id=0)


@case
def direction_only(make, alert):
    alert.informed_entity.add(direction_id=make.pick([0, 1]))


@case
def direction_stop(make, alert):
    alert.informed_entity.add(direction_id=0, stop_id=make.pick(make.called) or "")


# Stops


@case
def stop(make, alert):
    stop_id = make.pick(make.called)
    if not stop_id:
        return False
    alert.informed_entity.add(stop_id=stop_id)


@case
def stop_of_any_kind(make, alert):
    alert.informed_entity.add(stop_id=make.pick(make.stops) or "nowhere")


@case
def station(make, alert):
    stop_id = make.pick(make.stations)
    if not stop_id:
        return False
    alert.informed_entity.add(stop_id=stop_id)


@case
def platform(make, alert):
    stop_id = make.pick(s for s in make.called if make.feed.top(s) != s)
    if not stop_id:
        return False
    alert.informed_entity.add(stop_id=stop_id)


def of_kind(kind):
    def function(make, alert):
        stop_id = make.pick(make.kinds.get(kind, []))
        if not stop_id:
            return False
        alert.informed_entity.add(stop_id=stop_id)
    return function


for number, kind_name in ((2, "entrance"), (3, "node"), (4, "boarding_area")):
    CASES[kind_name] = (of_kind(number), False)


@case
def route_entrance(make, alert):
    stop_id, route_id = make.pick(make.kinds.get(2, [])), make.pick(make.routes)
    if not stop_id or not route_id:
        return False
    alert.informed_entity.add(stop_id=stop_id, route_id=route_id)


@case
def stop_unknown(make, alert):
    alert.informed_entity.add(stop_id="nowhere")


@case
def stop_agency(make, alert):
    stop_id = make.pick(make.called)
    if not stop_id:
        return False
    alert.informed_entity.add(stop_id=stop_id, agency_id=make.pick(["nowhere", *make.agencies]))


@case
def stop_assigned(make, alert):
    """A platform that an update moves a call to."""
    places = [
        s.stop_time_properties.assigned_stop_id for e in make.first.entity
        for s in e.trip_update.stop_time_update]
    stop_id = make.pick(place for place in places if place in make.feed.stops)
    if not stop_id:
        return False
    alert.informed_entity.add(stop_id=stop_id)


@case
def types_at_assigned(make, alert):
    """Calls of all kinds at a platform that an update moves one to."""
    if stop_assigned(make, alert) is False:
        return False
    stop_id = alert.informed_entity[0].stop_id
    del alert.informed_entity[:]
    for code in sorted(code for code in make.feed.published if code is not None):
        alert.informed_entity.add(route_type=code, stop_id=stop_id)


# The feed and nothing


@case
def agency(make, alert):
    alert.informed_entity.add(agency_id=make.pick(make.agencies) or "any")


@case
def agency_unknown(make, alert):
    alert.informed_entity.add(agency_id="nowhere")


@case
def no_selector(make, alert):
    pass


@case
def empty_selector(make, alert):
    alert.informed_entity.add()


@case
def empty_texts(make, alert):
    alert.informed_entity.add(agency_id="", route_id="", stop_id="")


# Several selectors


@case
def route_or_stop(make, alert):
    return False if False in (route(make, alert), stop(make, alert)) else None


@case
def nothing_or_trip(make, alert):
    alert.informed_entity.add(route_id="nowhere")
    return trip(make, alert)


@case
def many(make, alert):
    for function in (trip, route_stop, station, stop, route, trip_dated, stop):
        function(make, alert)


@case
def twice(make, alert):
    if route(make, alert) is False:
        return False
    alert.informed_entity.add().CopyFrom(alert.informed_entity[0])


# Mistakes of producers


@wild
def type_negative(make, alert):
    alert.informed_entity.add(route_type=-1)


@wild
def type_beyond(make, alert):
    alert.informed_entity.add(route_type=make.pick([8, 99, 118, 1600, 2**31 - 1]))


@wild
def direction_beyond(make, alert):
    selector, run = of_route(make, alert)
    if not run:
        return False
    selector.direction_id = make.pick([2, 2**32 - 1])


@wild
def route_is_stop(make, alert):
    alert.informed_entity.add(route_id=make.pick(make.called) or "nowhere")
