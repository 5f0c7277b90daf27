import FeedReading

enum VehicleNotices {
    static let e026 = NoticeDefinition.realtime(
        "E026", .error, in: "Position",
        summary: "A position is not on Earth: its latitude or longitude is out of range.",
        why: "Maps cannot show the vehicle.",
        fix: "Write degrees of WGS 84, the latitude first.")
    static let e027 = NoticeDefinition.realtime(
        "E027", .error, in: "Position",
        summary: "`bearing` is not between 0 and 360.",
        why: "Maps turn the vehicle the wrong way.",
        fix: "Write degrees clockwise from north.")
    static let e028 = NoticeDefinition.realtime(
        "E028", .error, in: "Position",
        summary:
            "A vehicle is more than 1,609 m outside the area of all shapes, or of all stops.",
        why: "It is in another city, or its coordinates are swapped.",
        fix: "Correct the position, or leave the vehicle out.")
    static let e029 = NoticeDefinition.realtime(
        "E029", .error, in: "Position", also: ["P015"],
        summary:
            "A vehicle is more than 200 m from the shape of its trip, and no `DETOUR` alert names it.",
        why: "Maps show it off its path, or on the wrong trip.",
        fix: "Correct the position or the trip, or add the alert.")
    static let e052 = NoticeDefinition.realtime(
        "E052", .error, in: "VehicleDescriptor",
        summary: "Two vehicles have the same `vehicle.id`.",
        why: "Apps lose one of them.",
        fix: "Give each vehicle its own id.")
    static let w002 = NoticeDefinition.realtime(
        "W002", .warning, in: "VehicleDescriptor",
        summary: "A trip update or vehicle has no `vehicle.id`.",
        why: "Apps cannot follow the vehicle, or pair it with its trip.",
        fix: "Write an id that stays the same.")
    static let w004 = NoticeDefinition.realtime(
        "W004", .warning, in: "Position",
        summary: "The speed is negative, or above 26 m/s for a bus.",
        why: "Usually the unit is wrong.",
        fix: "Write meters per second.")
    static let noPosition = NoticeDefinition.realtime(
        "rt_no_position", .error, in: "VehiclePosition", also: ["T-position"],
        summary: "A vehicle has no `position`.",
        why: "Maps cannot show it.",
        fix: "Add the position.")
    static let noShape = NoticeDefinition.realtime(
        "rt_unknown_trip_shape", .error, in: "VehiclePosition", also: ["T-shape"],
        summary: "The shape of a vehicle's trip is not in `shapes.txt`.",
        why: "Apps cannot tell whether the vehicle is on its path.",
        fix: "Add the shape to the feed.")
    static let unknownCopy = NoticeDefinition.realtime(
        "rt_vehicle_of_unknown_copy", .error, in: "TripDescriptor", also: ["S020"],
        summary: "A vehicle serves a `DUPLICATED` trip that no trip update creates.",
        why: "Apps do not know the trip.",
        fix: "Write the `trip_id` of `trip_properties` of the trip update.")
    static let carriageID = NoticeDefinition.realtime(
        "rt_duplicate_carriage_id", .warning, in: "CarriageDetails", also: ["S051"],
        summary: "Two carriages of a vehicle have the same `id`.",
        why: "Apps cannot tell them apart.",
        fix: "Give each carriage its own id.")
    static let carriageOrder = NoticeDefinition.realtime(
        "rt_carriage_order", .error, in: "CarriageDetails", also: ["S052"],
        summary: "`carriage_sequence` is not 1, 2, 3 and so on, in this order.",
        why: "Apps drop all carriages of the vehicle.",
        fix: "Number them from 1 in the direction of travel.")
    static let old = NoticeDefinition.realtime(
        "rt_old_position", .warning, in: "VehiclePosition", also: ["P005"],
        summary: "A position is more than 90 seconds old.",
        why: "Maps show the vehicle far behind.",
        fix: "Send newer positions, or leave the vehicle out.")
    static let several = NoticeDefinition.realtime(
        "rt_several_vehicles_for_trip", .warning, in: "VehiclePosition",
        also: ["RT_MULTIPLE_VEHICLES_FOR_TRIP"],
        summary: "Several vehicles say that they serve the same run.",
        why: "Apps may show any of them.",
        fix: "Name the trip for the vehicle that serves it now.")

    // MARK: Beside other messages

    static let changed = NoticeDefinition.realtime(
        "rt_vehicle_changed", .warning, in: "VehicleDescriptor", also: ["P003"],
        summary: "The vehicle of a trip does not have the same `vehicle.id` as in the previous "
            + "message.",
        why: "Apps that follow the vehicle lose it.",
        fix: "Keep the id for as long as the trip runs.")
    static let stuck = NoticeDefinition.realtime(
        "rt_stuck_vehicle", .warning, in: "VehiclePosition", also: ["own-stuck-vehicle"],
        summary:
            "A vehicle has passed the stop of `current_stop_sequence`, and the number stays the "
            + "same while it moves.",
        why: "Apps that count stops from it are wrong.",
        fix: "Update `current_stop_sequence` with each position.")
    static let e047 = NoticeDefinition.realtime(
        "E047", .error, in: "VehicleDescriptor",
        summary:
            "Trip updates and vehicles pair a trip with different vehicles, or a vehicle with different trips.",
        why: "Apps cannot tell which of the two is right.",
        fix: "Derive both from the same data.")
    static let w003 = NoticeDefinition.realtime(
        "W003", .warning, in: "VehiclePosition",
        summary: "A trip with an update has no vehicle, or a vehicle's trip has no update.",
        why: "Apps know either where it is, or when it comes.",
        fix: "Send both for each run.")

    static let all = [
        e026, e027, e028, e029, e052, w002, w004, noPosition, noShape, unknownCopy, carriageID,
        carriageOrder, old, several, changed, stuck, e047, w003,
    ]
}
