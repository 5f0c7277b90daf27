import FeedReading

enum AlertNotices {
    static let e030 = NoticeDefinition.realtime(
        "E030", .error, in: "EntitySelector",
        summary: "No route has the agency, the type and the trip that a selector names.",
        why: "The selector matches nothing, because all of its parts must match.",
        fix: "Write what belongs together in the feed, such as the route of `trips.txt`.")
    static let e031 = NoticeDefinition.realtime(
        "E031", .error, in: "EntitySelector",
        summary: "A selector and its trip have different values of `route_id`.",
        why: "The selector matches nothing, because all of its parts must match.",
        fix: "Write one route.")
    static let e032 = NoticeDefinition.realtime(
        "E032", .error, in: "Alert",
        summary: "An alert has no `informed_entity`.",
        why: "Apps cannot tell which riders need it.",
        fix: "Name the agency, routes, trips or stops.")
    static let e033 = NoticeDefinition.realtime(
        "E033", .error, in: "EntitySelector",
        summary: "A selector is empty.",
        why: "Apps show the alert to all riders, or to none.",
        fix: "Name the agency, a route, trip or stop.")
    static let e034 = NoticeDefinition.realtime(
        "E034", .error, in: "EntitySelector",
        summary: "An `agency_id` is not in `agency.txt`.",
        why: "Apps cannot tell which riders need the alert.",
        fix: "Use the ids of the published feed.")
    static let offHeadway = NoticeDefinition.realtime(
        "rt_alert_off_headway", .warning, in: "EntitySelector", also: ["P011"],
        summary:
            "An alert names a start that is not on the headway of a trip with `exact_times` 1.",
        why: "No run of the timetable starts then.",
        fix:
            "Write a start of `frequencies.txt`: `start_time` and multiples of `headway_secs` after it."
    )
    static let everyStop = NoticeDefinition.realtime(
        "rt_alert_names_every_stop", .warning, in: "Alert", also: ["P012"],
        summary: "An alert names every stop of a route, but not the route.",
        why: "Apps show it many times, also to riders of other routes.",
        fix: "Name the route.")
    static let activePeriod = NoticeDefinition.realtime(
        "rt_deprecated_active_period", .warning, in: "Alert", also: ["S025"],
        summary:
            "An alert has `active_period`, which `communication_period` and `impact_period` replace.",
        why: "It leaves open whether it says when to show the alert or when service suffers.",
        fix: "Write the two others, and `active_period` for older apps only.")
    static let impactOutside = NoticeDefinition.realtime(
        "rt_impact_outside_communication", .error, in: "Alert", also: ["S026"],
        summary: "An `impact_period` lies outside of every `communication_period`.",
        why: "Riders do not see the alert while it matters.",
        fix: "Extend `communication_period` over the time in which service suffers.")
    static let causeDetail = NoticeDefinition.realtime(
        "rt_cause_detail_without_cause", .error, in: "Alert", also: ["S027"],
        summary: "An alert has `cause_detail` without `cause`.",
        why: "Apps that show a word for the cause have none.",
        fix: "Write the `cause` that comes closest.")
    static let effectDetail = NoticeDefinition.realtime(
        "rt_effect_detail_without_effect", .error, in: "Alert", also: ["S028"],
        summary: "An alert has `effect_detail` without `effect`.",
        why: "Apps that show a word for the effect have none.",
        fix: "Write the `effect` that comes closest.")
    static let sameTexts = NoticeDefinition.realtime(
        "rt_description_equals_header", .warning, in: "Alert", also: ["S029"],
        summary: "`description_text` is the same as `header_text`.",
        why: "Riders read the same text twice.",
        fix: "Leave the description out, or say more in it.")
    static let directionAlone = NoticeDefinition.realtime(
        "rt_direction_without_route", .error, in: "EntitySelector", also: ["S030"],
        summary: "A selector has `direction_id` without `route_id`.",
        why: "A direction means nothing without its route.",
        fix: "Name the route, too.")

    static let all = [
        e030, e031, e032, e033, e034, offHeadway, everyStop, activePeriod, impactOutside,
        causeDetail, effectDetail, sameTexts, directionAlone,
    ]
}
