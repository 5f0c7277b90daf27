/// The days on which a service runs but did not a week before, or the other way round, as a list.
/// `service` has it when a character for each day would take more room.
///
/// A JSON array of days after the first, ascending. A service runs on day n when the list has an
/// odd number of the days that are n or whole weeks before n. From Monday to Friday for a century,
/// but not on the first Friday and one of the last:
///
///     [0,1,2,3,11,36509,36516,36522,36523,36526,36527,36528]
struct DayChanges: Equatable {
    /// Ascending, from 0 on.
    let offsets: [Int32]
    /// The same by the remainder of a division by seven: a day needs only those of its weekday.
    private let byWeekday: [[Int32]]

    static let opening = UInt8(ascii: "[")
    private static let week: Int32 = 7

    init(offsets: [Int32]) {
        self.offsets = offsets
        var byWeekday = [[Int32]](repeating: [], count: Int(Self.week))
        for offset in offsets { byWeekday[Int(offset % Self.week)].append(offset) }
        self.byWeekday = byWeekday
    }

    /// Reads the column of a bundle, for a service that ends `days` days after it begins.
    init(_ text: UnsafeRawBufferPointer, days: Int) throws(DamagedEncoding) {
        var offsets: [Int32] = []
        var place = 1
        while true {
            var number = 0
            let start = place
            while place < text.count, case let digit = text[place] &- UInt8(ascii: "0"), digit < 10,
                place - start < 8
            {
                number = number * 10 + Int(digit)
                place += 1
            }
            guard place > start, place < text.count, number < days + Int(Self.week),
                offsets.last.map({ $0 < number }) ?? (number == 0)
            else { throw DamagedEncoding(.serviceDays, "its changes are not a list", at: start) }
            offsets.append(Int32(number))
            place += 1
            if text[place - 1] == UInt8(ascii: ",") { continue }
            guard text[place - 1] == UInt8(ascii: "]"), place == text.count else {
                throw DamagedEncoding(.serviceDays, "its changes are not a list", at: place - 1)
            }
            break
        }
        self.init(offsets: offsets)
        guard offsets.last.map(Int.init) == days - 1 + Int(Self.week),
            byWeekday.allSatisfy({ $0.count.isMultiple(of: 2) })
        else { throw DamagedEncoding(.serviceDays, "its changes do not end with \(days) days") }
    }

    /// The text of the bundle's column.
    static func text(_ offsets: [Int32]) -> [UInt8] {
        Array("[".utf8) + offsets.map { Array("\($0)".utf8) }.joined(separator: ",".utf8)
            + Array("]".utf8)
    }

    /// Whether the service runs the given number of days after its first.
    func runs(_ day: Int) -> Bool {
        let offsets = byWeekday[day % Int(Self.week)]
        var low = 0
        var high = offsets.count
        while low < high {
            let middle = (low + high) / 2
            if offsets[middle] <= day { low = middle + 1 } else { high = middle }
        }
        return low & 1 == 1
    }

    /// Whether it runs on each of the first days.
    static func days(_ count: Int, _ offsets: [Int32]) -> [Bool] {
        var days = [Bool](repeating: false, count: count)
        for offset in offsets where offset < count { days[Int(offset)] = true }
        for day in days.indices.dropFirst(Int(week)) {
            days[day] = days[day] != days[day - Int(week)]
        }
        return days
    }
}
