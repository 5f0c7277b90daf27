import GTFSSchedule
import SystemLayer

/// Something that riders lose by the faults of a feed, which leads a report.
package struct Loss: Sendable, Hashable {
    /// In one line, without a period, such as `stop_times.txt has no row: no trip stops anywhere`.
    package let text: String
    /// The code of the notices that tell more; nil when there is none.
    package let code: String?
}

extension ValidationReport {
    /// What riders lose: files without rows, service that has ended or ends soon, files whose
    /// references lead nowhere. Codes that a policy ignores have none, nor has a report under
    /// ``ValidationOptions/isCanonical``.
    package var losses: [Loss] { losses(Quantity.count) }

    package func losses(_ number: (Int) -> String) -> [Loss] {
        guard messages == nil, readingFailure == nil, let service = summary.service else {
            return []
        }
        return emptyFiles + ends(of: service, number) + brokenFiles(number)
    }

    private func given(_ code: String) -> String? {
        groups.contains { $0.code == code } ? code : nil
    }

    private var emptyFiles: [Loss] {
        let names = Set(summary.files.map { $0.lowercased() })
        var losses: [Loss] = []
        for (file, effect) in [
            ("stops.txt", "riders find no stop"), ("routes.txt", "riders find no route"),
            ("trips.txt", "riders find no trip"), ("stop_times.txt", "no trip stops anywhere"),
        ] where file != "stops.txt" || !names.contains("locations.geojson") {
            if summary.rowCounts[file] == 0 {
                losses.append(Loss(text: "\(file) has no row: \(effect)", code: nil))
            } else if !names.contains(file), let code = given("missing_required_file") {
                losses.append(Loss(text: "\(file) is missing: \(effect)", code: code))
            }
        }
        let calendars = ["calendar.txt", "calendar_dates.txt"]
        let known = calendars.compactMap { summary.rowCounts[$0] }
        let missing = given("missing_calendar_and_calendar_date_files")
        if known.allSatisfy({ $0 == 0 }), !known.isEmpty || missing != nil {
            let text = "\(calendars.joined(separator: " and ")) have no row: no trip has a day"
            losses.append(Loss(text: text, code: missing))
        }
        return losses
    }

    private func ends(of service: FeedService, _ number: (Int) -> String) -> [Loss] {
        func days(_ count: Int) -> String { "\(number(count)) \(count == 1 ? "day" : "days")" }
        guard let window = summary.serviceWindow, let left = service.daysLeft else {
            let rows = ["trips.txt", "calendar.txt", "calendar_dates.txt"].map {
                summary.rowCounts[$0] ?? 0
            }
            guard rows[0] > 0, rows[1] + rows[2] > 0 else { return [] }
            return [Loss(text: "No trip has a day of service", code: nil)]
        }
        let first = window.lowerBound.words
        let last = window.upperBound.words
        let until = window.lowerBound.dayNumber - options.date.dayNumber
        let ends: [(code: NoticeDefinition, text: String)] = [
            (ServiceEndRule.serviceEnded, "Service ended on \(last), \(days(-left)) ago"),
            (
                ServiceEndRule.serviceEndsSoon,
                left == 0 ? "Service ends today" : "Service ends on \(last), in \(days(left))"
            ),
            (
                FeedServiceWindowRule.futureCalendar,
                "Service begins on \(first), in \(days(until))"
            ),
        ]
        return ends.compactMap { end in
            given(end.code.code).map { Loss(text: end.text, code: $0) }
        }
    }

    private func brokenFiles(_ number: (Int) -> String) -> [Loss] {
        groups.flatMap { group in
            group.causes.filter(\.breaksFile).map {
                Loss(text: $0.text(number), code: group.code)
            }
        }
    }
}
