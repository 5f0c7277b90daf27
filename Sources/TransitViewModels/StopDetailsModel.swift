public import Foundation
public import Observation
public import TransitBundle

/// The screen about a stop: what it is, what is in it, which routes call there and what leaves next.
@available(iOS 17, macOS 14, *)
@Observable @MainActor
public final class StopDetailsModel {
    /// The stop, in the language of the screen once details are loaded.
    public private(set) var stop: Stop
    public private(set) var details: LoadState<StopDetails> = .loading
    public private(set) var departures: LoadState<[Departure]> = .loading

    private let bundle: TransitBundle
    private let language: String?
    /// The stop as published, which questions are asked with.
    private let published: Stop

    /// - Parameter language: of the names to show; nil for names as published.
    public init(stop: Stop, bundle: TransitBundle, language: String? = nil) {
        self.stop = stop
        self.bundle = bundle
        self.language = language
        published = stop
    }

    public var title: String { stop.stopName }
    public var coordinatesText: String { stop.coordinatesText }
    /// Accessible, Not accessible or Unknown, after inheritance from the station.
    public var accessibilityText: String { stop.accessibility.displayName }
    /// The text of the share sheet.
    public var shareText: String { stop.shareText }
    /// The routes that call here, by type.
    public var routeGroups: [RouteGroup] { RouteGroup.grouping(details.value?.routes ?? []) }

    /// Reads all that the screen shows.
    public func load(at now: Date = Date()) async {
        details = .loading
        details = await .reading { [bundle, language, published] in
            let details = try await bundle.details(of: published)
            return try await bundle.shown(details, in: language) { try await $0.translated($1) }
        }
        if let shown = details.value?.stop { stop = shown }
        await refreshDepartures(at: now)
    }

    /// Reads what leaves next. What was shown stays until the answer is there.
    public func refreshDepartures(at now: Date = Date(), count: Int = 20) async {
        departures = await .reading { [bundle, language, published] in
            let next = try await bundle.nextDepartures(from: published, at: now, count: count)
            return try await bundle.shown(next, in: language) { try await $0.translated($1) }
        }
    }
}
