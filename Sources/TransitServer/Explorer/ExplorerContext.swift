import BundleManifest
import Foundation
import NIOCore
import SystemLayer
import TransitAPI
import TransitModel
import WebPages

/// The material of pages: answers of the API, and words and addresses to show them with.
@available(iOS 17, macOS 14, *)
final class ExplorerContext: Sendable {
    /// The target of the request.
    let target: ExplorerTarget
    let links: ExplorerLinks
    let texts: ExplorerTexts
    /// The bundle, for what all answers share: its zone, its languages.
    let bundle: OpenBundle
    /// The version that answers.
    let version: String
    /// The state of the feed, for its manifest and files.
    let state: FeedState
    /// The time, cut to the minute; see ``usedNow``.
    let now: Date
    /// The language tag of the names; nil when they are as the feed publishes them.
    let namesLanguage: String?
    private let answer: @Sendable (Question) async throws -> FinishedBody
    private let addresses = Locked<[String]>([])
    private let dependsOnNow = Locked(false)

    init(
        _ target: ExplorerTarget, links: ExplorerLinks, texts: ExplorerTexts, bundle: OpenBundle,
        version: String, state: FeedState, now: Date, namesLanguage: String?,
        answer: @escaping @Sendable (Question) async throws -> FinishedBody
    ) {
        self.target = target
        self.links = links
        self.texts = texts
        self.bundle = bundle
        self.version = version
        self.state = state
        self.now = now
        self.namesLanguage = namesLanguage
        self.answer = answer
    }

    /// Asks the API, as anybody could, and notes the address for readers who want to.
    ///
    /// - Throws: `APIFailure` where the API fails.
    func ask<Payload: DTO>(
        _ endpoint: Endpoint.Name, id: String? = nil, _ query: [(String, String?)] = [],
        as payload: Payload.Type
    ) async throws -> Envelope<Payload> {
        let question = try Question(
            Endpoint[endpoint], id: id,
            query: query.compactMap { name, value in value.map { (name: name, value: $0) } })
        let body = try await answer(question)
        note(question.address(feed: links.feed, version: links.version))
        if body.lifetime == .minute { dependsOnNow.withLock { $0 = true } }
        return try Envelope<Payload>.decoded(from: Data(body.plain.readableBytesView))
    }

    /// The content of a file of the publish folder, read once while it is among the recent ones;
    /// nil if there is none.
    func published<Value: Sendable>(
        _ file: (Manifest.Version) -> Manifest.File?, in recent: RecentFiles<Value>,
        reading read: ([UInt8]) throws -> Value
    ) throws -> Value? {
        guard let published = state.published,
            let shown = published.manifest.versions.first(where: { $0.version == version }),
            let described = file(shown), described.bytes <= Self.mostFileBytes
        else { return nil }
        let path = published.folder + "/" + described.name
        let value = try recent.value(of: path) { try WholeFile.read(path).map(read) }
        if value != nil {
            note(try Question(Endpoint[.file], id: described.name).address(feed: links.feed))
        }
        return value
    }

    /// The manifest of the publish folder, as `/bundle/manifest` answers it; nil if there is none.
    func manifest() throws -> Manifest? {
        guard let manifest = state.published?.manifest else { return nil }
        note(try Question(Endpoint[.manifest]).address(feed: links.feed))
        return manifest
    }

    /// Larger reports are not shown; they can be downloaded.
    private static let mostFileBytes = 64 << 20

    private func note(_ address: String) {
        addresses.withLock { if !$0.contains(address) { $0.append(address) } }
    }

    /// The addresses asked so far.
    var asked: [String] { addresses.withLock { $0 } }

    /// The time, for a page that may therefore differ in the next minute.
    var usedNow: Date {
        dependsOnNow.withLock { $0 = true }
        return now
    }

    /// The time until which the page stays the same.
    var lifetime: AnswerBody.Lifetime { dependsOnNow.withLock { $0 } ? .minute : .version }
}
