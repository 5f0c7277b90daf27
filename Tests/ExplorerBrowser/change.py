"""Changes a copy of feeds/sample, so that there is a second version to look at."""

import csv
import pathlib
import sys

folder = pathlib.Path(sys.argv[1])


def change(name, edit, *further):
    path = folder / name
    with path.open(newline="") as file:
        reader = csv.DictReader(file)
        rows, columns = list(reader), reader.fieldnames
    edit(rows)
    with path.open("w", newline="") as file:
        writer = csv.DictWriter(file, [*columns, *further], lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)


def stops(rows):
    by_id = {row["stop_id"]: row for row in rows}
    by_id["NS"]["stop_lat"] = "-33.837700"
    by_id["QP"]["stop_name"] = "Quayside Square"
    by_id["QB"]["stop_url"] = "not an address"
    by_id["QUAY"]["stop_note"] = NOTE
    rows.append({**by_id["QB"], "stop_id": "QB2", "stop_name": "Quayside, Stand D",
                 "stop_code": "207", "stop_url": "", "stop_lat": "-33.863100"})


def routes(rows):
    by_id = {row["route_id"]: row for row in rows}
    by_id["L2"]["route_color"] = "B5121B"
    by_id["N90"]["route_color"] = "102030"
    by_id["N90"]["route_text_color"] = "203040"


def shapes(rows):
    for row in rows:
        if row["shape_id"] == "T1N" and row["shape_pt_sequence"] == "3":
            row["shape_pt_lon"] = "151.208900"


# The reference knows neither the column nor the file.
NOTE = "<b>Mind</b> the " + "gap" * 200
with (folder / "facilities.txt").open("w", newline="") as file:
    facilities = csv.writer(file, lineterminator="\n")
    facilities.writerow(["facility_id", "stop_id", *(f"property_{number}" for number in range(20))])
    for number in range(1, 121):
        stop = "QUAY" if number < 4 else ""
        facilities.writerow([f"F{number}", stop, NOTE, *(f"value {place}" for place in range(19))])

change("stops.txt", stops, "stop_note")
change("routes.txt", routes)
change("shapes.txt", shapes)
