"""Lays trip updates of GTFS Realtime over the calls of their runs, for realtime.py."""

from realtime_matching import DAY, KINDS, STOP, TRIP, Call, clean_time, place


class Merger:
    """Lays an update over the calls of a run."""

    def __init__(self, feed):
        self.feed = feed

    def locate(self, update, calls):
        """The update of each call, by its index; of several for one the last. Beside them those at
        other stops, in the place of calls that the update beside them skips."""
        found, moved, before, update.ignored = {}, {}, -1, 0
        stops = list(update.stops)
        for n, stop in enumerate(stops):
            if before >= 0 and self.is_in_place(stop, found[before], calls[before]):
                moved[before] = stop
                continue
            if n + 1 < len(stops):
                skipped = self.index(stops[n + 1], calls, before)
                if skipped is not None and self.is_in_place(stop, stops[n + 1], calls[skipped]):
                    stops[n], stops[n + 1] = stops[n + 1], stop
            stop = stops[n]
            i = self.index(stop, calls, before)
            if i is None:
                update.ignored += 1
            else:
                found[i] = stop
                before = i
        moved = {i: s for i, s in moved.items() if found[i].schedule_relationship == STOP.SKIPPED}
        return found, moved

    def is_in_place(self, stop, before, call):
        return (
            before.schedule_relationship == STOP.SKIPPED != stop.schedule_relationship
            and before.HasField("stop_sequence") and stop.HasField("stop_sequence")
            and before.stop_sequence == stop.stop_sequence == call.sequence
            and stop.stop_id in self.feed.stops
            and not self.feed.is_same_station(call.stop, stop.stop_id)
            and stop.stop_id != stop.stop_time_properties.assigned_stop_id)

    def index(self, stop, calls, before):
        id = stop.stop_id
        if stop.HasField("stop_sequence"):
            for i, call in enumerate(calls):
                if call.sequence != stop.stop_sequence:
                    continue
                assigned = stop.stop_time_properties.assigned_stop_id
                if not id or id == assigned or self.feed.is_same_station(call.stop, id):
                    return i
        if not id:
            return None
        places = [i for i, call in enumerate(calls) if call.stop == id]
        if not places:
            places = [i for i, c in enumerate(calls) if self.feed.is_same_station(c.stop, id)]
        places = [i for i in places if i > before] or places
        if len(places) < 2:
            return places[0] if places else None
        if stop.schedule_relationship in (STOP.SKIPPED, STOP.NO_DATA):
            return None
        for kind in KINDS:
            time = clean_time(getattr(stop, kind).time)
            timed = [i for i in places if calls[i].scheduled[kind] is not None]
            if time is not None and timed:
                return min(timed, key=lambda i: abs(calls[i].scheduled[kind] - time))
        return None

    def platform(self, stop, call):
        """Where the vehicle stops instead: as assigned, else as the update has it."""
        assigned = stop.stop_time_properties.assigned_stop_id
        place = assigned if assigned in self.feed.stops else stop.stop_id
        if place not in self.feed.stops or call.stop not in self.feed.stops:
            return call.stop
        return call.stop if place in self.feed.above(call.stop) else place

    @staticmethod
    def event(stop, kind, scheduled, times_only=False):
        """When it happens, and the delay that is carried on; None when nothing is said."""
        if not stop.HasField(kind):
            return None
        event = getattr(stop, kind)
        time, delay = clean_time(event.time), None
        if time is not None and scheduled is not None and abs(time - scheduled) > DAY:
            time = None
        if event.HasField("delay") and abs(event.delay) <= DAY and not times_only:
            delay = event.delay
        if time is None:
            if delay is None or scheduled is None:
                return None
            return scheduled + delay, delay
        if delay is None and scheduled is not None:
            delay = time - scheduled
        return time, delay

    def merge(self, update, calls, times_only=False):
        """Sets what is expected of each call, and leaves out what a run that is over has not."""
        if update.relationship == TRIP.CANCELED:
            for call in calls:
                call.set("canceled")
            return calls
        found, moved = self.locate(update, calls)
        for i in sorted(moved, reverse=True):
            # The skipped call stays, and the other one follows it.
            call = calls[i]
            other = Call(
                call.sequence, moved[i].stop_id, call.scheduled["arrival"],
                call.scheduled["departure"],
                call.may_arrive and call.scheduled["departure"] is not None,
                call.may_leave and call.scheduled["departure"] is not None)
            other.is_extra = True
            calls.insert(i + 1, other)
            found = {j + (j > i): s for j, s in found.items()}
            found[i + 1] = moved[i]
        carried, is_no_data, end = None, False, None
        if update.body.HasField("delay") and abs(update.body.delay) <= DAY and not times_only:
            carried = update.body.delay
        for i, call in enumerate(calls):
            stop = found.get(i, STOP())
            if stop.schedule_relationship == STOP.SKIPPED:
                call.set("skipped")
                call.has_update = True
                continue
            events = [self.event(stop, k, call.scheduled[k], times_only) for k in KINDS]
            if stop.schedule_relationship == STOP.NO_DATA:
                carried, is_no_data, call.has_update = None, True, True
            elif any(events):
                self.set_times(call, *events, carried)
                delay = (events[1] or events[0])[1]
                carried = carried if delay is None else delay
                is_no_data, call.has_update = False, True
                end = call.expected["arrival"] if i == len(calls) - 1 else None
            elif carried is not None and call.scheduled["departure"] is not None:
                call.set("updated", *(call.scheduled[k] + carried for k in KINDS))
            if is_no_data:
                call.set("no_data")
            call.platform = self.platform(stop, call)
            call.forbid(stop.stop_time_properties)
        update.is_over = end is not None and update.now is not None and end < update.now
        if update.is_over:
            return [call for call in calls if call.has_update]
        return calls

    @staticmethod
    def set_times(call, arrival, departure, carried):
        """The times of a call of which at least one event is known."""
        planned = call.scheduled
        if arrival and departure:
            call.set("updated", arrival[0], departure[0])
        elif arrival:
            time = arrival[0]
            if planned["departure"] is not None and arrival[1] is not None:
                time = max(time, planned["departure"] + arrival[1])
            call.set("updated", arrival[0], time)
        else:
            time = departure[0]
            delay = departure[1] if carried is None else carried
            if planned["arrival"] is not None and delay is not None:
                time = min(time, planned["arrival"] + delay)
            call.set("updated", time, departure[0])

    def listed(self, update):
        """The calls of a run that has no timetable but the update's."""
        calls = []
        is_new = update.relationship != TRIP.REPLACEMENT
        listed = [s for s in update.stops if place(s)]
        update.ignored = len(update.stops) - len(listed)
        for i, stop in enumerate(listed):
            planned = {k: self.planned(stop, k, is_new) for k in KINDS}
            known = [time for time in planned.values() if time is not None]
            if len(known) == 1:
                planned = dict.fromkeys(KINDS, known[0])
            sequence = stop.stop_sequence if stop.HasField("stop_sequence") else None
            id = place(stop)
            is_place = id in self.feed.stops
            call = Call(
                sequence, id, planned["arrival"], planned["departure"],
                is_place and i > 0, is_place and i < len(listed) - 1)
            call.has_update = True
            events = [self.event(stop, k, planned[k]) for k in KINDS]
            if stop.schedule_relationship == STOP.SKIPPED:
                call.set("skipped")
            elif stop.schedule_relationship == STOP.NO_DATA:
                call.set("no_data")
            elif any(events):
                self.set_times(call, *events, None)
            if stop.schedule_relationship != STOP.SKIPPED:
                call.platform = self.platform(stop, call)
                call.forbid(stop.stop_time_properties)
            calls.append(call)
        # An added run ends at the last call that it does not skip.
        served = [call for call in calls if call.status["arrival"] != "skipped"]
        if is_new and served:
            served[-1].on_board["departure"] = False
        return calls

    @staticmethod
    def planned(stop, kind, is_new):
        """The scheduled time of an event that gives it, of a replacement also by its delay."""
        event = getattr(stop, kind)
        time = clean_time(event.scheduled_time)
        if time is None and not is_new and event.HasField("delay") and abs(event.delay) <= DAY:
            expected = clean_time(event.time)
            time = None if expected is None else expected - event.delay
        return time
