struct CLLocationCoordinate2D: Equatable {
    var latitude: Double
    var longitude: Double
}

/// How much a map shows, in degrees.
struct MKCoordinateSpan: Equatable {
    var latitudeDelta: Double
    var longitudeDelta: Double
}

struct MKCoordinateRegion: Equatable {
    var center: CLLocationCoordinate2D
    var span: MKCoordinateSpan
}

/// A needle in a map.
struct MapMarker {
    let coordinate: CLLocationCoordinate2D
    let tint: Color
}

struct Map: DrawnView {
    private let region: MKCoordinateRegion
    private let markers: [MapMarker]

    init<Item: Identifiable>(
        coordinateRegion: Binding<MKCoordinateRegion>, annotationItems: [Item],
        annotationContent: (Item) -> MapMarker
    ) {
        region = coordinateRegion.get()
        markers = annotationItems.map(annotationContent)
    }

    func lines(on screen: inout Screen) -> [String] {
        let center = region.center
        let map = "map of \(region.span.latitudeDelta)° at \(center.latitude), \(center.longitude)"
        return [map]
            + markers.map {
                "\($0.tint.name) marker at \($0.coordinate.latitude), \($0.coordinate.longitude)"
            }
    }
}
