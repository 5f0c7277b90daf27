package import Foundation
package import TransitBundle
package import TransitModel

/// The context of an answer besides its question.
@available(iOS 17, macOS 14, *)
package struct AnswerContext: Sendable {
    /// The bundle that answers; the request keeps it, whatever is published meanwhile.
    package var bundle: TransitBundle
    /// The same bundle with names in the language that the client prefers.
    package var source: any TransitSource
    /// The name of the feed in `meta`.
    package var feed: String
    /// The version of the bundle in `meta`.
    package var version: String
    /// The present time: the time of the request, cut to the minute.
    package var now: Date
    /// The hours of boards that are kept; nil to find all events anew.
    var hours: BoardHours?
    /// Distinguishes the languages of ``source``.
    var language: String?

    package init(
        bundle: TransitBundle, source: any TransitSource, feed: String, version: String, now: Date
    ) {
        self.bundle = bundle
        self.source = source
        self.feed = feed
        self.version = version
        self.now = now
    }
}
