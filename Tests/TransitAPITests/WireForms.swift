import TransitAPI
import TransitModel

/// The DTO of each schema of the contract.
enum WireForms {
    static let all: [(schema: String, type: any DTO.Type)] = [
        ("Meta", Meta.self), ("Note", Note.self), ("ErrorEnvelope", ErrorEnvelope.self),
        ("Error", ErrorDTO.self), ("ErrorDetail", ModelDTO<APIFailure.Detail>.self),
        ("Message", MessageDTO.self), ("Feed", FeedDTO.self), ("FeedInfo", ModelDTO<FeedInfo>.self),
        ("Agency", ModelDTO<Agency>.self), ("Attribution", ModelDTO<Attribution>.self),
        ("FeedDays", FeedDaysDTO.self), ("Box", ModelDTO<BoundingBox>.self),
        ("Licence", LicenceDTO.self),
        ("AgencyList", ListDTO<Agency>.self), ("Stop", StopDTO.self),
        ("StopList", ListDTO<StopDTO>.self), ("StopDetails", StopDetailsDTO.self),
        ("Level", ModelDTO<Level>.self), ("FlexibleAccess", ModelDTO<FlexibleAccess>.self),
        ("FlexibleService", ModelDTO<FlexibleService>.self), ("Route", RouteDTO.self),
        ("RouteList", RouteListDTO.self), ("RouteGroup", RouteGroupDTO.self),
        ("RouteDetails", RouteDetailsDTO.self), ("RouteDirection", RouteDirectionDTO.self),
        ("RouteStops", RouteStopsDTO.self), ("Departure", ModelDTO<StopEvent>.self),
        ("Arrival", ModelDTO<StopEvent>.self), ("Board", ModelDTO<Board>.self),
        ("ArrivalBoard", ModelDTO<Board>.self), ("BoardList", ListDTO<Board>.self),
        ("TimetableList", TimetableListDTO.self), ("Timetable", ModelDTO<Timetable>.self),
        ("TimetableRow", ModelDTO<Timetable.Row>.self),
        ("TimetableCell", ModelDTO<Timetable.Cell>.self),
        ("FlexibleTrip", ModelDTO<Timetable.FlexibleTrip>.self),
        ("TripDetails", TripDetailsDTO.self),
        ("Trip", ModelDTO<Trip>.self), ("Headway", ModelDTO<Headway>.self),
        ("Continuation", ModelDTO<Continuation>.self), ("Call", ModelDTO<TimedCall>.self),
        ("CallRealtime", ModelDTO<CallRealtime>.self),
        ("RealtimeVehicle", ModelDTO<CallRealtime.Vehicle>.self),
        ("RealtimeMeta", RealtimeMeta.self), ("AlertList", ListDTO<ServiceAlert>.self),
        ("Alert", ModelDTO<ServiceAlert>.self), ("AlertPeriod", ModelDTO<ServiceAlert.Period>.self),
        ("AlertImage", ModelDTO<ServiceAlert.Image>.self),
        ("InformedEntity", ModelDTO<InformedEntity>.self),
        ("InformedTrip", ModelDTO<InformedEntity.Trip>.self),
        ("VehicleList", ListDTO<LiveVehicle>.self), ("Vehicle", ModelDTO<LiveVehicle>.self),
        ("NextCall", ModelDTO<LiveVehicle.NextCall>.self),
        ("Carriage", ModelDTO<LiveVehicle.Carriage>.self),
        ("RealtimeReport", RealtimeReportDTO.self),
        ("Coverage", RealtimeReportDTO.CoverageDTO.self),
        ("RouteCoverage", RealtimeReportDTO.RouteCoverageDTO.self),
        ("TripUpdateOutcome", RealtimeReportDTO.OutcomeDTO.self),
        ("TripUpdateSample", RealtimeReportDTO.SampleDTO.self),
        ("RealtimeSource", RealtimeSourceDTO.self), ("RealtimeEvent", RealtimeEventDTO.self),
        ("RemovedRows", RemovedRowsDTO.self), ("RowKey", RowKeyDTO.self),
        ("FlexWindow", ModelDTO<FlexWindow>.self), ("Shape", ShapeDTO.self),
        ("LineString", LineStringDTO.self), ("MultiLineString", MultiLineStringDTO.self),
        ("Point", PointDTO.self),
        ("ServiceList", ListDTO<ServiceDTO>.self),
        ("Service", ServiceDTO.self), ("FareList", FareListDTO.self),
        ("DestinationList", DestinationListDTO.self), ("Destination", DestinationDTO.self),
        ("CallsBetween", CallsBetweenDTO.self),
        ("ExtensionList", ListDTO<ExtensionTable>.self),
        ("Extension", ModelDTO<ExtensionTable>.self),
        ("ExtensionColumn", ModelDTO<ExtensionColumn>.self),
        ("ExtensionRow", ModelDTO<ExtensionRow>.self),
        ("ExtensionRows", ModelDTO<ExtensionRows>.self),
        ("TableList", ListDTO<TableDTO>.self), ("Table", TableDTO.self),
        ("RouteFare", ModelDTO<RouteFare>.self), ("TransferList", ListDTO<Transfer>.self),
        ("PathwayList", ListDTO<Pathway>.self),
        ("TranslationList", TranslationListDTO.self), ("FeedList", ListDTO<FeedSummaryDTO>.self),
        ("FeedSummary", FeedSummaryDTO.self), ("Version", VersionDTO.self),
        ("Status", StatusDTO.self), ("FeedStatus", FeedStatusDTO.self),
        ("BundleEvent", BundleEventDTO.self), ("Pathway", ModelDTO<Pathway>.self),
        ("Transfer", ModelDTO<Transfer>.self), ("LocationGroup", ModelDTO<LocationGroup>.self),
        ("Location", ModelDTO<Location>.self), ("BookingRule", ModelDTO<BookingRule>.self),
        ("FareAttribute", ModelDTO<FareAttribute>.self), ("FareRule", ModelDTO<FareRule>.self),
        ("FareProduct", ModelDTO<FareProduct>.self), ("FareMedium", ModelDTO<FareMedium>.self),
        ("RiderCategory", ModelDTO<RiderCategory>.self),
        ("FareLegRule", ModelDTO<FareLegRule>.self),
        ("FareLegJoinRule", ModelDTO<FareLegJoinRule>.self),
        ("FareTransferRule", ModelDTO<FareTransferRule>.self),
        ("Timeframe", ModelDTO<Timeframe>.self), ("Area", ModelDTO<Area>.self),
        ("FareNetwork", ModelDTO<FareNetwork>.self), ("Translation", ModelDTO<Translation>.self),
    ]

    /// The schemas of values, which have no DTO.
    static let values: Set = ["ServiceDate", "ServiceTime", "Instant", "Mode"]

    static let schemas = all.map(\.schema)

    static func type(_ schema: String) -> (any DTO.Type)? {
        all.first { $0.schema == schema }?.type
    }
}
