import BundleManifest
import Foundation
import GRDB
import Hummingbird
import HummingbirdTesting
import SystemLayer
import TestSupport
import Testing
import TransitAPI
import TransitBundle

@testable import TransitServer

/// A publish folder from before and after the layout of bundles changed.
@Suite("Two layouts side by side")
struct TwoLayoutsTests {
    private let place: ServedPlace
    private let published: String
    private let old = "20261120-aaaaaaaa"
    private let new = "20261121-bbbbbbbb"

    init() throws {
        place = try ServedPlace()
        published = place.folder.path + "/published"
        place.keep(try EarlierBundle.layoutOne(in: place.folder), as: "Earlier")
    }

    /// `PRAGMA user_version` of the file.
    private func layout(_ name: String) throws -> UInt8 {
        try #require(try WholeFile.read(place.bundle(name), first: 100))[63]
    }

    private func stops(_ name: String) async throws -> Set<String> {
        let bundle = try TransitBundle(path: place.bundle(name))
        return try await bundle.read { database in
            try Set(String.fetchAll(database, sql: "SELECT stop_id FROM stops"))
        }
    }

    @Test("Each version answers for itself, whichever is current", .timeLimit(.minutes(30)))
    func versions() async throws {
        guard #available(macOS 14, iOS 17, tvOS 17, *) else { return }
        let (place, published, old, new) = (place, published, old, new)
        #expect(try layout("Earlier") == 1)
        #expect(try layout("Newer") == 2)
        let wanted = [old: try await stops("Earlier"), new: try await stops("Newer")]
        #expect(wanted[old]?.isDisjoint(with: wanted[new] ?? []) == true)
        try place.publish(new, "Newer", at: "2026-11-21T03:00:00Z", in: published) {
            $0.previous = [try place.version(old, "Earlier", id: "town", in: published)]
        }
        let catalog = try await FeedCatalog(path: published)
        try await Application(responder: APIResponder(ServerCore(catalog, .standard)))
            .test(.router) { client in
                @Sendable func stops(
                    _ root: String
                ) async throws -> (version: String, ids: Set<String>) {
                    let response = try await client.execute(
                        uri: "/api/v1\(root)/stops?limit=500", method: .get)
                    let answer = try Envelope<StopListDTO>.decoded(
                        from: Data(Array(buffer: response.body)))
                    return (answer.meta.bundle ?? "", Set(answer.data.stops.map(\.stopID)))
                }
                @Sendable func check(current: String) async throws {
                    for (root, version) in [
                        ("", current), ("/versions/\(old)", old), ("/versions/\(new)", new),
                    ] {
                        let answer = try await stops(root)
                        #expect(answer.version == version)
                        let known = wanted[version] ?? []
                        #expect(!answer.ids.isEmpty && answer.ids.isSubset(of: known), "\(root)")
                    }
                }
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for _ in 0..<20 { group.addTask { try await check(current: new) } }
                    try await group.waitForAll()
                }
                // Back to the earlier one, as a publisher goes who finds that the new one is wrong.
                try place.publish(old, "Earlier", at: "2026-11-22T03:00:00Z", in: published) {
                    $0.previous = [try place.version(new, "Newer", id: "town", in: published)]
                }
                await catalog.refresh()
                try await check(current: old)
            }
    }
}
