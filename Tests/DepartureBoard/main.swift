print("departures")
