#!/usr/bin/env python3
"""Answers an analyst's questions straight from a feed's text files, for the tests.

Beside departures.py, whose reading of a feed it uses: plain loops, nothing of the bundle. For each
service day (YYYYMMDD) that is an argument after the feed it prints a line of JSON:

    {"board": {stop_id: ["seconds trip_id", ...]},   what one can board, in order
     "services": [service_id, ...],
     "trips": 25,                                    those that run, a frequency's once
     "hours": {route_id: [runs, seconds in service]}}
"""

import json
import sys

import departures


def starts(feed, trip):
    """The starts of a trip of frequencies.txt; None for all others."""
    if trip not in feed.headways:
        return None
    return sorted({s for f, e, h, _ in feed.headways[trip] for s in range(f, e, h)})


def day(feed, date):
    board, hours, trips = {}, {}, 0
    for stop, rows in feed.leaving.items():
        times = []
        for trip, row, ride in rows:
            if not feed.runs(feed.trips[trip][1], date):
                continue
            runs = starts(feed, trip)
            times += [(row.time if runs is None else run + ride, trip) for run in (runs or [0])
                      if runs != []]
        if times:
            board[stop] = ["%d %s" % each for each in sorted(times)]
    for trip, (route, service, _) in feed.trips.items():
        if not feed.runs(service, date):
            continue
        trips += 1
        rows = [row for row in feed.rows.get(trip, []) if not row.interpolated]
        begins = [row.departure for row in rows if row.departure is not None]
        ends = [row.arrival for row in rows if row.arrival is not None]
        if not begins or not ends or max(ends) <= min(begins):
            continue
        runs = starts(feed, trip)
        total = hours.setdefault(route, [0, 0])
        count = 1 if runs is None else len(runs)
        total[0] += count
        total[1] += count * (max(ends) - min(begins))
    return {
        "board": board, "services": feed.active_services(date), "trips": trips, "hours": hours,
    }


def main():
    if len(sys.argv) < 3:
        sys.exit("usage: analyst.py FEED DATE...")
    feed = departures.Feed(sys.argv[1])
    for date in sys.argv[2:]:
        print(json.dumps(day(feed, departures.date(date)), ensure_ascii=False))


if __name__ == "__main__":
    main()
