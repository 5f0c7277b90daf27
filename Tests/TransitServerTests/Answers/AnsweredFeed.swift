import BundleWriting
import FeedReading
import Foundation
import TestSupport
import Testing
import TransitAPI
import TransitBundle

@testable import TransitAnswers
@testable import TransitServer

struct AnsweredFeed: Sendable {
    let bundle: TransitBundle
    var source: any TransitSource
    var version = "v1"
    /// Friday 20 November 2026, half past seven in the morning in Sydney.
    var now = Date(timeIntervalSince1970: 1_795_120_200)
    /// The bundle is there as long as a caller asks it.
    private let folder: TestFolder

    /// The bundle of `feeds/sample`, built once for all tests.
    static let sample = Task { try AnsweredFeed(feed: PackageRoot.path + "/feeds/sample") }

    /// The bundle of a feed of the shared folder, for tests with the trait `sharedFiles`.
    static func shared(_ name: String) throws -> AnsweredFeed {
        try AnsweredFeed(feed: #require(PackageRoot.shared("feeds/\(name).zip")))
    }

    /// - Parameter feed: an archive or a folder.
    init(feed: String, _ options: BundleBuild.Options = .init()) throws {
        folder = try TestFolder()
        let path = folder.path + "/bundle.sqlite"
        _ = try BundleBuild(options).run(try FeedArchive.open(feed), to: path, progress: { _ in })
        bundle = try TransitBundle(path: path)
        source = bundle
    }

    init(files: [String: String], _ options: BundleBuild.Options = .init()) throws {
        let feed = try TestFolder()
        for (name, text) in files { try feed.write("feed/" + name, Array(text.utf8)) }
        try self.init(feed: feed.path + "/feed", options)
    }

    var context: AnswerContext {
        AnswerContext(
            bundle: bundle, source: source, feed: "sample", version: version, now: now)
    }

    static func question(_ address: String) throws -> Question {
        let query = address.split(separator: "?", maxSplits: 1).dropFirst().first
        return try Question(try match(address), encodedQuery: query.map(String.init) ?? "")
    }

    private static func match(_ address: String) throws -> Endpoint.Match {
        let segments = address.prefix { $0 != "?" }
            .split(separator: "/", omittingEmptySubsequences: false)
        return try Endpoint.matching(path: ["api", "v1"] + segments.map(String.init))
    }

    func body(
        _ address: String, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> AnswerBody {
        let question = try Self.question(address)
        let body = try await Answerer(question, in: context).answer()
        let problems = try OpenAPIDocument.shared.get()
            .problems(of: body.bytes, answering: question.endpoint.rawValue)
        #expect(problems.prefix(5) == [], "\(address)", sourceLocation: sourceLocation)
        return body
    }

    /// The answer, of which nothing had to be replaced to decode it.
    func ask<Payload: WireForm>(
        _ address: String, as type: Payload.Type = Payload.self,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> Envelope<Payload> {
        let report = DecodingReport()
        let answer = try await Envelope<Payload>.decoded(
            from: Data(body(address, sourceLocation: sourceLocation).bytes), reportingTo: report)
        #expect(report.replacements == [], "\(address)", sourceLocation: sourceLocation)
        #expect(answer.meta.feed == "sample", sourceLocation: sourceLocation)
        #expect(answer.meta.bundle == version, sourceLocation: sourceLocation)
        return answer
    }

    /// The objects of a list in an answer.
    func rows(_ address: String, of key: String) async throws -> [TestSupport.JSONValue] {
        try await TestSupport.JSONValue(json: body(address).bytes)["data"]?[key]?.list ?? []
    }

    func failure(
        _ address: String, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> APIFailure {
        do {
            _ = try await body(address)
        } catch let failure as APIFailure {
            // Every 4xx names the field.
            #expect(!failure.details.isEmpty, sourceLocation: sourceLocation)
            let endpoint = try Self.match(address).endpoint.name.rawValue
            let problems = try OpenAPIDocument.shared.get().problems(
                of: ErrorEnvelope(failure).jsonBytes, answering: endpoint,
                status: failure.code.status)
            #expect(problems == [], "\(address)", sourceLocation: sourceLocation)
            return failure
        }
        Issue.record("\(address) has an answer", sourceLocation: sourceLocation)
        return APIFailure(.serverError, "")
    }

    static func encoded(_ id: String) -> String { PercentCoding.encoded(id) }
}
