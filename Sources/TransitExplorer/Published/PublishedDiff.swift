import BundleManifest
import Foundation
import WebPages

/// The published changes of a version: `schema/diff.schema.json`.
@available(iOS 17, macOS 14, *)
struct PublishedDiff: Decodable, Sendable {
    struct Version: Decodable, Sendable {
        let name: String
        let feedVersion: String?
    }

    struct Item: Decodable, Sendable {
        let id: String
        let name: String?
    }

    struct Field: Decodable, Sendable {
        let field: String
        let old: String?
        let new: String?
    }

    struct ChangedItem: Decodable, Sendable {
        let id: String
        let name: String?
        let fields: [Field]
    }

    struct Changes: Decodable, Sendable {
        let added: [Item]
        let removed: [Item]
        let changed: [ChangedItem]
    }

    struct Move: Decodable, Sendable {
        let id: String
        let name: String?
        let meters: Double
        let fields: [Field]
    }

    struct Differences: Decodable, Sendable {
        struct Row: Decodable, Sendable {
            let file: String
            /// `added`, `removed`, `changed`.
            let kind: String
            let key: [Value]
            let fields: [Field]
        }

        struct Value: Decodable, Sendable {
            let field: String
            let value: String
        }

        let rows: [Row]
        let more: Int
    }

    struct Trips: Decodable, Sendable {
        struct OfRoute: Decodable, Sendable {
            let routeId: String
            let name: String?
            let old: Int
            let new: Int
            let added: Int
            let removed: Int
            let changed: Int
            let areIdsNew: Bool
            let runsAdded: Int
            let runsRemoved: Int
            let addedTrips: [String]
            let removedTrips: [String]
            let rows: Differences
        }

        let old: Int
        let new: Int
        let routes: [OfRoute]
    }

    struct Service: Decodable, Sendable {
        struct Window: Decodable, Sendable {
            let first: Int
            let last: Int
        }

        struct Day: Decodable, Sendable {
            let date: Int
            let old: Int
            let new: Int
        }

        let oldWindow: Window?
        let newWindow: Window?
        let daysLost: [Int]
        let daysGained: [Int]
        let days: [Day]
    }

    struct Rows: Decodable, Sendable {
        let file: String
        let old: Int
        let new: Int
        /// Whether as many rows say something else.
        let hasOtherContent: Bool
        let rows: Differences
    }

    struct Extension: Decodable, Sendable {
        let file: String
        /// `added`, `removed`, `changed`.
        let kind: String
        let columnsAdded: [String]
        let columnsRemoved: [String]
        let old: Int
        let new: Int
        let rows: Differences
    }

    struct Map: Decodable, Sendable {
        struct Place: Decodable, Sendable {
            let latitude: Double
            let longitude: Double
        }

        struct Stop: Decodable, Sendable {
            let id: String
            let name: String?
            /// `added`, `removed`, `moved`.
            let kind: String
            let old: Place?
            let new: Place?
        }

        struct Path: Decodable, Sendable {
            let route: String
            let color: String?
            let state: MapContent.State
            let polyline: String
        }

        let stops: [Stop]
        let paths: [Path]
        let isCut: Bool
    }

    let old: Version
    let new: Version
    let agencies: Changes
    let routes: Changes
    let stops: Changes
    let moved: [Move]
    let trips: Trips
    let service: Service
    let rows: [Rows]
    /// Nil where none changed, and in files of versions that did not compare them.
    let extensions: [Extension]?
    let map: Map

    fileprivate static let recent = RecentFiles(limit: 4) { json in
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        return try decoder.decode(PublishedDiff.self, from: Data(json))
    }
}

@available(iOS 17, macOS 14, *)
extension ExplorerContext {
    func diff() async throws -> PublishedDiff? {
        try await published({ $0.diff }, in: PublishedDiff.recent)
    }
}
