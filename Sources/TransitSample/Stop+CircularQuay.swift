public import TransitModel

extension Stop {
    /// A station for previews, from ``CannedSource/sample(now:failure:delay:)``: Circular Quay in
    /// Sydney.
    public static let circularQuay = Stop(
        sid: 1, stopID: "200060", stopCode: "200060", stopName: "Circular Quay Station",
        stopLat: -33.8615, stopLon: 151.2106, locationType: 1, wheelchairBoarding: 1)
}
