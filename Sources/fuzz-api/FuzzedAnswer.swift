import BundleCodec
import BundleManifest
import Foundation
import TransitAPI

/// The checks of each thing that can be read.
enum FuzzedAnswer {
    /// An answer, by itself and in its envelope.
    static func check<Form: DTO>(_ type: Form.Type, _ bytes: [UInt8]) {
        checkAlone(type, bytes)
        checkAlone(Envelope<Form>.self, bytes)
    }

    private static func checkAlone<Form: DTO>(_ type: Form.Type, _ bytes: [UInt8]) {
        let report = DecodingReport()
        guard let form = read({ try Form.decoded(from: Data(bytes), reportingTo: report) })
        else { return }
        let written = form.jsonBytes
        guard let again = read({ try Form.decoded(from: Data(written)) }) else {
            fatalError("\(type) writes what it does not read: \(text(written))")
        }
        precondition(again.jsonBytes == written, "\(type) writes otherwise: \(text(written))")
        precondition(again == form, "\(type) reads otherwise: \(text(written))")
        _ = report.replacements.map(\.description)
    }

    /// A manifest.
    static func checkManifest(_ bytes: [UInt8]) {
        guard let manifest = read({ try Manifest(json: bytes) }) else { return }
        guard let written = read({ try manifest.json }),
            let again = read({ try Manifest(json: written) })
        else { fatalError("a manifest does not come back") }
        precondition(again == manifest, "a manifest comes back otherwise: \(text(written))")
        _ = ManifestSignature.isName(text(bytes))
    }

    /// A polyline: the second byte is the number of its points.
    static func checkPolyline(_ bytes: [UInt8]) {
        let text = Array(bytes.dropFirst())
        let count = Int(bytes.first ?? 0)
        let decoded = text.withUnsafeBytes { buffer in
            read { try Polyline.decode(buffer, count: count) }
        }
        guard let places = decoded else { return }
        precondition(places.count == count)
        let again = Polyline.encode(places.map { (Int32($0.latitude), Int32($0.longitude)) })
        let places2 = again.withUnsafeBytes { buffer in
            read { try Polyline.decode(buffer, count: count) }
        }
        precondition(places2?.count == count && zip(places, places2 ?? []).allSatisfy { $0 == $1 })
    }

    /// A path, of an endpoint and its parameters.
    static func checkPath(_ bytes: [UInt8]) {
        let segments = text(bytes).split(separator: "/", omittingEmptySubsequences: false)
            .map(String.init)
        guard let match = read({ try Endpoint.matching(path: segments) }),
            let question = read({ try Question(match, encodedQuery: "") })
        else { return }
        checkAgain(question, feed: match.feed, version: match.version)
    }

    /// A query: the first byte chooses the endpoint.
    static func checkQuery(_ bytes: [UInt8]) {
        let names = Endpoint.Name.allCases
        let endpoint = Endpoint[names[Int(bytes.first ?? 0) % names.count]]
        let query = text(Array(bytes.dropFirst()))
        guard
            let question = read({
                try Question(
                    endpoint, id: endpoint.path.contains("{") ? "A" : nil,
                    query: PercentCoding.pairs(query: query))
            })
        else { return }
        checkAgain(question, feed: nil, version: nil)
    }

    /// A question can be read again from its own address.
    private static func checkAgain(_ question: Question, feed: String?, version: String?) {
        let address = question.address(feed: feed, version: version)
        let parts = address.dropFirst().split(
            separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let path =
            parts[0].isEmpty
            ? []
            : parts[0].split(
                separator: "/", omittingEmptySubsequences: false
            ).map(String.init)
        guard let match = read({ try Endpoint.matching(path: path) }),
            let again = read({
                try Question(match, encodedQuery: parts.count > 1 ? String(parts[1]) : "")
            })
        else { fatalError("a question does not come back from \(address)") }
        precondition(again == question, "a question comes back otherwise from \(address)")
        precondition(match.feed == feed && match.version == version, address)
    }

    private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

    /// The value read; nil if it cannot be read.
    private static func read<Value>(_ body: () throws -> Value) -> Value? {
        do { return try body() } catch { return nil }
    }
}
