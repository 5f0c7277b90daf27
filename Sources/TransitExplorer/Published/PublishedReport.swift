import BundleManifest
import Foundation
import GTFSSchedule

@available(iOS 17, macOS 14, *)
struct PublishedReport: Sendable {
    struct Group: Decodable, Sendable {
        let code: String
        /// `ERROR`, `WARNING` or `INFO`.
        let severity: String
        let totalNotices: Int
        /// Its meaning and advice, with code between backquotes; reports of older versions of the
        /// tool have neither.
        let summary: String?
        let fix: String?
        let reference: String?
        let sampleNotices: [[String: ReportValue]]

        /// The severity as a style class: `error`, `warning`, `info`.
        var look: String { severity.lowercased() }

        func samples(about thing: ReportedThing, _ id: String) -> [[String: ReportValue]] {
            sampleNotices.filter { sample in
                sample.contains { field, value in
                    guard case .text(let text) = value else { return false }
                    return ReportedThing(field: field) == thing && text.exact == id.exact
                }
            }
        }
    }

    private struct Document: Decodable {
        struct Summary: Decodable {
            let validatedAt: String?
            let validatorVersion: String?
        }

        let summary: Summary
        let notices: [Group]
    }

    let validatedAt: String?
    let validator: String?
    let groups: [Group]
    /// By id of a thing: the numbers of the groups that name it.
    private let about: [ReportedThing: [ExactText: [Int]]]

    init(json: [UInt8]) throws {
        let document = try JSONDecoder().decode(Document.self, from: Data(json))
        validatedAt = document.summary.validatedAt
        validator = document.summary.validatorVersion
        groups = document.notices
        var about: [ReportedThing: [ExactText: [Int]]] = [:]
        for (number, group) in groups.enumerated() {
            for sample in group.sampleNotices {
                for (field, value) in sample {
                    guard let thing = ReportedThing(field: field), case .text(let id) = value,
                        about[thing]?[id.exact]?.last != number
                    else { continue }
                    about[thing, default: [:]][id.exact, default: []].append(number)
                }
            }
        }
        self.about = about
    }

    func groups(about thing: ReportedThing, _ id: String) -> [Group] {
        (about[thing]?[id.exact] ?? []).map { groups[$0] }
    }

    var byWeight: [Group] {
        let severities = ["ERROR", "WARNING", "INFO"]
        func weight(_ group: Group) -> (Int, Int, String) {
            let place = severities.firstIndex(of: group.severity) ?? severities.count
            return (place, -group.totalNotices, group.code)
        }
        return groups.sorted { weight($0) < weight($1) }
    }

    func total(_ look: String) -> Int {
        groups.reduce(0) { $0 + ($1.look == look ? $1.totalNotices : 0) }
    }

    fileprivate static let recent = RecentFiles(limit: 4, PublishedReport.init(json:))
}

@available(iOS 17, macOS 14, *)
extension ExplorerContext {
    func report() async throws -> PublishedReport? {
        try await published({ $0.report }, in: PublishedReport.recent)
    }
}

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

    private static func value<Value: Decodable>(
        _ type: Value.Type, _ container: any SingleValueDecodingContainer
    ) throws -> Value? {
        do {
            return try container.decode(type)
        } catch DecodingError.typeMismatch {
            return nil
        }
    }

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
