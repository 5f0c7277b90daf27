public import GTFSSchedule

/// A check of feeds. Each rule is a type in its own file, in the list `Rules.all`.
///
/// Conform to ``RowRule``, ``TripRule`` or ``FeedRule``, which say when the rule runs.
public protocol Rule: Sendable {
    /// The class of the canonical validator that looks for the same; a crash under `--compat
    /// canonical` is reported under this name.
    static var name: String { get }
    /// The notices that the rule can give.
    static var notices: [NoticeDefinition] { get }
    /// The files that the rule reads. Under `--compat canonical` its findings are dropped when one
    /// of them has errors in its header or rows, because the canonical validator then does not run
    /// it.
    static var inputs: [String] { get }
    /// Whether the rule looks at single rows: such rules also apply to the good rows of a bad file.
    static var checksSingleRows: Bool { get }
    /// Whether the rule looks for rows that do not exist: those with an id, or those that should
    /// name one. It does not run when one of its files lacks a column of its key, which the notice
    /// about the column explains.
    static var needsKeys: Bool { get }
    /// The files that this instance reads; ``inputs`` unless the type has several instances.
    var inputFiles: [String] { get }
}

extension Rule {
    /// The type's name with `Rule` replaced by `Validator`.
    public static var name: String {
        let type = "\(Self.self)"
        return type.hasSuffix("Rule") ? type.dropLast("Rule".count) + "Validator" : type
    }
    public static var checksSingleRows: Bool { false }
    public static var needsKeys: Bool { false }
    public var inputFiles: [String] { Self.inputs }
}

/// A rule for the individual rows of one file; it runs while the file is read.
///
/// For all files but `locations.geojson`. Rules for `trips.txt`, `stop_times.txt` and `shapes.txt`
/// cost another reading of the file; in the others, rows that repeat the key of an earlier one are
/// skipped, as a bundle leaves them out; not those of `calendar_dates.txt`, nor any under `--compat
/// canonical`.
///
/// ```swift
/// func check(_ row: Route, in context: RowContext, into bin: NoticeBin) {
///     guard row.routeColor == nil else { return }
///     bin.add(Self.missingColor, ["csvRowNumber": context.row, "routeId": row.routeID])
/// }
/// ```
public protocol RowRule<Row>: Rule {
    /// The type of the file's rows.
    associatedtype Row: FeedRow
    /// The fields that the verdict depends on; all of them unless a rule says otherwise. A row in
    /// which one of these could not be used is skipped: it already has a notice.
    static var fields: [String] { get }
    /// Checks one row, in which absent columns are blank, and puts its findings into the bin.
    func check(_ row: Row, in context: RowContext, into bin: NoticeBin)
}

extension RowRule {
    public static var inputs: [String] { [Row.file.name] }
    public static var checksSingleRows: Bool { true }
    public static var fields: [String] { Row.fields.map { $0.spec.name } }

    /// A cast would also tell, but the first one of each kind takes the runtime longer than a small
    /// feed takes as a whole.
    func isFor(_ type: Any.Type) -> Bool { Row.self == type }
}

/// A rule that runs once everything has been read.
public protocol FeedRule: Rule {
    /// Checks the feed and puts its findings into the bin. An error that it throws ends the
    /// validation.
    func check(_ feed: LoadedFeed, into bin: NoticeBin) throws
}

/// A rule for the calls of one trip.
///
/// Trips that agree in everything that ``reads`` names get the same verdict: when the first of them
/// has no findings, the others are not checked.
public protocol TripRule: Rule {
    /// The parts of a trip that its verdict depends on.
    static var reads: TripParts { get }
    /// Returns whether the rule has anything to check in such a feed.
    func applies(to feed: LoadedFeed) -> Bool
    /// Checks one trip and puts its findings into the bin. An error that it throws ends the
    /// validation.
    func check(_ trip: TripView, into bin: NoticeBin) throws
}

extension TripRule {
    public func applies(to feed: LoadedFeed) -> Bool { true }
}

/// The parts of a trip that a trip rule's verdict depends on.
public struct TripParts: OptionSet, Sendable, Hashable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// The stops, sequence numbers and codes of the calls.
    public static let calls = TripParts(rawValue: 1)
    /// Arrivals and departures relative to the trip's first time, not their absolute values.
    public static let times = TripParts(rawValue: 2)
    /// `shape_dist_traveled` of the calls.
    public static let distances = TripParts(rawValue: 4)
    /// The route of the trip.
    public static let route = TripParts(rawValue: 8)
    /// The shape of the trip.
    public static let shape = TripParts(rawValue: 16)
    /// Values of the trip itself: every trip is checked.
    public static let trip = TripParts(rawValue: 32)
    /// The seconds of the trip's first time, which tell whether times are full minutes.
    public static let seconds = TripParts(rawValue: 64)
}

/// The position of a row, and what else a row rule may look at.
public struct RowContext: Sendable {
    /// A class, because each rule gets a copy of the context for each row.
    private final class File: Sendable {
        let filename: String
        let header: HeaderColumns
        let options: ValidationOptions

        init(_ filename: String, header: HeaderColumns, options: ValidationOptions) {
            self.filename = filename
            self.header = header
            self.options = options
        }
    }

    private let file: File
    /// The number of the row in its file, the header being row 1.
    public internal(set) var row = 0

    init(_ filename: String, header: HeaderColumns, options: ValidationOptions) {
        file = File(filename, header: header, options: options)
    }

    /// The name of the file in the feed.
    public var filename: String { file.filename }
    /// The columns of the file.
    public var header: HeaderColumns { file.header }
    /// How the feed is validated.
    public var options: ValidationOptions { file.options }
}

/// The columns that a file has.
public struct HeaderColumns: Sendable {
    /// The names of the columns, in the order of the file.
    public let names: [String]
    private let known: Set<String>

    init(_ names: [String]) {
        self.names = names
        known = Set(names)
    }

    /// Returns whether there is a column of that name.
    public func has(_ column: String) -> Bool { known.contains(column) }
}
