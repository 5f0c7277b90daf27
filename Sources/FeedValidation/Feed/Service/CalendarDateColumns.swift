import FeedCompiling
public import GTFSSchedule

/// The rows of `calendar_dates.txt` in columns: some feeds write every day of every service.
public struct CalendarDateColumns {
    /// The outcome of reading the file.
    package internal(set) var state = FileState.missing
    /// By index: the row in the file, the header being row 1.
    package private(set) var rowNumbers = RowNumbers()

    private let serviceIDs: IDTable
    private var services: [Int32] = []
    private var days: [Int32] = []
    private var exceptions: [Int32] = []
    private(set) var repeats: [(first: Int, repeated: Int)] = []
    /// Another row for the same service and day changes it.
    private var passedOver: Set<Int> = []
    private var unclear: [(service: Int, day: Int?)] = []
    private static let none = Int32.min

    struct Exception {
        let service: Int
        /// Since January 1, 1970.
        let day: Int
        let type: ServiceException
    }

    init(_ serviceIDs: IDTable = IDTable()) {
        self.serviceIDs = serviceIDs
    }

    mutating func append(_ date: CalendarDate, _ row: Int, isClear: Bool = true) {
        rowNumbers.append(row)
        services.append(
            date.serviceID.map { Int32(serviceIDs.intern($0.text).index) } ?? Self.none)
        days.append(date.date.map { Int32($0.dayNumber) } ?? Self.none)
        exceptions.append(date.exceptionType.map { Int32(clamping: $0.code) } ?? Self.none)
        // An unknown type changes no day in a bundle.
        let isOtherType = date.exceptionType.map { !(1...2 ~= $0.code) } ?? false
        if !isClear, !isOtherType, let service = service(count - 1) {
            unclear.append((service, day(count - 1)))
        }
    }

    func unclearServices(from first: Int) -> Set<Int> {
        guard !unclear.isEmpty else { return [] }
        var known: Set<Int> = []
        func pair(_ service: Int, _ day: Int) -> Int { service &* (1 << 32) &+ day }
        for index in 0..<count {
            guard let exception = exception(index), 1...2 ~= exception.type.code else { continue }
            known.insert(pair(exception.service, exception.day))
        }
        return Set(
            unclear.filter { service, day in
                guard let day else { return true }
                return day >= first && !known.contains(pair(service, day))
            }.map(\.service))
    }

    /// - Parameter areCounted: whether they count as well.
    mutating func setAside(_ repeats: [(first: Int, repeated: Int)], counting areCounted: Bool) {
        self.repeats = repeats
        if !areCounted { passedOver = Set(repeats.map(\.repeated)) }
    }

    /// The number of rows in the file.
    public var count: Int { services.count }
    /// Whether the feed lacks the file.
    package var isMissing: Bool { state == .missing }

    /// A row, by its index from 0.
    public subscript(index: Int) -> CalendarDate {
        var row = CalendarDate()
        row.serviceID = service(index).map { ServiceID(serviceIDs.string($0)) }
        row.date = day(index).map { ServiceDate(dayNumber: $0) }
        row.exceptionType = type(index)
        return row
    }

    /// Nil when a cell is blank or unreadable, or when an earlier row counts.
    func exception(_ index: Int) -> Exception? {
        guard let service = service(index), let day = day(index), let type = type(index),
            !isPassedOver(index)
        else { return nil }
        return Exception(service: service, day: day, type: type)
    }

    func isPassedOver(_ index: Int) -> Bool { !passedOver.isEmpty && passedOver.contains(index) }

    func changesDay(_ index: Int) -> Bool {
        service(index) != nil && day(index) != nil
            && type(index).map { 1...2 ~= $0.code } ?? false
    }

    @inline(__always)
    package func service(_ index: Int) -> Int? {
        services[index] == Self.none ? nil : Int(services[index])
    }

    /// Since January 1, 1970; nil when blank.
    @inline(__always)
    package func day(_ index: Int) -> Int? {
        days[index] == Self.none ? nil : Int(days[index])
    }

    private func type(_ index: Int) -> ServiceException? {
        exceptions[index] == Self.none ? nil : ServiceException(code: Int(exceptions[index]))
    }
}

extension LoadedFeed {
    /// Finds rows that have the service and the day of an earlier one. As in a bundle, the first of
    /// those that add or remove the day counts; under `--compat canonical` all of them do.
    func setRepeatedDatesAside() throws {
        var repeats: [(first: Int, repeated: Int)] = []
        let dates = calendarDates
        let isCanonical = options.isCanonical
        let blank = serviceIDs.find("") ?? serviceIDs.count
        /// A blank counts as an empty text.
        func service(_ index: Int) -> Int { dates.service(index) ?? blank }
        // The days of most services ascend, so none is there twice.
        var last = [Int](repeating: .min, count: serviceIDs.count + 1)
        var isAscending = [Bool](repeating: true, count: last.count)
        for index in 0..<dates.count {
            let day = dates.day(index) ?? .min
            if day <= last[service(index)] { isAscending[service(index)] = false }
            last[service(index)] = day
        }
        let keys = IDTable()
        var firstRows: [Int32] = []
        for index in 0..<dates.count
        where !isAscending[service(index)] && (isCanonical || dates.changesDay(index)) {
            if index & 0xFF == 0 { try checkCancellation() }
            let (key, isNew) = keys.intern(
                Int32(service(index)), dates.day(index).map { Int32($0) } ?? .min)
            if isNew {
                firstRows.append(Int32(index))
            } else {
                repeats.append((Int(firstRows[key]), index))
            }
        }
        calendarDates.setAside(repeats, counting: isCanonical)
    }
}
