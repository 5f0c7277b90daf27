/// Which columns of a file hold the fields of `shapes.txt`; `Int.max` for missing ones.
package struct ShapePointColumns: Sendable {
    package let id: Int
    package let latitude: Int
    package let longitude: Int
    package let sequence: Int
    package let distance: Int

    /// - Parameter header: the first of columns with the same name counts.
    package init(_ header: [String]) {
        func column(_ name: String) -> Int { header.firstIndex(of: name) ?? Int.max }
        id = column("shape_id")
        latitude = column("shape_pt_lat")
        longitude = column("shape_pt_lon")
        sequence = column("shape_pt_sequence")
        distance = column("shape_dist_traveled")
    }
}
