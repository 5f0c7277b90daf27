// The schema of GTFS Realtime, as gtfs-realtime-bindings 3.0.0 has it (google/transit#546): each
// message with the numbers, names and types of its fields. Nothing else of the sources spells a
// number or a name of these; the words of enumerations are with their types.

extension FeedMessage {
    enum Key: UInt32 {
        case header = 1
        case entities
    }

    static let schema = MessageSchema(
        "FeedMessage",
        [
            .init(Key.header, "header", as: .message(FeedHeader.schema)),
            .init(Key.entities, "entity", as: .message(FeedEntity.schema), repeated: true),
        ])
}

extension FeedHeader {
    enum Key: UInt32 {
        case gtfsRealtimeVersion = 1
        case incrementality, timestamp, feedVersion
    }

    static let schema = MessageSchema(
        "FeedHeader",
        [
            .init(Key.gtfsRealtimeVersion, "gtfs_realtime_version", as: .text),
            .init(Key.incrementality, "incrementality", as: .code(Incrementality.self)),
            .init(Key.timestamp, "timestamp", as: .uint64),
            .init(Key.feedVersion, "feed_version", as: .text),
        ])
}

extension FeedEntity {
    enum Key: UInt32 {
        case id = 1
        case isDeleted, tripUpdate, vehicle, alert, shape, stop, tripModifications
    }

    static let schema = MessageSchema(
        "FeedEntity",
        [
            .init(Key.id, "id", as: .text),
            .init(Key.isDeleted, "is_deleted", as: .bool),
            .init(Key.tripUpdate, "trip_update", as: .message(TripUpdate.schema)),
            .init(Key.vehicle, "vehicle", as: .message(VehiclePosition.schema)),
            .init(Key.alert, "alert", as: .message(Alert.schema)),
            .init(Key.shape, "shape", as: .message(Shape.schema)),
            .init(Key.stop, "stop", as: .message(Stop.schema)),
            .init(
                Key.tripModifications, "trip_modifications", as: .message(TripModifications.schema)),
        ])
}

extension TripUpdate {
    enum Key: UInt32 {
        case trip = 1
        case stopTimeUpdates, vehicle, timestamp, delay, tripProperties
    }

    static let schema = MessageSchema(
        "TripUpdate",
        [
            .init(Key.trip, "trip", as: .message(TripDescriptor.schema)),
            .init(
                Key.stopTimeUpdates, "stop_time_update", as: .message(StopTimeUpdate.schema),
                repeated: true),
            .init(Key.vehicle, "vehicle", as: .message(VehicleDescriptor.schema)),
            .init(Key.timestamp, "timestamp", as: .uint64),
            .init(Key.delay, "delay", as: .int32),
            .init(
                Key.tripProperties, "trip_properties", as: .message(TripProperties.schema)),
        ])
}

extension TripUpdate.StopTimeEvent {
    enum Key: UInt32 {
        case delay = 1
        case time, uncertainty, scheduledTime
    }

    static let schema = MessageSchema(
        "StopTimeEvent",
        [
            .init(Key.delay, "delay", as: .int32),
            .init(Key.time, "time", as: .int64),
            .init(Key.uncertainty, "uncertainty", as: .int32),
            .init(Key.scheduledTime, "scheduled_time", as: .int64),
        ])
}

extension TripUpdate.StopTimeUpdate {
    enum Key: UInt32 {
        case stopSequence = 1
        case arrival, departure, stopID, scheduleRelationship, stopTimeProperties,
            departureOccupancyStatus
    }

    static let schema = MessageSchema(
        "StopTimeUpdate",
        [
            .init(Key.stopSequence, "stop_sequence", as: .uint32),
            .init(Key.arrival, "arrival", as: .message(TripUpdate.StopTimeEvent.schema)),
            .init(Key.departure, "departure", as: .message(TripUpdate.StopTimeEvent.schema)),
            .init(Key.stopID, "stop_id", as: .text),
            .init(
                Key.scheduleRelationship, "schedule_relationship",
                as: .code(ScheduleRelationship.self)),
            .init(
                Key.stopTimeProperties, "stop_time_properties",
                as: .message(StopTimeProperties.schema)),
            .init(
                Key.departureOccupancyStatus, "departure_occupancy_status",
                as: .code(VehiclePosition.OccupancyStatus.self)),
        ])
}

extension TripUpdate.StopTimeUpdate.StopTimeProperties {
    enum Key: UInt32 {
        case assignedStopID = 1
        case stopHeadsign, pickupType, dropOffType
    }

    static let schema = MessageSchema(
        "StopTimeProperties",
        [
            .init(Key.assignedStopID, "assigned_stop_id", as: .text),
            .init(Key.stopHeadsign, "stop_headsign", as: .text),
            .init(Key.pickupType, "pickup_type", as: .code(DropOffPickupType.self)),
            .init(Key.dropOffType, "drop_off_type", as: .code(DropOffPickupType.self)),
        ])
}

extension TripUpdate.TripProperties {
    enum Key: UInt32 {
        case tripID = 1
        case startDate, startTime, shapeID, tripHeadsign, tripShortName
    }

    static let schema = MessageSchema(
        "TripProperties",
        [
            .init(Key.tripID, "trip_id", as: .text),
            .init(Key.startDate, "start_date", as: .text),
            .init(Key.startTime, "start_time", as: .text),
            .init(Key.shapeID, "shape_id", as: .text),
            .init(Key.tripHeadsign, "trip_headsign", as: .text),
            .init(Key.tripShortName, "trip_short_name", as: .text),
        ])
}

extension VehiclePosition {
    enum Key: UInt32 {
        case trip = 1
        case position, currentStopSequence, currentStatus, timestamp, congestionLevel, stopID,
            vehicle, occupancyStatus, occupancyPercentage, multiCarriageDetails
    }

    static let schema = MessageSchema(
        "VehiclePosition",
        [
            .init(Key.trip, "trip", as: .message(TripDescriptor.schema)),
            .init(Key.position, "position", as: .message(Position.schema)),
            .init(Key.currentStopSequence, "current_stop_sequence", as: .uint32),
            .init(
                Key.currentStatus, "current_status", as: .code(VehicleStopStatus.self)),
            .init(Key.timestamp, "timestamp", as: .uint64),
            .init(
                Key.congestionLevel, "congestion_level", as: .code(CongestionLevel.self)
            ),
            .init(Key.stopID, "stop_id", as: .text),
            .init(Key.vehicle, "vehicle", as: .message(VehicleDescriptor.schema)),
            .init(
                Key.occupancyStatus, "occupancy_status", as: .code(OccupancyStatus.self)
            ),
            .init(Key.occupancyPercentage, "occupancy_percentage", as: .uint32),
            .init(
                Key.multiCarriageDetails, "multi_carriage_details",
                as: .message(CarriageDetails.schema), repeated: true),
        ])
}

extension VehiclePosition.CarriageDetails {
    enum Key: UInt32 {
        case id = 1
        case label, occupancyStatus, occupancyPercentage, carriageSequence
    }

    static let schema = MessageSchema(
        "CarriageDetails",
        [
            .init(Key.id, "id", as: .text),
            .init(Key.label, "label", as: .text),
            .init(
                Key.occupancyStatus, "occupancy_status",
                as: .code(VehiclePosition.OccupancyStatus.self)
            ),
            .init(Key.occupancyPercentage, "occupancy_percentage", as: .int32),
            .init(Key.carriageSequence, "carriage_sequence", as: .uint32),
        ])
}

extension Alert {
    enum Key: UInt32 {
        case activePeriods = 1
        case communicationPeriods, impactPeriods
        case informedEntities = 5
        case cause, effect, url
        case headerText = 10
        case descriptionText, ttsHeaderText, ttsDescriptionText, severityLevel, image,
            imageAlternativeText, causeDetail, effectDetail
    }

    static let schema = MessageSchema(
        "Alert",
        [
            .init(
                Key.activePeriods, "active_period", as: .message(TimeRange.schema), repeated: true),
            .init(
                Key.communicationPeriods, "communication_period", as: .message(TimeRange.schema),
                repeated: true),
            .init(
                Key.impactPeriods, "impact_period", as: .message(TimeRange.schema), repeated: true),
            .init(
                Key.informedEntities, "informed_entity", as: .message(EntitySelector.schema),
                repeated: true),
            .init(Key.cause, "cause", as: .code(Cause.self)),
            .init(Key.effect, "effect", as: .code(Effect.self)),
            .init(Key.url, "url", as: .message(TranslatedString.schema)),
            .init(Key.headerText, "header_text", as: .message(TranslatedString.schema)),
            .init(Key.descriptionText, "description_text", as: .message(TranslatedString.schema)),
            .init(Key.ttsHeaderText, "tts_header_text", as: .message(TranslatedString.schema)),
            .init(
                Key.ttsDescriptionText, "tts_description_text",
                as: .message(TranslatedString.schema)),
            .init(Key.severityLevel, "severity_level", as: .code(SeverityLevel.self)),
            .init(Key.image, "image", as: .message(TranslatedImage.schema)),
            .init(
                Key.imageAlternativeText, "image_alternative_text",
                as: .message(TranslatedString.schema)),
            .init(Key.causeDetail, "cause_detail", as: .message(TranslatedString.schema)),
            .init(Key.effectDetail, "effect_detail", as: .message(TranslatedString.schema)),
        ])
}

extension TimeRange {
    enum Key: UInt32 {
        case start = 1
        case end
    }

    static let schema = MessageSchema(
        "TimeRange",
        [
            .init(Key.start, "start", as: .uint64),
            .init(Key.end, "end", as: .uint64),
        ])
}

extension Position {
    enum Key: UInt32 {
        case latitude = 1
        case longitude, bearing, odometer, speed
    }

    static let schema = MessageSchema(
        "Position",
        [
            .init(Key.latitude, "latitude", as: .float),
            .init(Key.longitude, "longitude", as: .float),
            .init(Key.bearing, "bearing", as: .float),
            .init(Key.odometer, "odometer", as: .double),
            .init(Key.speed, "speed", as: .float),
        ])
}

extension TripDescriptor {
    enum Key: UInt32 {
        case tripID = 1
        case startTime, startDate, scheduleRelationship, routeID, directionID, modifiedTrip
    }

    static let schema = MessageSchema(
        "TripDescriptor",
        [
            .init(Key.tripID, "trip_id", as: .text),
            .init(Key.startTime, "start_time", as: .text),
            .init(Key.startDate, "start_date", as: .text),
            .init(
                Key.scheduleRelationship, "schedule_relationship",
                as: .code(ScheduleRelationship.self)),
            .init(Key.routeID, "route_id", as: .text),
            .init(Key.directionID, "direction_id", as: .uint32),
            .init(Key.modifiedTrip, "modified_trip", as: .message(ModifiedTripSelector.schema)),
        ])
}

extension TripDescriptor.ModifiedTripSelector {
    enum Key: UInt32 {
        case modificationsID = 1
        case affectedTripID, startTime, startDate
    }

    static let schema = MessageSchema(
        "ModifiedTripSelector",
        [
            .init(Key.modificationsID, "modifications_id", as: .text),
            .init(Key.affectedTripID, "affected_trip_id", as: .text),
            .init(Key.startTime, "start_time", as: .text),
            .init(Key.startDate, "start_date", as: .text),
        ])
}

extension VehicleDescriptor {
    enum Key: UInt32 {
        case id = 1
        case label, licensePlate, wheelchairAccessible
    }

    static let schema = MessageSchema(
        "VehicleDescriptor",
        [
            .init(Key.id, "id", as: .text),
            .init(Key.label, "label", as: .text),
            .init(Key.licensePlate, "license_plate", as: .text),
            .init(
                Key.wheelchairAccessible, "wheelchair_accessible",
                as: .code(WheelchairAccessible.self)),
        ])
}

extension EntitySelector {
    enum Key: UInt32 {
        case agencyID = 1
        case routeID, routeType, trip, stopID, directionID
    }

    static let schema = MessageSchema(
        "EntitySelector",
        [
            .init(Key.agencyID, "agency_id", as: .text),
            .init(Key.routeID, "route_id", as: .text),
            .init(Key.routeType, "route_type", as: .int32),
            .init(Key.trip, "trip", as: .message(TripDescriptor.schema)),
            .init(Key.stopID, "stop_id", as: .text),
            .init(Key.directionID, "direction_id", as: .uint32),
        ])
}

extension TranslatedString {
    enum Key: UInt32 {
        case translations = 1
    }

    static let schema = MessageSchema(
        "TranslatedString",
        [
            .init(
                Key.translations, "translation", as: .message(Translation.schema),
                repeated: true)
        ])
}

extension TranslatedString.Translation {
    enum Key: UInt32 {
        case text = 1
        case language
    }

    static let schema = MessageSchema(
        "Translation",
        [
            .init(Key.text, "text", as: .text),
            .init(Key.language, "language", as: .text),
        ])
}

extension TranslatedImage {
    enum Key: UInt32 {
        case localizedImages = 1
    }

    static let schema = MessageSchema(
        "TranslatedImage",
        [
            .init(
                Key.localizedImages, "localized_image",
                as: .message(LocalizedImage.schema), repeated: true)
        ])
}

extension TranslatedImage.LocalizedImage {
    enum Key: UInt32 {
        case url = 1
        case mediaType, language
    }

    static let schema = MessageSchema(
        "LocalizedImage",
        [
            .init(Key.url, "url", as: .text),
            .init(Key.mediaType, "media_type", as: .text),
            .init(Key.language, "language", as: .text),
        ])
}

extension Shape {
    enum Key: UInt32 {
        case shapeID = 1
        case encodedPolyline
    }

    static let schema = MessageSchema(
        "Shape",
        [
            .init(Key.shapeID, "shape_id", as: .text),
            .init(Key.encodedPolyline, "encoded_polyline", as: .longText),
        ])
}

extension Stop {
    enum Key: UInt32 {
        case stopID = 1
        case stopCode, stopName, ttsStopName, stopDesc, stopLat, stopLon, zoneID, stopURL
        case parentStation = 11
        case stopTimezone, wheelchairBoarding, levelID, platformCode
    }

    static let schema = MessageSchema(
        "Stop",
        [
            .init(Key.stopID, "stop_id", as: .text),
            .init(Key.stopCode, "stop_code", as: .message(TranslatedString.schema)),
            .init(Key.stopName, "stop_name", as: .message(TranslatedString.schema)),
            .init(Key.ttsStopName, "tts_stop_name", as: .message(TranslatedString.schema)),
            .init(Key.stopDesc, "stop_desc", as: .message(TranslatedString.schema)),
            .init(Key.stopLat, "stop_lat", as: .float),
            .init(Key.stopLon, "stop_lon", as: .float),
            .init(Key.zoneID, "zone_id", as: .text),
            .init(Key.stopURL, "stop_url", as: .message(TranslatedString.schema)),
            .init(Key.parentStation, "parent_station", as: .text),
            .init(Key.stopTimezone, "stop_timezone", as: .text),
            .init(
                Key.wheelchairBoarding, "wheelchair_boarding", as: .code(WheelchairBoarding.self)),
            .init(Key.levelID, "level_id", as: .text),
            .init(Key.platformCode, "platform_code", as: .message(TranslatedString.schema)),
        ])
}

extension TripModifications {
    enum Key: UInt32 {
        case selectedTrips = 1
        case startTimes, serviceDates, modifications
    }

    static let schema = MessageSchema(
        "TripModifications",
        [
            .init(
                Key.selectedTrips, "selected_trips",
                as: .message(SelectedTrips.schema), repeated: true),
            .init(Key.startTimes, "start_times", as: .text, repeated: true),
            .init(Key.serviceDates, "service_dates", as: .text, repeated: true),
            .init(
                Key.modifications, "modifications", as: .message(Modification.schema),
                repeated: true),
        ])
}

extension TripModifications.Modification {
    enum Key: UInt32 {
        case startStopSelector = 1
        case endStopSelector, propagatedModificationDelay, replacementStops, serviceAlertID,
            lastModifiedTime
    }

    static let schema = MessageSchema(
        "Modification",
        [
            .init(Key.startStopSelector, "start_stop_selector", as: .message(StopSelector.schema)),
            .init(Key.endStopSelector, "end_stop_selector", as: .message(StopSelector.schema)),
            .init(Key.propagatedModificationDelay, "propagated_modification_delay", as: .int32),
            .init(
                Key.replacementStops, "replacement_stops", as: .message(ReplacementStop.schema),
                repeated: true),
            .init(Key.serviceAlertID, "service_alert_id", as: .text),
            .init(Key.lastModifiedTime, "last_modified_time", as: .uint64),
        ])
}

extension TripModifications.SelectedTrips {
    enum Key: UInt32 {
        case tripIDs = 1
        case shapeID
    }

    static let schema = MessageSchema(
        "SelectedTrips",
        [
            .init(Key.tripIDs, "trip_ids", as: .text, repeated: true),
            .init(Key.shapeID, "shape_id", as: .text),
        ])
}

extension StopSelector {
    enum Key: UInt32 {
        case stopSequence = 1
        case stopID
    }

    static let schema = MessageSchema(
        "StopSelector",
        [
            .init(Key.stopSequence, "stop_sequence", as: .uint32),
            .init(Key.stopID, "stop_id", as: .text),
        ])
}

extension ReplacementStop {
    enum Key: UInt32 {
        case travelTimeToStop = 1
        case stopID
    }

    static let schema = MessageSchema(
        "ReplacementStop",
        [
            .init(Key.travelTimeToStop, "travel_time_to_stop", as: .int32),
            .init(Key.stopID, "stop_id", as: .text),
        ])
}
