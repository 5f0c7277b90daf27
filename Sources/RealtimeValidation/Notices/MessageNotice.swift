import FeedReading
import FeedValidation

/// A notice about messages. Those that MobilityData's validator has too keep their codes, such as
/// `E022`; ours begin with `rt_`. `RealtimeNotices.txt` has their texts.
package enum MessageNotice: String, CaseIterable {
    // MARK: Of MobilityData's validator

    case e001, e002, e003, e004, e006, e009, e011, e012, e013, e015, e016, e017, e018, e019,
        e020, e021, e022, e023, e024, e025, e026, e027, e028, e029, e030, e031, e032, e033,
        e034, e035, e036, e037, e038, e039, e040, e041, e042, e043, e044, e045, e046, e047,
        e048, e049, e050, e051, e052
    case w001, w002, w003, w004, w005, w006, w007, w008, w009

    // MARK: The body

    case notAMessage = "rt_not_a_message"
    case damagedMessage = "rt_damaged_message"
    case unknownField = "rt_unknown_field"
    case unknownValue = "rt_unknown_enum_value"
    case invalidText = "rt_invalid_utf8"
    case missingField = "rt_missing_required_field"

    // MARK: The header

    case noHeader = "rt_no_header"
    case oldVersion = "rt_old_version"
    case differential = "rt_differential"
    case otherVersion = "rt_other_feed_version"
    case slowRefresh = "rt_slow_refresh"

    // MARK: Entities

    case noEntityID = "rt_no_entity_id"
    case entityPayload = "rt_entity_payload"
    case duplicateEntityID = "rt_duplicate_entity_id"
    case changedEntityID = "rt_entity_id_changed"

    // MARK: Trips

    case unnamedTrip = "rt_trip_not_named"
    case modifiedTrip = "rt_modified_trip_not_alone"
    case addedIsDeprecated = "rt_deprecated_added"

    // MARK: Runs

    case unnamedHeadway = "rt_frequency_without_start"
    case startChanged = "rt_start_time_changed"
    case notRunning = "rt_trip_not_running"
    case ambiguousDay = "rt_ambiguous_day"
    case lowMatchRate = "rt_low_match_rate"

    // MARK: Trip updates

    case noTrip = "rt_no_trip"
    case duplicateUpdate = "rt_duplicate_trip_update"
    case copyIncomplete = "rt_copy_without_properties"
    case propertiesWithoutCopy = "rt_properties_without_copy"
    case copyExists = "rt_copy_id_in_feed"
    case unknownShape = "rt_unknown_shape"
    case delayOfNew = "rt_delay_of_new_trip"
    case unnamedStops = "rt_unnamed_trip_without_stop_ids"
    case unnamedDelays = "rt_unnamed_trip_without_times"
    case canceledDays = "rt_canceled_days_without_alert"
    case allSkipped = "rt_all_stops_skipped"
    case noTimeAhead = "rt_no_time_ahead"
    case newWithoutHeadsign = "rt_new_without_headsign"
    case earlyDropped = "rt_early_stops_dropped"

    // MARK: Stop updates

    case skippedTime = "rt_time_at_skipped_stop"
    case occupancyWithoutTimes = "rt_occupancy_without_times"
    case halfOfTwo = "rt_one_time_of_two"
    case scheduledHeadway = "rt_scheduled_stop_of_headway_trip"
    case unscheduledTimetable = "rt_unscheduled_stop_of_timed_trip"
    case unscheduledStop = "rt_unscheduled_stop_alone"
    case scheduledStop = "rt_unscheduled_trip_alone"
    case twoStops = "rt_two_stop_ids"
    case unknownAssigned = "rt_unknown_assigned_stop"

    // MARK: Arrivals and departures

    case forbiddenPlan = "rt_scheduled_time_not_allowed"
    case missingPlan = "rt_new_without_scheduled_time"
    case headwayDelay = "rt_delay_of_headway_trip"
    case farOff = "rt_far_from_schedule"

    // MARK: Vehicles

    case noPosition = "rt_no_position"
    case noShapeOfTrip = "rt_unknown_trip_shape"
    case unknownCopy = "rt_vehicle_of_unknown_copy"
    case carriageID = "rt_duplicate_carriage_id"
    case carriageOrder = "rt_carriage_order"
    case oldPosition = "rt_old_position"
    case severalVehicles = "rt_several_vehicles_for_trip"
    case changedVehicle = "rt_vehicle_changed"
    case stuckVehicle = "rt_stuck_vehicle"

    // MARK: Alerts

    case offHeadway = "rt_alert_off_headway"
    case everyStop = "rt_alert_names_every_stop"
    case activePeriod = "rt_deprecated_active_period"
    case impactOutside = "rt_impact_outside_communication"
    case causeDetail = "rt_cause_detail_without_cause"
    case effectDetail = "rt_effect_detail_without_effect"
    case sameTexts = "rt_description_equals_header"
    case directionAlone = "rt_direction_without_route"

    // MARK: Texts and images

    case noTranslation = "rt_no_translation"
    case textLanguages = "rt_translations_without_language"
    case noImage = "rt_no_image"
    case imageLanguages = "rt_images_without_language"
    case mediaType = "rt_image_media_type"
    case imageURL = "rt_image_url"

    // MARK: Detours

    case noShapeID = "rt_shape_without_id"
    case shapeInFeed = "rt_shape_id_in_feed"
    case noPoints = "rt_shape_without_points"
    case damagedPoints = "rt_damaged_polyline"
    case noDetourStart = "rt_modification_without_start"
    case emptySelector = "rt_empty_stop_selector"
    case unknownSelectorStop = "rt_unknown_selector_stop"
    case unknownDetourShape = "rt_unknown_detour_shape"
    case alsoReplaced = "rt_detour_and_replacement"
    case unknownReplacement = "rt_unknown_replacement_stop"
    case stationReplacement = "rt_replacement_not_boarding_place"
    case fallingTravel = "rt_travel_time_falls"
    case farDetourDay = "rt_detour_far_ahead"
    case badDetourDay = "rt_detour_date"

    package var code: String { rawValue.hasPrefix("rt_") ? rawValue : rawValue.uppercased() }

    /// A test finds the text of each notice.
    var definition: NoticeDefinition {
        Self.definitions[self]
            ?? NoticeDefinition(code: code, severity: .error, summary: code)
    }

    /// By case: a message may have millions of faults, and to make the code of each takes long.
    private static let definitions = Dictionary(
        uniqueKeysWithValues: allCases.compactMap { notice in
            RealtimeCatalogue.byCode[notice.code].map { (notice, $0) }
        })
}
