import BundleCodec
import FeedReading
import GTFSSchedule

/// The days before and after a window that services keep nevertheless.
///
/// | services | keep |
/// | --- | --- |
/// | of kept trips | those from which on any of these still runs on the first day |
/// | that deadlines of booking rules count by | as many days of service as they count back |
/// | of no kept trip | all days before, as deadlines and timeframes need them |
/// | | those after on which kept trips still run, as timeframes need them |
struct DaysAroundWindow {
    /// A deadline further back keeps all days of its service.
    private static let mostCounted = 1000

    private let first: Int
    /// By booking rule; the deadline counts days of this service.
    private var rules: [ExactText: (service: ExactText, days: Int)] = [:]
    private var lastStarts: [Int: Int] = [:]

    init(_ window: ClosedRange<Int>) {
        first = window.lowerBound
    }

    mutating func add(rule row: CheckedRow) {
        func text(_ field: String) -> ExactText {
            String(decoding: row.text(row.table.index(field)), as: UTF8.self).exact
        }
        let days = ["prior_notice_last_day", "prior_notice_start_day"].compactMap {
            row.integer(row.table.index($0))
        }
        guard let most = days.max(), most > 0 else { return }
        rules[text("booking_rule_id")] = (text("prior_notice_service_id"), most)
    }

    mutating func add(frequency row: CheckedRow, trips: IDTable) {
        func integer(_ field: String) -> Int? { row.integer(row.table.index(field)) }
        guard let trip = trips.find(row.text(row.table.index("trip_id"))),
            let interval = RunInterval(
                start: integer("start_time"), end: integer("end_time"),
                seconds: integer("headway_secs")),
            interval.start < interval.end
        else { return }
        let runs = (interval.end - interval.start - 1) / interval.seconds
        let start = interval.start + runs * interval.seconds
        lastStarts[trip] = max(lastStarts[trip] ?? start, start)
    }

    /// How many days later a trip still runs. Both times are nil where there are none.
    func nights(of trip: Int, times: ClosedRange<Int>?, windowEnd: Int?) -> Int {
        let last = times.map { times in
            lastStarts[trip].map { $0 + times.upperBound - times.lowerBound } ?? times.upperBound
        }
        return max(0, last ?? 0, windowEnd ?? 0) / 86_400
    }

    func countedDays(of used: Set<ExactText>) -> [ExactText: Int] {
        var counted: [ExactText: Int] = [:]
        for (id, rule) in rules where used.contains(id) {
            counted[rule.service] = max(counted[rule.service] ?? 0, rule.days)
        }
        return counted
    }

    func firstDay(of service: Int, counting wanted: Int, in table: ServiceTable) -> Int? {
        let earliest = ServiceDate.earliest.dayNumber
        guard earliest < first, let days = table.days(service, within: earliest...first - 1)
        else { return nil }
        guard wanted <= min(days.last - days.first, Self.mostCounted) else { return days.first }
        var day = days.last
        for _ in 1..<max(wanted, 1) {
            guard let earlier = days.day(until: day - 1), earlier >= days.first else { break }
            day = earlier
        }
        return day
    }
}

extension FeedCompiler {
    /// Leaves out trips that run on no day of the window, and settles which days services keep.
    func applyWindow(_ stopTimes: StopTimesCompiler) throws {
        guard let days = options.filter.days, let daysAround else { return }
        let (earliest, latest) = (ServiceDate.earliest.dayNumber, ServiceDate.latest.dayNumber)
        var isOfTrips = [Bool](repeating: false, count: services.count)
        // One of each for all services: timeframes of a night count by others than its trips.
        var mostNights = 0
        var firstKept = days.lowerBound
        let isInside = services.allRun(within: days)
        var earlyDays: [Night: Int?] = [:]
        var ends = TimesOfTrips(stopTimes)
        for trip in 0..<trips.definedCount where trips.columns.isKept[trip] {
            let service = Int(trips.service(trip)) - 1
            let nights = daysAround.nights(
                of: trip, times: try ends.times(trip), windowEnd: ends.windowEnd(trip))
            let night = Night(service: service, first: max(earliest, days.lowerBound - nights))
            let early: Int? =
                earlyDays[night] ?? night.firstRun(in: services, before: days.lowerBound)
            earlyDays.updateValue(early, forKey: night)
            guard isInside(service) || early != nil else {
                trips.columns.isKept[trip] = false
                continue
            }
            isOfTrips[service] = true
            mostNights = max(mostNights, nights)
            firstKept = min(firstKept, early ?? firstKept)
        }
        let last = min(latest, days.upperBound + mostNights)
        keptDays = Array(repeating: earliest...last, count: services.count)
        let counted = daysAround.countedDays(of: bookingRulesOfTrips(stopTimes))
        for service in isOfTrips.indices where isOfTrips[service] {
            let id = String(decoding: services.ids[service], as: UTF8.self).exact
            let deadline = counted[id].flatMap {
                daysAround.firstDay(of: service, counting: $0, in: services)
            }
            keptDays[service] = min(firstKept, deadline ?? firstKept)...days.upperBound
        }
    }

    private func bookingRulesOfTrips(_ stopTimes: StopTimesCompiler) -> Set<ExactText> {
        let lists = Set(
            (0..<trips.count).filter { trips.columns.isKept[$0] }.map {
                trips.details[trips.columns.detail[$0]].flex
            }
        ).subtracting([0])
        var rules: Set<Int32> = []
        for entry in lists.flatMap({ stopTimes.flexLists[Int($0) - 1] }) {
            let part = stopTimes.flexRows[Int(entry.value)]
            rules.formUnion([part.pickupRule, part.dropOffRule])
        }
        return Set(
            rules.subtracting([0]).map {
                String(decoding: stopTimes.flexRows.texts[Int($0) - 1], as: UTF8.self).exact
            })
    }

    /// The days from `first` to the window, of which trips still run in it.
    private struct Night: Hashable {
        let service: Int
        let first: Int

        func firstRun(in services: ServiceTable, before window: Int) -> Int? {
            guard first < window else { return nil }
            return services.days(service, within: first...window - 1)?.first
        }
    }
}

private struct TimesOfTrips {
    private let stopTimes: StopTimesCompiler
    /// By timing: the largest offset, once it was asked for.
    private var largest: [Int32?]
    private let windowEnds: [Int]

    init(_ stopTimes: StopTimesCompiler) {
        self.stopTimes = stopTimes
        largest = Array(repeating: nil, count: stopTimes.timings.count)
        windowEnds = (0..<stopTimes.flexLists.count).map { list in
            stopTimes.flexLists[list].reduce(0) {
                max($0, Int(stopTimes.flexRows[Int($1.value)].windowEnd))
            }
        }
    }

    mutating func times(_ trip: Int) throws(FeedError) -> ClosedRange<Int>? {
        let timing = Int(stopTimes.trips.columns.timing[trip]) - 1
        guard timing >= 0 else { return nil }
        if largest[timing] == nil { largest[timing] = try stopTimes.largestOffset(timing) }
        let origin = Int(stopTimes.trips.columns.origin[trip])
        return origin...origin + Int(largest[timing] ?? 0)
    }

    func windowEnd(_ trip: Int) -> Int? {
        let trips = stopTimes.trips
        let flex = Int(trips.details[trips.columns.detail[trip]].flex) - 1
        return flex < 0 ? nil : windowEnds[flex]
    }
}

extension StopTimesCompiler {
    fileprivate func largestOffset(_ timing: Int) throws(FeedError) -> Int32 {
        do throws(DamagedEncoding) {
            let times = try timings.offsets(timing)
            return max(0, times.departures.max() ?? 0, times.arrivals.max() ?? 0)
        } catch {
            throw .internalFailure(reason: error.reason)
        }
    }
}
