"""Tools for the cases of trip updates in made_runs.py, made_stops.py and made_trips.py.

Each function there makes the update of one case: `@case` names what a run must have to be chosen
for it, `@wild` is for what no producer should send. They take the message's maker and a run.
"""

from realtime_matching import DAY, KINDS, STOP, clock

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
        """Other platforms of the station of a call, from which something leaves."""
        stop = self.calls[i].stop
        top = self.feed.top(stop)
        if top == stop:
            return []
        places = (s for s in self.feed.below(top) if s in self.feed.leaving)
        return sorted(s for s in places if s not in (stop, top))

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


def listed(make, run, update, late=None, planned=None, gap=0.1):
    """The stops of a run as the calls of another."""
    late = make.late() if late is None else late
    planned = make.random.random() < 0.5 if planned is None else planned
    for i, call in enumerate(run.calls):
        stop = update.stop_time_update.add(stop_sequence=i + 1, stop_id=call.stop)
        for kind in KINDS:
            event = getattr(stop, kind)
            event.time = run.time(i, kind) + late
            if planned:
                event.scheduled_time = run.time(i, kind)
        if i and make.random.random() < gap:
            stop.schedule_relationship = make.random.choice([STOP.SKIPPED, STOP.NO_DATA])
    return update
