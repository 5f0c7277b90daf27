public import GTFSSchedule

/// The rows of `calendar_dates.txt` in columns: some feeds write every day of every service.
public struct CalendarDateColumns {
    /// How the reading of the file ended.
    public internal(set) var state = FileState.missing
    /// By index: the row in the file, the header being row 1.
    public private(set) var rowNumbers = RowNumbers()

    private var services: [Int32] = []
    private var days: [Int32] = []
    private var exceptions: [Int32] = []
    /// Marks a blank.
    private static let none = Int32.min

    /// A row whose cells are all there.
    package struct Exception {
        /// The number in `LoadedFeed.serviceIDs`.
        package let service: Int
        /// Days since 1 January 1970.
        package let day: Int
        package let type: ServiceException
    }

    init() {}

    /// - Parameter service: the number of its service in `LoadedFeed.serviceIDs`; nil when blank.
    mutating func append(_ date: CalendarDate, service: Int?, _ row: Int) {
        rowNumbers.append(row)
        services.append(service.map { Int32($0) } ?? Self.none)
        days.append(date.date.map { Int32($0.dayNumber) } ?? Self.none)
        exceptions.append(date.exceptionType.map { Int32(clamping: $0.code) } ?? Self.none)
    }

    /// How many rows the file has.
    public var count: Int { services.count }
    /// Whether the feed does not have the file.
    public var isMissing: Bool { state == .missing }

    /// A row; nil when one of its cells is blank or was not readable.
    package subscript(index: Int) -> Exception? {
        guard let service = service(index), days[index] != Self.none,
            exceptions[index] != Self.none
        else { return nil }
        return Exception(
            service: service, day: Int(days[index]),
            type: ServiceException(code: Int(exceptions[index])))
    }

    /// The number of a row's service in `LoadedFeed.serviceIDs`; nil when blank.
    package func service(_ index: Int) -> Int? {
        services[index] == Self.none ? nil : Int(services[index])
    }

    /// The day of a row; nil when blank.
    public func date(_ index: Int) -> ServiceDate? {
        days[index] == Self.none ? nil : ServiceDate(dayNumber: Int(days[index]))
    }
}
