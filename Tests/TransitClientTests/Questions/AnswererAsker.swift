import BundleWriting
import FeedReading
import Foundation
import SystemLayer
import TestSupport
import TransitAPI
import TransitBundle
import TransitModel

@testable import TransitAnswers
@testable import TransitClient
@testable import TransitServer

/// A server without HTTP: addresses, headers and bodies are made and read, but nothing is sent.
final class AnswererAsker: QuestionAsker {
    private struct State {
        var version: String
        var bundle: TransitBundle
        var asked: [String] = []
        var origin = AnswerOrigin.live
    }

    private let state: Locked<State>
    private let languages = Locked<[String: [String]]>([:])
    /// The work before a question is answered, by its number.
    private let before: @Sendable (Int, AnswererAsker) async throws -> Void

    init(
        _ bundle: TransitBundle, version: String = "v1",
        before: @escaping @Sendable (Int, AnswererAsker) async throws -> Void = { _, _ in }
    ) {
        state = Locked(State(version: version, bundle: bundle))
        self.before = before
    }

    var asked: [String] { state.withLock { $0.asked } }

    func swap(to bundle: TransitBundle, version: String) {
        state.withLock { state in
            state.bundle = bundle
            state.version = version
        }
    }

    /// Says from now on that answers come from there.
    func say(_ origin: AnswerOrigin) {
        state.withLock { $0.origin = origin }
    }

    func ask<Payload: WireForm>(
        _ question: Question, as payload: Payload.Type, _ manner: AskingManner
    ) async throws -> AskedAnswer<Payload> {
        try Task.checkCancellation()
        let address = question.address()
        let number = state.withLock { state in
            state.asked.append(address)
            return state.asked.count
        }
        try await before(number, self)
        let (bundle, version, origin) = state.withLock { ($0.bundle, $0.version, $0.origin) }
        let bytes: [UInt8]
        do {
            let context = AnswerContext(
                bundle: bundle,
                source: try await source(bundle, version: version, header: manner.languageTag),
                feed: "feed", version: version, now: Date(timeIntervalSince1970: 1_795_120_200))
            bytes = try await Answerer(try Self.parsed(address), in: context).answer().bytes
        } catch let failure as APIFailure {
            throw APIError(status: failure.code.status, error: ErrorDTO(failure))
        }
        let envelope = try Envelope<Payload>.decoded(from: Data(bytes))
        return AskedAnswer(data: envelope.data, meta: envelope.meta, origin: origin)
    }

    /// The question of an address, as a server has it.
    private static func parsed(_ address: String) throws -> Question {
        try RequestTarget(address).question.get()
    }

    private func source(
        _ bundle: TransitBundle, version: String, header: String?
    ) async throws -> any TransitSource {
        guard let header else { return bundle }
        var known = languages.withLock { $0[version] }
        if known == nil {
            known = try await bundle.languages()
            let made = known
            languages.withLock { $0[version] = made }
        }
        let own = try await bundle.feed().info?.feedLang
        return bundle.speaking(
            Preferences.names(in: Preferences.languages(header), among: known ?? [], own: own))
    }

    /// A source that asks it.
    var source: ServerSource {
        ServerSource(
            asker: self, watch: VersionWatch(self, every: nil) { try await Task.sleep(for: $0) })
    }
}

/// A bundle that a test builds; it is there as long as a caller asks it.
struct BuiltBundle: Sendable {
    let bundle: TransitBundle
    let path: String
    private let folder: TestFolder

    /// The bundle of `feeds/sample`, built once for all tests.
    static let sample = Task { try BuiltBundle(feed: PackageRoot.path + "/feeds/sample") }

    init(feed: String) throws {
        folder = try TestFolder()
        path = folder.path + "/bundle.sqlite"
        _ = try BundleBuild(.init()).run(
            try FeedArchive.open(feed), to: path, progress: { _ in })
        bundle = try TransitBundle(path: path)
    }

    init(_ feed: TestFeed) throws {
        let folder = try TestFolder()
        try self.init(feed: try feed.write(to: folder))
    }
}
