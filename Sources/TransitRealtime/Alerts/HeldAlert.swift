import Foundation
package import GTFSRealtime
import TransitBundle
package import TransitModel

struct HeldAlert: Sendable {
    private var alert: ServiceAlert
    /// That of the feed's clock. A message may have millions of periods: only those that are shown
    /// get its offset.
    private let zone: TimeZone
    /// As in ``kinds``.
    private let texts: [HeldText]
    private let images: [(image: ServiceAlert.Image, tag: String)]
    /// The most severe first, then by effect, then by id.
    let rank: Rank

    struct Rank: Comparable {
        let severity: Int32
        let effect: Int32
        let id: [UInt8]

        static func < (left: Rank, right: Rank) -> Bool {
            if left.severity != right.severity { return left.severity > right.severity }
            if left.effect != right.effect { return left.effect < right.effect }
            return left.id.lexicographicallyPrecedes(right.id)
        }
    }

    var id: String { alert.id }

    private struct TextKind: Sendable {
        let given: any KeyPath<GTFSRealtime.Alert, TranslatedString?> & Sendable
        let spoken: any WritableKeyPath<ServiceAlert, String?> & Sendable
        var isRead = true
    }

    private static let kinds = [
        TextKind(given: \.headerText, spoken: \.headerText),
        TextKind(given: \.descriptionText, spoken: \.descriptionText),
        TextKind(given: \.url, spoken: \.url, isRead: false),
        TextKind(given: \.ttsHeaderText, spoken: \.ttsHeaderText),
        TextKind(given: \.ttsDescriptionText, spoken: \.ttsDescriptionText),
        TextKind(given: \.causeDetail, spoken: \.causeDetail),
        TextKind(given: \.effectDetail, spoken: \.effectDetail),
        TextKind(given: \.imageAlternativeText, spoken: \.imageAlternativeText),
    ]

    /// The most periods, and the most languages of a text; more are left out.
    fileprivate static let most = 500

    /// Does not keep the bytes of the message. `zone` is that of the feed's clock.
    init(
        _ alert: GTFSRealtime.Alert, id: String, informed: [InformedEntity],
        tags: inout AlertTags, in zone: TimeZone
    ) {
        var texts: [HeldText] = []
        for kind in Self.kinds {
            let text = HeldText(alert[keyPath: kind.given], &tags)
            if kind.isRead { tags.count(textIn: text.tags) }
            texts.append(text)
        }
        self.texts = texts
        let images = alert.image.map { Array($0.localizedImages.prefix(Self.most)) } ?? []
        self.images = images.compactMap { image in
            guard let url = UsableValues.id(image.url) else { return nil }
            return (
                ServiceAlert.Image(url: url, mediaType: image.mediaType),
                tags.known(image.language)
            )
        }
        let severity = alert.severityLevel ?? .unknown
        let effect = alert.effect ?? .unknown
        rank = Rank(
            severity: severity.word == nil ? 1 : severity.rawValue,
            effect: effect.word == nil ? 8 : effect.rawValue, id: Array(id.utf8))
        self.zone = zone
        func periods(_ ranges: RepeatedField<TimeRange>) -> [ServiceAlert.Period] {
            ranges.prefix(Self.most).map { ServiceAlert.Period($0) }
        }
        var communication = periods(alert.communicationPeriods)
        var impact = periods(alert.impactPeriods)
        // The older field counts only where a producer does not know the newer ones.
        if communication.isEmpty, impact.isEmpty {
            communication = periods(alert.activePeriods)
            impact = communication
        }
        self.alert = ServiceAlert(
            id: id, cause: (alert.cause ?? .unknown).description, effect: effect.description,
            severityLevel: severity.description, communicationPeriods: communication,
            impactPeriods: impact, informedEntities: informed)
    }

    func isShown(at moment: Date?) -> Bool { moment.map(alert.isShown(at:)) ?? true }

    func add(to hasher: inout Hasher) {
        hasher.combine(alert)
        hasher.combine(alert.id.exact)
        for text in texts { text.add(to: &hasher) }
        for (image, tag) in images {
            hasher.combine(image.url.exact)
            hasher.combine(image.mediaType?.exact)
            hasher.combine(tag.exact)
        }
    }

    var turns: [Double] {
        alert.communicationPeriods.flatMap { [$0.start, $0.end] }.compactMap {
            $0.map { Double($0.seconds) }
        }
    }

    func isInForce(at moment: Date) -> Bool { alert.isInForce(at: moment) }

    func spoken(in language: LanguageRanks) -> ServiceAlert {
        var alert = alert.converted(to: zone)
        for (kind, text) in zip(Self.kinds, texts) {
            alert[keyPath: kind.spoken] = text.text(in: language)
        }
        alert.image = HeldText.best(of: images, in: language, tag: \.tag)?.image
        return alert
    }
}

private struct HeldText: Sendable {
    private let translations: [(text: String, tag: String)]

    init(_ text: TranslatedString?, _ tags: inout AlertTags) {
        let given = text.map { Array($0.translations.prefix(HeldAlert.most)) } ?? []
        var translations: [(text: String, tag: String)] = []
        for translation in given {
            // A blank text is none.
            guard let text = translation.text, text.contains(where: { !$0.isWhitespace }) else {
                continue
            }
            translations.append((text, tags.known(translation.language)))
        }
        self.translations = translations
    }

    var tags: [String] { translations.map(\.tag) }

    func add(to hasher: inout Hasher) {
        hasher.combine(translations.count)
        for (text, tag) in translations {
            hasher.combine(text.exact)
            hasher.combine(tag.exact)
        }
    }

    func text(in language: LanguageRanks) -> String? {
        Self.best(of: translations, in: language, tag: \.tag)?.text
    }

    /// The first of several equal ones.
    static func best<Value>(
        of values: [Value], in language: LanguageRanks, tag: (Value) -> String
    ) -> Value? {
        let ranked = values.enumerated().compactMap { place, value in
            language[tag(value)].map { (rank: $0, place: place) }
        }
        if let best = ranked.min(by: { ($0.rank, $0.place) < ($1.rank, $1.place) }) {
            return values[best.place]
        }
        return values.first
    }
}

extension ServiceAlert.Period {
    /// A number that is not an instant leaves the span open.
    fileprivate init(_ range: TimeRange) {
        func instant(_ seconds: UInt64?) -> LocalInstant? {
            UsableValues.instant(seconds).map { LocalInstant(seconds: $0, offsetSeconds: 0) }
        }
        self.init(start: instant(range.start), end: instant(range.end))
    }
}

extension InformedEntity {
    package init(_ selector: EntitySelector) {
        self.init(
            agencyID: UsableValues.id(selector.agencyID),
            routeID: UsableValues.id(selector.routeID),
            routeType: selector.routeType.map(Int.init),
            directionID: selector.directionID.map(Int.init),
            trip: selector.trip.map { trip in
                Trip(
                    tripID: UsableValues.id(trip.tripID), routeID: UsableValues.id(trip.routeID),
                    directionID: trip.directionID.map(Int.init),
                    startDate: UsableValues.id(trip.startDate),
                    startTime: UsableValues.id(trip.startTime))
            },
            stopID: UsableValues.id(selector.stopID))
    }
}
