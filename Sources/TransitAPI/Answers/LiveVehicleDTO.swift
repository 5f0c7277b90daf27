public import Foundation
public import TransitModel

/// Where a vehicle is.
public struct LiveVehicleDTO: WireObject, DTO {
    /// The position; its instant is ``at``.
    public private(set) var model = LiveVehicle(id: "", coordinate: nil)
    /// The vehicle.
    public var vehicle: CallRealtimeDTO.VehicleDTO?
    /// When the position was measured.
    public var at: ZonedInstant?

    init() {}

    /// Creates the wire form of a position, with the offset of a zone's clock in its instant.
    public init(_ position: LiveVehicle, in zone: TimeZone) {
        model = position
        vehicle = position.vehicle.map(CallRealtimeDTO.VehicleDTO.init)
        at = position.at.map { ZonedInstant($0, in: zone) }
    }

    mutating func visit(_ wire: inout some Wire) {
        wire.key("id", &model.id)
        wire.optional("vehicle", &vehicle)
        wire.optional("license_plate", &model.licensePlate)
        var (latitude, longitude) = (model.coordinate?.latitude, model.coordinate?.longitude)
        wire.optional("lat", &latitude)
        wire.optional("lon", &longitude)
        wire.optional("bearing", &model.bearing)
        wire.optional("speed", &model.speed)
        wire.optional("at", &at)
        wire.optional("trip_id", &model.tripID)
        wire.optional("service_date", &model.serviceDate)
        wire.optional("start_time", &model.startTime)
        wire.optional("route_id", &model.routeID)
        wire.optional("direction_id", &model.directionID)
        wire.optional("next_call", &model.nextCall)
        wire.optional("occupancy_status", &model.occupancyStatus)
        wire.optional("occupancy_percentage", &model.occupancyPercentage)
        wire.optional("congestion_level", &model.congestionLevel)
        wire.optional("carriages", &model.carriages)
        model.coordinate = latitude.flatMap { latitude in
            longitude.map { Coordinate(latitude: latitude, longitude: $0) }
        }
        model.vehicle = vehicle?.model
        model.at = at?.date
    }

    /// A `Feature` of GeoJSON; its properties are those of the object, except for the place.
    public struct Feature: WireObject, DTO {
        /// Always `Feature`.
        public var type = "Feature"
        /// The place, a `Point`.
        public var geometry: PointDTO
        /// The vehicle.
        public var properties: LiveVehicleDTO

        init() {
            geometry = PointDTO()
            properties = LiveVehicleDTO()
        }

        /// Creates a vehicle on a map; nil without a place.
        public init?(_ vehicle: LiveVehicleDTO) {
            guard let place = vehicle.model.coordinate, place.isOnGlobe else { return nil }
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
