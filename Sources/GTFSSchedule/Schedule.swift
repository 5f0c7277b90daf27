/// The catalogue of GTFS Schedule: every file of the reference, as of June 2026.
public enum Schedule {
    /// The files in the order of the reference.
    ///
    /// `locations.geojson` is among them, although it is not CSV: its features are rows.
    public static let tables: [TableSpec] = [
        Agency.table, Stop.table, Route.table, Trip.table, StopTime.table,
        ServiceCalendar.table, CalendarDate.table,
        FareAttribute.table, FareRule.table,
        Timeframe.table, RiderCategory.table, FareMedium.table, FareProduct.table,
        FareLegRule.table, FareLegJoinRule.table, FareTransferRule.table,
        Area.table, StopArea.table, Network.table, RouteNetwork.table,
        ShapePoint.table, Frequency.table, Transfer.table, Pathway.table, Level.table,
        LocationGroup.table, LocationGroupStop.table, Location.table, BookingRule.table,
        Translation.table, FeedInfo.table, Attribution.table,
    ]

    /// The table of a file such as `stops.txt`; nil for files that the reference does not name.
    public static func table(file: String) -> TableSpec? {
        tablesByFile[file]
    }

    private static let tablesByFile = Dictionary(
        uniqueKeysWithValues: tables.map { ($0.file.name, $0) })
}
