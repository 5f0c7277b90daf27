import BundleCodec

package struct MapContent: Sendable, Encodable {
    package enum State: String, Sendable, Encodable {
        case before, after
    }

    package struct Line: Sendable, Encodable {
        /// With five decimals.
        package var polyline: String
        /// Six hexadecimal digits; nil for the quiet color of the background.
        package var color: String?
        /// In both versions when nil, or there is only one.
        package var state: State?

        package init(polyline: String, color: String? = nil, state: State? = nil) {
            self.polyline = polyline
            self.color = color
            self.state = state
        }

        package init(
            through places: [(latitude: Double, longitude: Double)], color: String? = nil,
            state: State? = nil
        ) {
            self.init(polyline: MapContent.polyline(places), color: color, state: state)
        }
    }

    package struct Mark: Sendable, Encodable {
        package var latitude: Double
        package var longitude: Double
        package var name: String
        /// The text after its name in lists and for screen readers, but not on the map.
        package var note: String?
        /// The fragment of links that lead to it; nil when there are none.
        package var id: String?
        package var link: String?
        /// The kind, which determines the mark's look: `stop`, `station`, `here`, `error`,
        /// `warning`, `info`, `added`, `removed`, `changed`.
        package var kind: String
        package var state: State?

        package init(
            latitude: Double, longitude: Double, name: String, note: String? = nil,
            id: String? = nil, link: String? = nil, kind: String, state: State? = nil
        ) {
            self.latitude = latitude
            self.longitude = longitude
            self.name = name
            self.note = note
            self.id = id
            self.link = link
            self.kind = kind
            self.state = state
        }

        var title: String { note.map { "\(name): \($0)" } ?? name }
    }

    /// Live vehicles, which scripts ask the API for as long as the map is seen.
    package struct Vehicles: Sendable, Encodable {
        /// The fields of the API's address; empty for those in view.
        package var query: String
        package var routes: [String: String]

        package init(query: String, routes: [String: String]) {
            self.query = query
            self.routes = routes
        }
    }

    package var lines: [Line]
    package var marks: [Mark]
    /// With five decimals.
    package var stops: String?
    package var vehicles: Vehicles?

    package init(
        lines: [Line] = [], marks: [Mark] = [], stops: String? = nil, vehicles: Vehicles? = nil
    ) {
        self.lines = lines
        self.marks = marks
        self.stops = stops
        self.vehicles = vehicles
    }

    package var isEmpty: Bool { lines.isEmpty && marks.isEmpty && stops == nil }

    /// In degrees; with five decimals.
    package static func polyline(_ places: [(latitude: Double, longitude: Double)]) -> String {
        let numbers = places.map {
            (latitude: scaled($0.latitude), longitude: scaled($0.longitude))
        }
        return String(decoding: Polyline.encode(numbers), as: UTF8.self)
    }

    private static func scaled(_ degrees: Double) -> Int32 {
        Int32(min(max((degrees * 1e5).rounded(), -18_000_000), 18_000_000))
    }

    /// With five decimals; a damaged polyline ends where the damage begins.
    package static func places(_ polyline: String) -> [(latitude: Double, longitude: Double)] {
        var places: [(latitude: Double, longitude: Double)] = []
        var polyline = polyline
        polyline.withUTF8 { text in
            var decoder = PolylineDecoder(UnsafeRawBufferPointer(text), count: text.count)
            do {
                while let place = try decoder.next() {
                    places.append((Double(place.latitude) / 1e5, Double(place.longitude) / 1e5))
                }
            } catch {
                // A polyline does not say how many points it has: damage always looks like an early
                // end.
                return
            }
        }
        return places
    }
}
