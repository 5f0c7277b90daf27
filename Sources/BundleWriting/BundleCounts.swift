/// How to count the rows of a bundle's tables and views.
enum BundleCounts {
    /// A query for the rows of a table or view. For the views that decode rows one by one it adds
    /// up what the tables below know, which takes milliseconds instead of seconds.
    static func query(_ name: String) -> String {
        switch name {
        case "trips":
            "SELECT count(*) FROM trip WHERE trip > 0"
        case "stop_times":
            """
            SELECT coalesce(sum(stops), 0)
            FROM trip JOIN trip_group USING (trip_group) JOIN pattern USING (pattern)
            """
        case "shapes":
            "SELECT coalesce(sum(points), 0) FROM shape"
        default:
            "SELECT count(*) FROM \(name)"
        }
    }
}
