import TransitAPI
import TransitModel
import WebPages

/// The content of the map on pages.
@available(iOS 17, macOS 14, *)
extension ExplorerContext {
    /// A stop as a mark that links to its page; nil when it has no place.
    ///
    /// - Parameter isHere: whether the page is about it.
    func mark(_ stop: StopDTO, isHere: Bool = false) -> MapContent.Mark? {
        guard let place = stop.model.coordinate else { return nil }
        return MapContent.Mark(
            latitude: place.latitude, longitude: place.longitude, name: name(of: stop),
            link: links.stop(stop.stopID),
            kind: isHere ? "here" : stop.locationType == 1 ? "station" : "stop")
    }

    /// Paths in the color of their route.
    func lines(shapes: [String], color: String?) async throws -> [MapContent.Line] {
        var lines: [MapContent.Line] = []
        for id in shapes {
            let shape = try await ask(.shape, id: id, as: ShapeDTO.self).data.model
            lines.append(
                MapContent.Line(
                    through: shape.coordinates.map { ($0.latitude, $0.longitude) }, color: color))
        }
        return lines
    }
}
