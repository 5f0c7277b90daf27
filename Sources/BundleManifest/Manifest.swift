package import Foundation
import SystemLayer

/// The content of `manifest.json`, which lists what a publish folder offers and is the only file in
/// it that ever changes. `schema/manifest.schema.json` describes it.
package struct Manifest: Codable, Hashable, Sendable {
    package var manifestVersion = Self.newestVersion
    /// The feed's id, with which the names of all its files begin.
    package var id: String
    /// When this manifest was written, RFC 3339 in UTC.
    package var generatedAt: String
    /// The time until which clients rely on the manifest, RFC 3339 in UTC, so that a manifest that
    /// is held back to hide newer ones is recognized as old. Nil if it never expires.
    package var expires: String?
    /// Grows with every manifest of the feed, whatever versions it offers, and tells which of two
    /// is newer.
    package var counter = 0
    package var licence: String?
    package var licenceURL: String?
    package var attribution: String?
    package var homepage: String?
    /// The feed's source, without secrets.
    package var source: String?
    package var current: Version
    /// The version that clients use from its `valid_from` on.
    package var next: Version?
    package var previous: [Version] = []
    /// Content hashes that were rolled back, the latest first: they are not published again.
    package var withdrawn: [String]?
    /// The lines of versions here that cannot go on: a newer one has begun, or a bundle that had
    /// given out keys of them is lost.
    package var endedLines: [String]?

    package static let newestVersion = 1
    package static let name = "manifest.json"
    static let signatureName = "manifest.json.sig"

    private enum CodingKeys: String, CodingKey {
        case manifestVersion = "manifest_version"
        case id
        case generatedAt = "generated_at"
        case expires
        case counter
        case licence
        case licenceURL = "licence_url"
        case attribution
        case homepage
        case source
        case current
        case next
        case previous
        case withdrawn
        case endedLines = "ended_lines"
    }

    package var versions: [Version] { [current] + [next].compactMap { $0 } + previous }

    package init(id: String, generatedAt: String, current: Version) {
        self.id = id
        self.generatedAt = generatedAt
        self.current = current
    }

    package var writtenAt: Date? { Self.instant(generatedAt) }

    /// The time until which the manifest is valid: the distant past when the text is unreadable,
    /// nil when there is none.
    package var expiresAt: Date? { expires.map { Self.instant($0) ?? .distantPast } }

    package func isOlder(than other: Manifest) -> Bool { counter < other.counter }

    private static func instant(_ text: String) -> Date? {
        do {
            return try Date(text, strategy: .iso8601)
        } catch {
            return nil
        }
    }

    package mutating func withdraw(_ contentHash: String) {
        let others = (withdrawn ?? []).filter { $0 != contentHash }
        withdrawn = [contentHash] + others.prefix(19)
    }

    /// Removes an earlier version that is lost. If it was withdrawn, it may have assigned keys that
    /// no other version knows.
    package mutating func drop(_ version: Version) {
        previous.removeAll { $0.version == version.version }
        guard withdrawn?.contains(version.contentHash) == true else { return }
        end([version.line])
    }

    package mutating func end(_ lines: [String?]) {
        let ended = Set(lines.compactMap { $0 } + (endedLines ?? []))
            .intersection(versions.compactMap(\.line))
        endedLines = ended.isEmpty ? nil : ended.sorted()
    }

    package struct File: Codable, Hashable, Sendable {
        package var name: String
        package var bytes: Int
        package var sha256: String

        package init(name: String, bytes: Int, sha256: String) {
            self.name = name
            self.bytes = bytes
            self.sha256 = sha256
        }
    }

    package struct Delta: Codable, Hashable, Sendable {
        package var from: String
        package var name: String
        package var bytes: Int
        package var sha256: String

        package init(from: String, name: String, bytes: Int, sha256: String) {
            self.from = from
            self.name = name
            self.bytes = bytes
            self.sha256 = sha256
        }
    }

    /// The feed itself, as a zip.
    package struct Feed: Codable, Hashable, Sendable {
        package var name: String
        package var bytes: Int
        package var sha256: String
        /// `source` or `export`, see `schema/feed.schema.json`; a later release may have others.
        package var form: String
        /// When the feed was fetched that it is or was made from, RFC 3339 in UTC.
        package var fetchedAt: String

        package init(_ file: File, form: String, fetchedAt: String) {
            name = file.name
            bytes = file.bytes
            sha256 = file.sha256
            self.form = form
            self.fetchedAt = fetchedAt
        }

        private enum CodingKeys: String, CodingKey {
            case name
            case bytes
            case sha256
            case form
            case fetchedAt = "fetched_at"
        }
    }

    package struct Counts: Codable, Hashable, Sendable {
        package var stops: Int
        package var routes: Int
        package var trips: Int

        package init(stops: Int, routes: Int, trips: Int) {
            self.stops = stops
            self.routes = routes
            self.trips = trips
        }
    }

    package struct Notices: Codable, Hashable, Sendable {
        package var errors: Int
        package var warnings: Int
        package var infos: Int
        package var codes: [String: Int]
        package var errorCodes: [String]

        package init(
            errors: Int, warnings: Int, infos: Int, codes: [String: Int], errorCodes: [String]
        ) {
            self.errors = errors
            self.warnings = warnings
            self.infos = infos
            self.codes = codes
            self.errorCodes = errorCodes
        }

        private enum CodingKeys: String, CodingKey {
            case errors
            case warnings
            case infos
            case codes
            case errorCodes = "error_codes"
        }
    }

    package struct Version: Codable, Hashable, Sendable {
        /// The UTC date on which it was built and 8 digits of its content hash:
        /// `20261121-1f0c9a3b`.
        package var version: String
        /// When it was published, RFC 3339 in UTC.
        package var publishedAt: String
        package var contentHash: String
        /// The SHA-256 of the archive as it was fetched; nil for a folder.
        package var archiveHash: String?
        /// The line of bundles that share keys, see `schema/bundle.sql`.
        package var line: String?
        package var buildHash: String
        package var toolVersion: String
        package var schemaVersion: Int
        /// The first and last day for which the feed is reliable, YYYYMMDD.
        package var validFrom: String?
        package var validUntil: String?
        package var counts: Counts
        package var notices: Notices
        package var bundle: File
        package var gzip: File
        package var report: File
        package var reportPage: File
        package var diff: File?
        package var diffPage: File?
        package var feed: Feed?
        package var deltas: [Delta] = []

        private enum CodingKeys: String, CodingKey {
            case version
            case publishedAt = "published_at"
            case contentHash = "content_hash"
            case archiveHash = "archive_hash"
            case line
            case buildHash = "build_hash"
            case toolVersion = "tool_version"
            case schemaVersion = "schema_version"
            case validFrom = "valid_from"
            case validUntil = "valid_until"
            case counts
            case notices
            case bundle
            case gzip
            case report = "report_json"
            case reportPage = "report_html"
            case diff = "diff_json"
            case diffPage = "diff_html"
            case feed
            case deltas
        }

        package var files: [File] {
            [bundle, gzip, report, reportPage] + [diff, diffPage].compactMap { $0 }
                + [feed].compactMap { $0 }
                .map { File(name: $0.name, bytes: $0.bytes, sha256: $0.sha256) }
                + deltas.map { File(name: $0.name, bytes: $0.bytes, sha256: $0.sha256) }
        }

        package var names: [String] { files.map(\.name) }

        package init(
            version: String, publishedAt: String, contentHash: String, archiveHash: String?,
            line: String?, buildHash: String, toolVersion: String, schemaVersion: Int,
            validFrom: String?, validUntil: String?, counts: Counts, notices: Notices,
            bundle: File, gzip: File, report: File, reportPage: File
        ) {
            self.version = version
            self.publishedAt = publishedAt
            self.contentHash = contentHash
            self.archiveHash = archiveHash
            self.line = line
            self.buildHash = buildHash
            self.toolVersion = toolVersion
            self.schemaVersion = schemaVersion
            self.validFrom = validFrom
            self.validUntil = validUntil
            self.counts = counts
            self.notices = notices
            self.bundle = bundle
            self.gzip = gzip
            self.report = report
            self.reportPage = reportPage
        }
    }
}

extension Manifest {
    /// The maximum number of bytes of a manifest; one with a hundred versions has a twentieth of
    /// that.
    package static let sizeLimit = 4 << 20

    package struct TooLarge: Error {}

    package init(json: [UInt8]) throws {
        guard json.count <= Self.sizeLimit else { throw TooLarge() }
        self = try JSONDecoder().decode(Manifest.self, from: Data(json))
    }

    /// The manifest as published: readable for people too, and always the same bytes for the same
    /// content.
    package var json: [UInt8] {
        get throws {
            try Array(JSONEncoder.stable(.prettyPrinted).encode(self)) + [UInt8(ascii: "\n")]
        }
    }
}

extension Manifest.File {
    /// Whether the name is that of a non-hidden file in the manifest's own folder: code that writes
    /// or serves files of a manifest never leaves that folder.
    package var hasPlainName: Bool { PlainName.isOne(name) }
}

extension Manifest.Version {
    /// Whether the version and all its files have plain names; names of later files are derived
    /// from the version's.
    package var hasPlainNames: Bool {
        PlainName.isOne(version) && files.allSatisfy(\.hasPlainName)
    }
}

private enum PlainName {
    static func isOne(_ name: String) -> Bool {
        1...255 ~= name.utf8.count && !name.hasPrefix(".")
            && name.unicodeScalars.allSatisfy {
                $0 != "/" && $0 != "\\" && $0.properties.generalCategory != .control
            }
    }
}
