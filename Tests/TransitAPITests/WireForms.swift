import GTFSSchedule
import TransitAPI

/// The DTO of each schema of the contract.
enum WireForms {
    static let all: [(schema: String, type: any DTO.Type)] = [
        ("Meta", Meta.self), ("Note", Note.self), ("ErrorEnvelope", ErrorEnvelope.self),
        ("Error", ErrorDTO.self), ("ErrorDetail", ErrorDetailDTO.self),
        ("Message", MessageDTO.self), ("Feed", FeedDTO.self), ("FeedInfo", FeedInfoDTO.self),
        ("Agency", AgencyDTO.self), ("Attribution", AttributionDTO.self),
        ("FeedDays", FeedDaysDTO.self), ("Box", BoxDTO.self), ("Licence", LicenceDTO.self),
        ("AgencyList", AgencyListDTO.self), ("Stop", StopDTO.self),
        ("StopList", StopListDTO.self), ("StopDetails", StopDetailsDTO.self),
        ("Level", LevelDTO.self), ("FlexibleAccess", FlexibleAccessDTO.self),
        ("FlexibleService", FlexibleServiceDTO.self), ("Route", RouteDTO.self),
        ("RouteList", RouteListDTO.self), ("RouteGroup", RouteGroupDTO.self),
        ("RouteDetails", RouteDetailsDTO.self), ("RouteDirection", RouteDirectionDTO.self),
        ("RouteStops", RouteStopsDTO.self), ("Departure", StopEventDTO.self),
        ("Arrival", StopEventDTO.self), ("Board", BoardDTO.self),
        ("ArrivalBoard", BoardDTO.self), ("BoardList", BoardListDTO.self),
        ("TimetableList", TimetableListDTO.self), ("Timetable", TimetableDTO.self),
        ("TimetableRow", TimetableRowDTO.self), ("TimetableCell", TimetableCellDTO.self),
        ("FlexibleTrip", FlexibleTripDTO.self), ("TripDetails", TripDetailsDTO.self),
        ("Trip", TripDTO.self), ("Headway", HeadwayDTO.self),
        ("Continuation", ContinuationDTO.self), ("Call", CallDTO.self),
        ("FlexWindow", FlexWindowDTO.self), ("Shape", ShapeDTO.self),
        ("LineString", LineStringDTO.self), ("Point", PointDTO.self),
        ("ServiceList", ServiceListDTO.self),
        ("Service", ServiceDTO.self), ("FareList", FareListDTO.self),
        ("DestinationList", DestinationListDTO.self), ("Destination", DestinationDTO.self),
        ("TableList", TableListDTO.self), ("Table", TableDTO.self),
        ("RouteFare", RouteFareDTO.self), ("TransferList", TransferListDTO.self),
        ("PathwayList", PathwayListDTO.self),
        ("TranslationList", TranslationListDTO.self), ("FeedList", FeedListDTO.self),
        ("FeedSummary", FeedSummaryDTO.self), ("Version", VersionDTO.self),
        ("Status", StatusDTO.self), ("FeedStatus", FeedStatusDTO.self),
        ("BundleEvent", BundleEventDTO.self), ("Pathway", RowDTO<Pathway>.self),
        ("Transfer", RowDTO<Transfer>.self), ("LocationGroup", RowDTO<LocationGroup>.self),
        ("Location", RowDTO<Location>.self), ("BookingRule", RowDTO<BookingRule>.self),
        ("FareAttribute", RowDTO<FareAttribute>.self), ("FareRule", RowDTO<FareRule>.self),
        ("FareProduct", RowDTO<FareProduct>.self), ("FareMedium", RowDTO<FareMedium>.self),
        ("RiderCategory", RowDTO<RiderCategory>.self),
        ("FareLegRule", RowDTO<FareLegRule>.self),
        ("FareLegJoinRule", RowDTO<FareLegJoinRule>.self),
        ("FareTransferRule", RowDTO<FareTransferRule>.self),
        ("Timeframe", RowDTO<Timeframe>.self), ("Area", RowDTO<Area>.self),
        ("FareNetwork", RowDTO<FareNetwork>.self), ("Translation", RowDTO<Translation>.self),
    ]

    /// The schemas of values, which have no DTO.
    static let values: Set = ["ServiceDate", "ServiceTime", "Instant", "Mode"]

    static let schemas = all.map(\.schema)

    /// The DTO of a schema.
    static func type(_ schema: String) -> (any DTO.Type)? {
        all.first { $0.schema == schema }?.type
    }
}
