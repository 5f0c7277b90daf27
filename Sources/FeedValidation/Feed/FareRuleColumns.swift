package import FeedCompiling
public import GTFSSchedule

/// The rows of `fare_rules.txt` in columns: a feed with zones has one for each pair of them.
public struct FareRuleColumns: KeyedRows {
    /// The outcome of reading the file.
    package internal(set) var state = FileState.missing
    /// The columns of the file.
    package internal(set) var header = HeaderColumns([])
    /// By index: the row in the file, the header being row 1.
    package private(set) var rowNumbers = RowNumbers()
    var repeats: [(first: Int, row: FareRule, number: Int)] = []
    /// The number of rows in the file.
    public var count: Int { fare.count }

    package private(set) var fare = TextColumn()
    package private(set) var route = TextColumn()
    package private(set) var origin: TextColumn
    private(set) var destination: TextColumn
    package private(set) var contains: TextColumn

    init() {
        let zones = IDTable()
        origin = TextColumn(sharing: zones)
        destination = TextColumn(sharing: zones)
        contains = TextColumn(sharing: zones)
    }

    mutating func append(_ rule: FareRule, _ row: Int) {
        rowNumbers.append(row)
        fare.append(rule.fareID?.text)
        route.append(rule.routeID?.text)
        origin.append(rule.originID?.text)
        destination.append(rule.destinationID?.text)
        contains.append(rule.containsID?.text)
    }

    /// Whether the feed lacks the file.
    package var isMissing: Bool { state == .missing }

    /// A row, by its index from 0.
    public subscript(index: Int) -> FareRule {
        var rule = FareRule()
        rule.fareID = fare[index].map { FareID($0) }
        rule.routeID = route[index].map { RouteID($0) }
        rule.originID = origin[index].map { ZoneID($0) }
        rule.destinationID = destination[index].map { ZoneID($0) }
        rule.containsID = contains[index].map { ZoneID($0) }
        return rule
    }
}

package struct TextColumn {
    /// Columns whose values mean the same may share them. The first is empty.
    package let texts: IDTable
    private var numbers: [Int32] = []

    init(sharing texts: IDTable? = nil) {
        self.texts = texts ?? IDTable()
        _ = self.texts.intern("")
    }

    var count: Int { numbers.count }

    mutating func append(_ text: String?) {
        numbers.append(text.map { Int32(texts.intern($0).index) } ?? -1)
    }

    @inline(__always)
    package func number(_ row: Int) -> Int? {
        numbers[row] < 0 ? nil : Int(numbers[row])
    }

    package subscript(row: Int) -> String? { number(row).map { texts.string($0) } }
}
