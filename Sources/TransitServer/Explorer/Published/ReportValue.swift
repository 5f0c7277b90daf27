/// A value of a notice, as `report.json` has it.
@available(iOS 17, macOS 14, *)
enum ReportValue: Decodable, Sendable, Hashable {
    case text(String)
    case number(Double)
    case flag(Bool)
    case list([ReportValue])
    case nothing

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .nothing
        } else if let text = try Self.value(String.self, container) {
            self = .text(text)
        } else if let number = try Self.value(Double.self, container) {
            self = .number(number)
        } else if let flag = try Self.value(Bool.self, container) {
            self = .flag(flag)
        } else {
            self = .list(try container.decode([ReportValue].self))
        }
    }

    /// The value, if it has the given type.
    private static func value<Value: Decodable>(
        _ type: Value.Type, _ container: any SingleValueDecodingContainer
    ) throws -> Value? {
        do {
            return try container.decode(type)
        } catch DecodingError.typeMismatch {
            return nil
        }
    }

    /// For people.
    var plain: String {
        switch self {
        case .text(let text): text
        case .number(let number):
            Int(exactly: number).map(String.init) ?? "\(number)"
        case .flag(let flag): "\(flag)"
        case .list(let values): values.map(\.plain).joined(separator: ", ")
        case .nothing: ""
        }
    }
}

/// The kind of thing whose id a value of a notice is.
@available(iOS 17, macOS 14, *)
enum ReportedThing: Hashable, Sendable {
    case stop, route, trip

    /// By the name of the field: `stopId`, `parentStation`, `routeId2`; nil when it is not the id
    /// of any of these.
    init?(field name: String) {
        let name = name.lowercased()
        if name.contains("stopid") || name == "parentstation" {
            self = .stop
        } else if name.contains("routeid") {
            self = .route
        } else if name.contains("tripid") {
            self = .trip
        } else {
            return nil
        }
    }
}
