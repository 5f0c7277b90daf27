import GTFSSchedule

/// The day and time on the clock of a departure that the timetable writes as `25:10:00`.
func clock(showing text: String, on date: ServiceDate) -> String? {
    guard let time = ServiceTime(cellText: text) else { return nil }
    let day = date.adding(days: time.dayOffset)
    return "\(time.timeOfDay) on \(day), a \(day.weekday)"
}

/// The examples in the comments of `GTFSSchedule`.
enum GTFSScheduleExamples {
    static func dates() -> (weekday: Weekday?, leapDay: ServiceDate?) {
        let newYearsEve = ServiceDate(year: 2026, month: 12, day: 31)
        let weekday = newYearsEve?.weekday  // .thursday
        let leapDay = ServiceDate(year: 2026, month: 2, day: 29)  // nil
        return (weekday, leapDay)
    }

    static func adding(to newYearsEve: ServiceDate) -> ServiceDate {
        let next = newYearsEve.adding(days: 1)  // 20270101
        return next
    }

    static func days(since newYearsEve: ServiceDate) -> Int {
        let january = newYearsEve.adding(days: 31)
        let days = january.days(since: newYearsEve)  // 31
        return days
    }

    static func times() -> (text: String, clock: ServiceTime, days: Int) {
        let departure = ServiceTime(hours: 25, minutes: 10)
        let text = departure.description  // "25:10:00"
        let clock = departure.timeOfDay  // 01:10:00
        let days = departure.dayOffset  // 1
        return (text, clock, days)
    }

    static func serviceDays() -> ServiceTime {
        let departure = ServiceTime(hours: 25, minutes: 10)
        let next = departure.onServiceDay(1)  // 01:10:00
        return next
    }

    static func cells() -> (time: ServiceTime?, color: RGBColor?, date: ServiceDate?) {
        let time = ServiceTime(cellText: "7:05:00")  // 07:05:00
        let color = RGBColor(cellText: "f99d1c")  // F99D1C
        let date = ServiceDate(cellText: "20260230")  // nil
        return (time, color, date)
    }

    static func routeTypes() -> (mode: Mode, basic: Int?) {
        let replacement = RouteType(code: 714)
        let mode = replacement.mode  // .bus
        let basic = replacement.basicCode  // 3
        return (mode, basic)
    }

    static func accessibility() -> Accessibility {
        let platform = Accessibility.effective(
            own: nil, locationType: .stop, parent: .accessible)  // .accessible
        return platform
    }

    static func colors() -> (isReadable: Bool, text: RGBColor) {
        let yellow = RGBColor(cellText: "FFDD00")
        let colors = RouteColors(routeColor: yellow, routeTextColor: .white)
        let isReadable = colors.isReadable  // false
        let text = colors.readableText  // 000000
        return (isReadable, text)
    }

    static func amounts() -> (isEqual: Bool, cents: Int64?) {
        let fare = CurrencyAmount("3.2")
        let isEqual = fare == CurrencyAmount("3.20")  // true
        let cents = fare?.scaled(fractionDigits: 2)  // 320
        return (isEqual, cents)
    }

    static func tables() -> [String]? {
        let table = Schedule.table(file: "stop_times.txt")
        let key = table?.file.primaryKey  // ["trip_id", "stop_sequence"]
        return key
    }

    public struct PaymentMethod: CodedValue {
        public static let words = ["onBoard", "beforeBoarding"]
        public static let onBoard = PaymentMethod(code: 0)
        public static let beforeBoarding = PaymentMethod(code: 1)

        public let code: Int
        public init(code: Int) { self.code = code }
    }
}
