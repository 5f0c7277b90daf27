import BundleDelta
import FeedReading
import FeedValidation
import Foundation
import Testing
import TransitAPI
import TransitBundle
import TransitModel

@testable import TransitClient

@Suite("Messages of errors for riders") struct UserMessageTests {
    private static let path = "/var/mobile/transit.sqlite"
    private static let reason = "gtfs build failed: SQLite error 11 (errno 28) at /tmp/x"

    private static let bundles: [TransitBundleError] = [
        .missing(path: path), .notABundle(path: path), .zip(path: path),
        .newer(path: path, version: 3), .truncated(path: path, bytes: 1, expected: 2),
        .wrongDigest(path: path, found: "0a", expected: "0b"),
        .unreadable(path: path, reason: reason), .damaged(reason: reason),
    ]

    private static let deltas: [BundleDeltaError] = [
        .missing(path: path), .cannotRead(path: path, reason: reason),
        .cannotWrite(path: path, reason: reason), .unusable(path: path, reason: reason),
        .otherFile(path: path), .tooLarge(path: path, limit: 9),
    ]

    private static let answers: [APIError] =
        [
            .unauthorized(message: reason), .validation(errors: []),
            .rateLimited(retryAfter: nil), .rateLimited(retryAfter: 1),
            .server(code: "http_502", message: reason), .decoding(reason: reason),
        ] + APIFailure.Code.allCases.map { .notFound(code: $0, message: reason) }

    private static let networks = [
        APIError.NetworkFailure.Kind.unreachable, .cut, .timeout, .untrusted, .malformed, .portal,
    ].map { APIError.network(.init($0, reason)) }

    private static let failures = APIFailure.Code.allCases.map {
        APIFailure($0, field: "path", reason)
    }

    private static let transports = [
        TransportError.Kind.unreachable, .cut, .timeout, .untrusted, .malformed,
    ].map { TransportError($0, reason) }

    private static let updates = [
        BundleUpdateFailure.Kind.address, .unusableKey, .network, .refused, .notAManifest,
        .unsigned, .wrongSignature, .otherFeed, .older, .expired, .damaged, .newerLayout, .busy,
        .disk, .nothingToRollBack,
    ].map { BundleUpdateFailure($0, reason) }

    private static let feeds: [FeedError] = [
        .inputMissing(source: path, reason: reason),
        .inputUnreadable(source: path, reason: reason),
        .temporaryFile(directory: path, reason: reason),
        .download(source: path, reason: reason),
        .notAnArchive(source: path, reason: reason),
        .damagedArchive(source: path, reason: reason),
        .damagedMember(source: path, member: path, offset: 9, reason: reason),
        .encryptedMember(source: path, member: path),
        .unreadableMethod(source: path, member: path, method: "99"),
        .noFeedFiles(source: path, found: [path]),
        .severalFeeds(source: path, folders: [path]),
        .innerArchives(source: path, archives: [path]),
        .nestedTooDeep(source: path),
        .subpathNotFound(source: path, subpath: path, candidates: [path]),
        .limitExceeded(source: path, limit: .totalBytes(9), found: "10 bytes"),
        .cancelled, .internalFailure(reason: reason),
    ]

    private static let all: [any UserFacingError] = {
        var all: [any UserFacingError] = [
            TransitSourceError.notFound(kind: "stop", id: "sid:99999")
        ]
        let groups: [[any UserFacingError]] = [
            bundles, deltas, answers, networks, failures, transports, updates, feeds,
        ]
        all += groups.joined()
        return all
    }()

    @Test("None has a path, a command or a code, in any language", arguments: ["en", "de"])
    func plain(language: String) throws {
        let words = RiderWords(for: language)
        let unreadable = try #require(throws: Baseline.Unreadable.self) {
            try Baseline(json: "gtfs")
        }
        for error in Self.all + [unreadable] {
            let message = error.userMessage(in: words)
            #expect(message == words.message(for: error))
            for fault in ["/", "gtfs ", "errno", "SQLite", "sid:", "{", "_"] {
                #expect(!message.contains(fault), "\(error): \(message)")
            }
            #expect(message.filter(\.isNumber).isEmpty, "\(error): \(message)")
        }
    }

    @Test("The details are in debugDescription")
    func details() {
        let errors: [[any UserFacingError]] = [Self.updates, Self.deltas, Self.transports]
        for error in errors.joined() {
            let details = error.debugDescription
            #expect(details.contains(Self.path) || details.contains(Self.reason), "\(details)")
        }
        for error in Self.all where !(error is FeedError) {
            #expect(error.debugDescription == "\(error)")
            #expect(error.localizedDescription == error.userMessage)
        }
        let missing = FeedError.severalFeeds(source: Self.path, folders: ["a"])
        #expect(missing.debugDescription.hasSuffix("choose with FeedAccess.subpath"))
    }

    @Test("Every text of the table is used, and every message is one of the table")
    func used() throws {
        let keys = RiderWords.Key.allCases.map { ($0.rawValue, $0.rawValue) }
        let words = RiderWords(replacing: Dictionary(uniqueKeysWithValues: keys))
        var texts = Self.all.map { $0.userMessage(in: words) }
        texts.append(words.message(for: CancellationError()))
        texts.append(APIError.rateLimited(retryAfter: 9).userMessage(in: words))
        texts += RouteType.allCases.map { $0.displayName(in: words) }
        texts += [Accessibility.accessible, .notAccessible, .unknown].map {
            $0.displayName(in: words)
        }
        let statuses: [BackendStatus] = [
            .checking, .invalidURL, .failed, .invalidFormat, .unreachable(reason: ""),
        ]
        texts += statuses.map { $0.text(in: words) }
        texts += [CarriagePermission.allowed, .notAllowed, .unknown].map {
            $0.displayName(in: words)
        }
        texts += [60, 600].compactMap {
            Timetable.Row(tripID: "1", headwaySecs: $0).headwayText(in: words)
        }
        let end = try #require(ServiceDate(yyyymmdd: 20_261_130))
        let origins: [AnswerOrigin] = [
            .live, .cached(ageSeconds: 1), .cached(ageSeconds: 7.5), .bundle(version: nil), .canned,
            .bundle(version: nil, end: end), .bundle(version: nil, isOffline: true),
        ]
        texts += origins.flatMap { $0.text(in: words).components(separatedBy: " · ") }
        #expect(!AnswerOrigin.cached(ageSeconds: .nan).text().isEmpty)
        #expect(
            AnswerOrigin.cached(ageSeconds: 7.5).text(in: .german) == "Vom Server, vor 7 Sekunden")
        texts += (-2...2).compactMap {
            FeedValidity(feedEnd: end).expiryText(on: end.adding(days: $0), in: words)
        }
        let news: [CallRealtime] =
            [0, 60, 600, -60, -600].map { CallRealtime(.updated, delaySeconds: $0) }
            + [.noData, .skipped, .canceled, .added].map { CallRealtime($0) }
        texts += news.compactMap { $0.statusText(in: words) }
        texts += [CallRealtime(.updated, platformCode: "2").platformText(in: words) ?? ""]
        texts += RealtimeState.Freshness.allCases.compactMap {
            RealtimeState($0, at: Date()).text(in: words, timeZone: .gmt)
        }
        let stop = Stop(
            sid: 1, stopCode: "1", stopName: "A", stopLat: -33.8, stopLon: 151.2)
        texts += stop.shareText(in: words).split(separator: "\n").dropFirst().dropLast()
            .map(String.init)
        #expect(Set(texts) == Set(keys.map(\.0)))
    }

    @Test("The status of a server is in the given words")
    func backend() {
        let german = RiderWords(for: "de")
        #expect(BackendStatus.invalidURL.text(in: german) == "Ungültige Adresse")
        #expect(
            BackendStatus.unreachable(reason: "Zeit abgelaufen").text(in: german)
                == "Server nicht erreichbar: Zeit abgelaufen")
        #expect(BackendStatus.answered(message: "Transit").text(in: german) == "Transit")
    }
}
