import ArgumentParser
import GTFSSchedule

/// A service day: `20261121` or `2026-11-21`.
struct ServiceDateArgument: ExpressibleByArgument, Sendable {
    let date: ServiceDate

    init?(argument: String) {
        let digits = argument.filter { $0 != "-" }
        guard digits.count == 8, let date = ServiceDate(cellText: digits) else { return nil }
        self.date = date
    }
}
