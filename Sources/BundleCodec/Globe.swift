/// The globe, in degrees of WGS 84. Feeds may have other numbers.
package enum Globe {
    package static func contains(latitude: Double, longitude: Double) -> Bool {
        -90...90 ~= latitude && -180...180 ~= longitude
    }
}
