/// The catalogue of GTFS Schedule: every file of the reference, as of June 2026.
public enum Schedule {
    /// The files in the order of the reference.
    ///
    /// `locations.geojson` is among them, although it is not CSV: its features are rows.
    public static let tables: [TableSpec] = rowTypes.map { $0.table }

    /// The table of a file such as `stops.txt`; nil for files that the reference does not name.
    public static func table(file: String) -> TableSpec? {
        tables.first { $0.file.name == file }
    }

    /// The row structs of ``tables``, in the same order.
    package static let rowTypes: [any FeedRow.Type] = [
        Agency.self, Stop.self, Route.self, Trip.self, StopTime.self,
        ServiceCalendar.self, CalendarDate.self,
        FareAttribute.self, FareRule.self,
        Timeframe.self, RiderCategory.self, FareMedium.self, FareProduct.self,
        FareLegRule.self, FareLegJoinRule.self, FareTransferRule.self,
        Area.self, StopArea.self, Network.self, RouteNetwork.self,
        ShapePoint.self, Frequency.self, Transfer.self, Pathway.self, Level.self,
        LocationGroup.self, LocationGroupStop.self, Location.self, BookingRule.self,
        Translation.self, FeedInfo.self, Attribution.self,
    ]
}
