import FeedReading

enum DetourNotices {
    static let noShapeID = NoticeDefinition.realtime(
        "rt_shape_without_id", .error, in: "Shape", also: ["S037"],
        summary: "A shape has no `shape_id`.",
        why: "Trips cannot refer to it.",
        fix: "Give it an id.")
    static let shapeInFeed = NoticeDefinition.realtime(
        "rt_shape_id_in_feed", .error, in: "Shape", also: ["S038"],
        summary: "The `shape_id` of a shape is in `shapes.txt`.",
        why: "Apps cannot tell the new shape from the planned one.",
        fix: "Give it an id of its own.")
    static let noPoints = NoticeDefinition.realtime(
        "rt_shape_without_points", .error, in: "Shape", also: ["S039"],
        summary: "A shape has no `encoded_polyline`.",
        why: "There is nothing to draw.",
        fix: "Add the points.")
    static let damagedPoints = NoticeDefinition.realtime(
        "rt_damaged_polyline", .error, in: "Shape", also: ["S040"],
        summary: "`encoded_polyline` is damaged, or has fewer than two points.",
        why: "Apps cannot draw the shape.",
        fix: "Encode two or more points.")
    static let noStart = NoticeDefinition.realtime(
        "rt_modification_without_start", .error, in: "Modification", also: ["S041"],
        summary: "A modification has no `start_stop_selector`.",
        why: "Apps cannot tell where the detour begins.",
        fix: "Name the first stop that is replaced.")
    static let emptySelector = NoticeDefinition.realtime(
        "rt_empty_stop_selector", .error, in: "StopSelector", also: ["S042"],
        summary: "A stop selector has neither `stop_id` nor `stop_sequence`.",
        why: "Apps cannot tell which stop is meant.",
        fix: "Write one of them.")
    static let unknownSelector = NoticeDefinition.realtime(
        "rt_unknown_selector_stop", .error, in: "StopSelector", also: ["S043"],
        summary: "The `stop_id` of a stop selector is not in `stops.txt`.",
        why: "Apps cannot tell which stop is meant.",
        fix: "Use the ids of the published feed.")
    static let unknownShape = NoticeDefinition.realtime(
        "rt_unknown_detour_shape", .warning, in: "SelectedTrips", also: ["S044"],
        summary:
            "The `shape_id` of a detour is neither in `shapes.txt` nor that of a `Shape` in the "
            + "message.",
        why: "Maps cannot draw the detour.",
        fix: "Send the shape.")
    static let alsoReplaced = NoticeDefinition.realtime(
        "rt_detour_and_replacement", .error, in: "SelectedTrips", also: ["S045"],
        summary: "A trip of a detour also has a `REPLACEMENT` update.",
        why: "Apps cannot tell which of the two counts.",
        fix: "Use one of them.")
    static let unknownReplacement = NoticeDefinition.realtime(
        "rt_unknown_replacement_stop", .warning, in: "ReplacementStop", also: ["S046"],
        summary: "A replacement stop is neither in `stops.txt` nor a `Stop` in the message.",
        why: "Apps cannot show where the vehicle stops instead.",
        fix: "Send the stop.")
    static let stationReplacement = NoticeDefinition.realtime(
        "rt_replacement_not_boarding_place", .error, in: "ReplacementStop", also: ["S047"],
        summary: "A replacement stop is a station or entrance, where riders do not board.",
        why: "Apps cannot show a call there.",
        fix: "Write the id of the platform.")
    static let fallingTravel = NoticeDefinition.realtime(
        "rt_travel_time_falls", .error, in: "ReplacementStop", also: ["S048"],
        summary: "`travel_time_to_stop` decreases along a modification.",
        why: "The vehicle would go back in time.",
        fix: "Count from the last stop before the detour.")
    static let farDay = NoticeDefinition.realtime(
        "rt_detour_far_ahead", .warning, in: "TripModifications", also: ["S049"],
        summary: "A service date of a detour is more than seven days ahead.",
        why: "Such plans belong in the feed.",
        fix: "Publish a new feed.")
    static let badDay = NoticeDefinition.realtime(
        "rt_detour_date", .error, in: "TripModifications", also: ["S050"],
        summary: "A service date of a detour is not an existing day written as YYYYMMDD.",
        why: "Apps cannot tell when it applies.",
        fix: "Write the day with eight digits.")

    static let all = [
        noShapeID, shapeInFeed, noPoints, damagedPoints, noStart, emptySelector, unknownSelector,
        unknownShape, alsoReplaced, unknownReplacement, stationReplacement, fallingTravel,
        farDay, badDay,
    ]
}
