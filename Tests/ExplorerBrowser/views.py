"""The views of the explorer, and what they are looked at with."""

# Monday, 8:00 in the sample's zone.
START = "2026-11-22T21:00:00"
TRIP = "trips/T1-WD-N2?date=20261123"

VIEWS = {
    "home": "",
    "stops": "stops",
    "search": "stops?q=quay",
    "search-empty": "stops?q=nothing+at+all",
    "nearby": "stops?near=-33.8615,151.2107",
    "station": "stops/QUAY",
    "stop": "stops/QB",
    "arrivals": "stops/CJ_P1?mode=rail",
    "outside": "stops/QUAY?at=2031-01-01T08:00",
    "destinations": "stops/QUAY/destinations",
    "routes": "routes",
    "route": "routes/T1",
    "flexible": "routes/FX1",
    "timetable": "routes/T1/timetable?date=20261123",
    "trip": TRIP,
    "frequency": "trips/L2-FREQ",
    "map": "map",
    "feed": "feed",
    "extensions": "extensions",
    "extension": "extensions/x_facilities",
    "notices": "notices",
    "changes": "changes",
    "arabic": "stops/QUAY?language=ar",
    "missing": "stops/NOTHING",
}

SIZES = {
    "small": {"viewport": {"width": 320, "height": 640}},
    "phone": {"viewport": {"width": 390, "height": 844}, "device_scale_factor": 2},
    "laptop": {"viewport": {"width": 1280, "height": 800}},
    # 1280 px at 400 %.
    "zoomed": {"viewport": {"width": 320, "height": 200}, "device_scale_factor": 4},
}
