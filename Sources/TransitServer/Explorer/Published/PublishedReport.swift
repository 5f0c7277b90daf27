import BundleManifest
import Foundation

/// The published validation report of a version.
@available(iOS 17, macOS 14, *)
struct PublishedReport: Sendable {
    /// All notices of a code.
    struct Group: Decodable, Sendable {
        let code: String
        /// `ERROR`, `WARNING` or `INFO`.
        let severity: String
        let totalNotices: Int
        /// Its meaning and advice, with code between backquotes; reports of older versions of the
        /// tool have neither.
        let summary: String?
        let fix: String?
        /// The address of the text from which it is derived.
        let reference: String?
        let sampleNotices: [[String: ReportValue]]

        /// The severity as a style class: `error`, `warning`, `info`.
        var look: String { severity.lowercased() }

        /// The samples that name a thing.
        func samples(about thing: ReportedThing, _ id: String) -> [[String: ReportValue]] {
            sampleNotices.filter { sample in
                sample.contains { ReportedThing(field: $0) == thing && $1 == .text(id) }
            }
        }
    }

    private struct Document: Decodable {
        struct Summary: Decodable {
            let validatedAt: String?
            let validatorVersion: String?
        }

        let summary: Summary
        let notices: [Group]
    }

    let validatedAt: String?
    let validator: String?
    let groups: [Group]
    /// By id of a thing: the numbers of the groups that name it.
    private let about: [ReportedThing: [String: [Int]]]

    init(json: [UInt8]) throws {
        let document = try JSONDecoder().decode(Document.self, from: Data(json))
        validatedAt = document.summary.validatedAt
        validator = document.summary.validatorVersion
        groups = document.notices
        var about: [ReportedThing: [String: [Int]]] = [:]
        for (number, group) in groups.enumerated() {
            for sample in group.sampleNotices {
                for (field, value) in sample {
                    guard let thing = ReportedThing(field: field), case .text(let id) = value,
                        about[thing]?[id]?.last != number
                    else { continue }
                    about[thing, default: [:]][id, default: []].append(number)
                }
            }
        }
        self.about = about
    }

    /// The groups with samples that name a thing.
    func groups(about thing: ReportedThing, _ id: String) -> [Group] {
        (about[thing]?[id] ?? []).map { groups[$0] }
    }

    /// The number of notices of a severity.
    func total(_ look: String) -> Int {
        groups.reduce(0) { $0 + ($1.look == look ? $1.totalNotices : 0) }
    }

    fileprivate static let recent = RecentFiles<PublishedReport>(limit: 4)
}

@available(iOS 17, macOS 14, *)
extension ExplorerContext {
    /// The report of the version on the page; nil for a lone bundle, or when it cannot be read.
    func report() throws -> PublishedReport? {
        try published(
            { $0.report }, in: PublishedReport.recent, reading: PublishedReport.init(json:))
    }
}
