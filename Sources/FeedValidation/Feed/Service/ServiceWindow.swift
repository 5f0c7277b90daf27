import GTFSSchedule

extension LoadedFeed {
    /// The first and the last day on which a service with trips runs; nil when none does.
    var serviceWindow: ClosedRange<ServiceDate>? {
        let services: ServiceIntervals
        do {
            services = try ServiceIntervals(self, validator: "ServiceWindow")
        } catch {
            // Where the canonical validator fails on reversed dates, its report has no window.
            return nil
        }
        var isUsed = [Bool](repeating: false, count: services.periods.count)
        trips.forEachRow { row in
            if row.service >= 0 { isUsed[Int(row.service)] = true }
            return true
        }
        let periods = isUsed.indices.filter { isUsed[$0] }.compactMap { services.periods[$0] }
        guard let first = periods.compactMap(\.first).min(),
            let last = periods.compactMap(\.last).max()
        else { return nil }
        return ServiceDate(dayNumber: first)...ServiceDate(dayNumber: last)
    }
}
