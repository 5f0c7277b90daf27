package import BundleManifest
package import Foundation
import SystemLayer
package import TransitAPI
package import TransitBundle
package import TransitModel

package struct ExplorerFeed: Sendable {
    let bundle: TransitBundle
    let description: FeedDescription
    let dots: DotKeys
    package let version: String
    package let published: Manifest?

    package init(
        bundle: TransitBundle, description: FeedDescription, dots: DotKeys, version: String,
        published: Manifest?
    ) {
        self.bundle = bundle
        self.description = description
        self.dots = dots
        self.version = version
        self.published = published
    }
}

package final class ExplorerContext: Sendable {
    let target: ExplorerTarget
    let links: ExplorerLinks
    let texts: ExplorerTexts
    package let shown: ExplorerFeed
    /// Cut to the minute; see ``usedNow``.
    private let now: Date
    let namesLanguage: String?
    let tiles: MapTiles?
    let realtime: ExplorerRealtime?
    private let answers: @Sendable (Question) -> any ExplorerAnswers
    private let addresses = Locked<[String]>([])
    private let dependsOnNow = Locked(false)

    package init(
        _ target: ExplorerTarget, of feed: ExplorerFeed, texts: ExplorerTexts, now: Date,
        namesLanguage: String?, tiles: MapTiles?, realtime: ExplorerRealtime?,
        answers: @escaping @Sendable (Question) -> any ExplorerAnswers
    ) {
        self.target = target
        shown = feed
        self.texts = texts
        self.now = now
        self.namesLanguage = namesLanguage
        self.tiles = tiles
        self.realtime = realtime
        self.answers = answers
        links = ExplorerLinks(
            feed: target.feed, version: target.version, language: target.value("language"),
            dots: feed.dots)
    }

    /// Asks what anybody could ask the API, and notes the address for readers who want to do so.
    func ask<Payload>(
        _ endpoint: Endpoint.Name, id: String? = nil, _ query: [(String, String?)] = [],
        from answer: (any ExplorerAnswers) -> () async throws -> Envelope<Payload>
    ) async throws -> Envelope<Payload> {
        let question = try Question(
            Endpoint[endpoint], id: id,
            query: query.compactMap { name, value in value.map { (name: name, value: $0) } })
        let envelope = try await answer(answers(question))()
        note(question.address(feed: links.feed, version: links.version))
        return envelope
    }

    func manifest() throws -> Manifest? {
        guard let manifest = shown.published else { return nil }
        note(try Question(Endpoint[.manifest]).address(feed: links.feed))
        return manifest
    }

    /// Nil for a bundle that is served by itself.
    func version() throws -> Manifest.Version? {
        try manifest()?.versions.first { $0.version == shown.version }
    }

    func address(of file: Manifest.File) throws -> String {
        try Question(Endpoint[.file], id: file.name).address(feed: links.feed)
    }

    private func note(_ address: String) {
        addresses.withLock { if !$0.contains(address) { $0.append(address) } }
    }

    var asked: [String] { addresses.withLock { $0 } }

    var usedNow: Date {
        dependsOnNow.withLock { $0 = true }
        return now
    }

    var isOfMinute: Bool { dependsOnNow.withLock { $0 } }
}

/// A page, or a part of one, that is made from the page's context.
protocol PagePart {
    var context: ExplorerContext { get }
}

extension PagePart {
    var texts: ExplorerTexts { context.texts }
    var links: ExplorerLinks { context.links }
    var target: ExplorerTarget { context.target }
}
