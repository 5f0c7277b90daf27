import FeedReading

enum AlertNotices {
    static let e030 = NoticeDefinition.realtime(
        "E030", .error, in: "EntitySelector",
        summary: "No route has the agency, the type and the trip that a selector names.",
        why: "The selector matches nothing, because all of its parts must match.",
        fix: "Write what belongs together in the feed, such as the route of `trips.txt`.",
        wrong: """
            alert { informed_entity { route_id: "L" trip { trip_id: "T1" } } }
            """,
        right: """
            alert { informed_entity { route_id: "R" trip { trip_id: "T1" } } }
            """)
    static let e031 = NoticeDefinition.realtime(
        "E031", .error, in: "EntitySelector",
        summary: "A selector and its trip have different values of `route_id`.",
        why: "The selector matches nothing, because all of its parts must match.",
        fix: "Write one route.",
        wrong: """
            alert { informed_entity { route_id: "R" trip { route_id: "L" } } }
            """,
        right: """
            alert { informed_entity { route_id: "R" trip { route_id: "R" } } }
            """)
    static let e032 = NoticeDefinition.realtime(
        "E032", .error, in: "Alert",
        summary: "An alert has no `informed_entity`.",
        why: "Apps cannot tell which riders need it.",
        fix: "Name the agency, routes, trips or stops.",
        wrong: """
            alert { effect: DETOUR }
            """,
        right: """
            alert { effect: DETOUR informed_entity { agency_id: "X" } }
            """)
    static let e033 = NoticeDefinition.realtime(
        "E033", .error, in: "EntitySelector",
        summary: "A selector is empty.",
        why: "Apps show the alert to all riders, or to none.",
        fix: "Name the agency, a route, trip or stop.",
        wrong: """
            alert { informed_entity { } }
            """,
        right: """
            alert { informed_entity { agency_id: "X" } }
            """)
    static let e034 = NoticeDefinition.realtime(
        "E034", .error, in: "EntitySelector",
        summary: "An `agency_id` is not in `agency.txt`.",
        why: "Apps cannot tell which riders need the alert.",
        fix: "Use the ids of the published feed.",
        wrong: """
            alert { informed_entity { agency_id: "Y" } }
            """,
        right: """
            alert { informed_entity { agency_id: "X" } }
            """)
    static let offHeadway = NoticeDefinition.realtime(
        "rt_alert_off_headway", .warning, in: "EntitySelector", also: ["P011"],
        summary:
            "An alert names a start that is not on the headway of a trip with `exact_times` 1.",
        why: "No run of the timetable starts then.",
        fix:
            "Write a start of `frequencies.txt`: `start_time` and multiples of `headway_secs` after it.",
        wrong: """
            alert { informed_entity { trip { trip_id: "F1" start_time: "14:05:00" } } }
            """,
        right: """
            alert { informed_entity { trip { trip_id: "F1" start_time: "14:10:00" } } }
            """)
    static let everyStop = NoticeDefinition.realtime(
        "rt_alert_names_every_stop", .warning, in: "Alert", also: ["P012"],
        summary: "An alert names every stop of a route, but not the route.",
        why: "Apps show it many times, also to riders of other routes.",
        fix: "Name the route.",
        wrong: """
            alert {
              informed_entity { stop_id: "A" } informed_entity { stop_id: "B" } informed_entity { stop_id: "D" }
            }
            """,
        right: """
            alert { informed_entity { route_id: "N" } }
            """)
    static let activePeriod = NoticeDefinition.realtime(
        "rt_deprecated_active_period", .warning, in: "Alert", also: ["S025"],
        summary:
            "An alert has `active_period`, which `communication_period` and `impact_period` replace.",
        why: "It leaves open whether it says when to show the alert or when service suffers.",
        fix: "Write the two others, and `active_period` for older apps only.",
        wrong: """
            alert { active_period { start: 08:00 end: 09:00 } }
            """,
        right: """
            alert { communication_period { start: 08:00 end: 09:00 } }
            """)
    static let impactOutside = NoticeDefinition.realtime(
        "rt_impact_outside_communication", .error, in: "Alert", also: ["S026"],
        summary: "An `impact_period` lies outside of every `communication_period`.",
        why: "Riders do not see the alert while it matters.",
        fix: "Extend `communication_period` over the time in which service suffers.",
        wrong: """
            alert { communication_period { start: 08:00 end: 09:00 } impact_period { start: 10:00 end: 11:00 } }
            """,
        right: """
            alert { communication_period { start: 08:00 end: 12:00 } impact_period { start: 10:00 end: 11:00 } }
            """)
    static let causeDetail = NoticeDefinition.realtime(
        "rt_cause_detail_without_cause", .error, in: "Alert", also: ["S027"],
        summary: "An alert has `cause_detail` without `cause`.",
        why: "Apps that show a word for the cause have none.",
        fix: "Write the `cause` that comes closest.",
        wrong: """
            alert { cause_detail { translation { text: "Burst pipe" } } }
            """,
        right: """
            alert { cause: CONSTRUCTION cause_detail { translation { text: "Burst pipe" } } }
            """)
    static let effectDetail = NoticeDefinition.realtime(
        "rt_effect_detail_without_effect", .error, in: "Alert", also: ["S028"],
        summary: "An alert has `effect_detail` without `effect`.",
        why: "Apps that show a word for the effect have none.",
        fix: "Write the `effect` that comes closest.",
        wrong: """
            alert { effect_detail { translation { text: "Lift closed" } } }
            """,
        right: """
            alert { effect: ACCESSIBILITY_ISSUE effect_detail { translation { text: "Lift closed" } } }
            """)
    static let sameTexts = NoticeDefinition.realtime(
        "rt_description_equals_header", .warning, in: "Alert", also: ["S029"],
        summary: "`description_text` is the same as `header_text`.",
        why: "Riders read the same text twice.",
        fix: "Leave the description out, or say more in it.",
        wrong: """
            alert {
              header_text { translation { text: "Detour" } } description_text { translation { text: "Detour" } }
            }
            """,
        right: """
            alert { header_text { translation { text: "Detour" } } }
            """)
    static let directionAlone = NoticeDefinition.realtime(
        "rt_direction_without_route", .error, in: "EntitySelector", also: ["S030"],
        summary: "A selector has `direction_id` without `route_id`.",
        why: "A direction means nothing without its route.",
        fix: "Name the route, too.",
        wrong: """
            alert { informed_entity { direction_id: 0 } }
            """,
        right: """
            alert { informed_entity { route_id: "R" direction_id: 0 } }
            """)

    static let all = [
        e030, e031, e032, e033, e034, offHeadway, everyStop, activePeriod, impactOutside,
        causeDetail, effectDetail, sameTexts, directionAlone,
    ]
}
