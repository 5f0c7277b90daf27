public import TransitModel

extension LiveVehicle: WireObject {
    init() {
        self.init(id: "", coordinate: nil)
    }

    mutating func visit(_ wire: inout some Wire) {
        wire.key("id", &id)
        wire.optional("vehicle", &vehicle)
        wire.optional("license_plate", &licensePlate)
        var (latitude, longitude) = (coordinate?.latitude, coordinate?.longitude)
        wire.optional("lat", &latitude)
        wire.optional("lon", &longitude)
        coordinate = latitude.flatMap { latitude in
            longitude.map { Coordinate(latitude: latitude, longitude: $0) }
        }
        wire.optional("bearing", &bearing)
        wire.optional("speed", &speed)
        wire.optional("at", &at)
        wire.optional("trip_id", &tripID)
        wire.optional("service_date", &serviceDate)
        wire.optional("start_time", &startTime)
        wire.optional("route_id", &routeID)
        wire.optional("direction_id", &directionID)
        wire.optional("next_call", &nextCall)
        wire.optional("occupancy_status", &occupancyStatus)
        wire.optional("occupancy_percentage", &occupancyPercentage)
        wire.optional("congestion_level", &congestionLevel)
        wire.optional("carriages", &carriages)
    }

    /// A `Feature` of GeoJSON; its properties are those of the object, except for the place.
    public struct Feature: WireObject, DTO {
        /// Always `Feature`.
        public var type = "Feature"
        /// The place, a `Point`.
        public var geometry: PointDTO
        /// The vehicle.
        public var properties: LiveVehicle

        init() {
            geometry = PointDTO()
            properties = LiveVehicle()
        }

        /// Creates a vehicle on a map; nil without a place.
        public init?(_ vehicle: LiveVehicle) {
            guard let place = vehicle.coordinate, place.isOnGlobe else { return nil }
            geometry = PointDTO(place)
            properties = vehicle
        }

        mutating func visit(_ wire: inout some Wire) {
            wire.key("type", &type)
            wire.key("geometry", &geometry)
            wire.key("properties", &properties)
        }
    }
}

extension LiveVehicle.NextCall: WireObject {
    init() {
        self.init(stopSequence: nil)
    }

    mutating func visit(_ wire: inout some Wire) {
        wire.optional("stop_sequence", &stopSequence)
        wire.optional("stop_id", &stopID)
        wire.key("status", &status)
        wire.optional("by_place", &isByPlace)
    }
}

extension LiveVehicle.Carriage: WireObject {
    init() {
        self.init(id: nil)
    }

    mutating func visit(_ wire: inout some Wire) {
        wire.optional("id", &id)
        wire.optional("label", &label)
        wire.optional("occupancy_status", &occupancyStatus)
        wire.optional("occupancy_percentage", &occupancyPercentage)
    }
}
