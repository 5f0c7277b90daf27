import BundleCodec
import SQLiteLayer
import SystemLayer

enum LinePosition {
    case degrees(latitude: Double, longitude: Double)
    case millionths(Polyline.Place)
}

struct FeatureWriter {
    private let file: NewFile
    private var bytes: [UInt8] = []
    private var features = 0

    init(_ file: NewFile) {
        self.file = file
        append("{\"type\":\"FeatureCollection\",\"features\":[")
    }

    mutating func finish() throws {
        append("\n]}\n")
        try write()
    }

    /// The properties are the first columns of the row.
    mutating func beginFeature(_ properties: [String], of row: Columns) {
        append(features == 0 ? "\n" : ",\n")
        features += 1
        append("{\"type\":\"Feature\",\"properties\":{")
        var isFirst = true
        for (column, name) in properties.enumerated() where !row.isNull(column) {
            if !isFirst { append(",") }
            isFirst = false
            bytes.append(json: name)
            append(":")
            if row.isInteger(column), let value = row.int64(column) {
                bytes.append(integer: value)
            } else {
                bytes.append(json: row.asText(column) ?? "")
            }
        }
    }

    mutating func beginGeometry(_ type: String) {
        append("},\"geometry\":{\"type\":\"\(type)\",\"coordinates\":")
    }

    mutating func position(latitude: Double, longitude: Double) {
        append("[")
        bytes.append(real: longitude)
        append(",")
        bytes.append(real: latitude)
        append("]")
    }

    mutating func positions(_ line: [LinePosition]) {
        for (place, position) in line.enumerated() {
            if place > 0 { append(",") }
            switch position {
            case .degrees(let latitude, let longitude):
                self.position(latitude: latitude, longitude: longitude)
            case .millionths(let place): self.position(millionths: place)
            }
        }
    }

    private mutating func position(millionths place: Polyline.Place) {
        append("[")
        bytes.append(decimal: Int64(place.longitude), scale: 1_000_000)
        append(",")
        bytes.append(decimal: Int64(place.latitude), scale: 1_000_000)
        append("]")
    }

    mutating func endFeature() throws {
        append("}}")
        try writeIfFull()
    }

    mutating func append(_ json: StaticString) {
        bytes.append(
            contentsOf: UnsafeBufferPointer(start: json.utf8Start, count: json.utf8CodeUnitCount))
    }

    mutating func writeIfFull() throws {
        if bytes.count >= CSVText.pieceSize { try write() }
    }

    private mutating func write() throws {
        try bytes.withUnsafeBytes { try file.write($0) }
        bytes.removeAll(keepingCapacity: true)
    }

    private mutating func append(_ json: String) { bytes.append(contentsOf: json.utf8) }
}
