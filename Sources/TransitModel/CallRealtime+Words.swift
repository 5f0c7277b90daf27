import Foundation

extension CallRealtime {
    /// Returns the status for riders: "3 min late", "On time", "Canceled", "Does not stop here",
    /// "Extra trip"; nil where the timetable applies.
    ///
    /// ```swift
    /// let late = CallRealtime(.updated, delaySeconds: 190)
    /// let texts = [late.statusText(), CallRealtime(.canceled).statusText()]
    /// // ["3 min late", "Canceled"]
    /// ```
    public func statusText(in words: RiderWords = .english) -> String? {
        switch status {
        case .scheduled: nil
        case .noData: words[.noLiveData]
        case .skipped: words[.skipped]
        case .canceled: words[.canceled]
        case .added: words[.addedRun]
        case .updated: minutesLate.map(words.lateness)
        }
    }

    /// The delay in minutes as clocks without seconds show it; negative when early, nil where no
    /// delay is known. A scheduled time without a known instant counts as a whole minute.
    package var minutesLate: Int? {
        guard let delaySeconds else { return nil }
        guard let expected = (departure ?? arrival)?.seconds else {
            return Self.clockMinutes(from: 0, to: delaySeconds)
        }
        let (scheduled, isOver) = expected.subtractingReportingOverflow(delaySeconds)
        return isOver ? nil : Self.clockMinutes(from: scheduled, to: expected)
    }

    /// The minutes between two instants as a clock shows them; instants are in seconds since 1970.
    private static func clockMinutes(from scheduled: Int, to expected: Int) -> Int {
        func minute(_ seconds: Int) -> Int { Int((Double(seconds) / 60).rounded(.down)) }
        return minute(expected) - minute(scheduled)
    }

    /// Returns the text for a changed platform, "Now at platform 2"; nil where the timetable's
    /// platform applies, or the new one has no code.
    public func platformText(in words: RiderWords = .english) -> String? {
        platformCode.map { words.text(.otherPlatform, n: $0) }
    }
}

extension RiderWords {
    /// "3 min late", "1 min early", "On time".
    package func lateness(minutes: Int) -> String {
        switch minutes {
        case 0: self[.onTime]
        case 1: self[.lateMinute]
        case -1: self[.earlyMinute]
        case let minutes where minutes > 0: text(.lateMinutes, n: "\(minutes)")
        case let minutes: text(.earlyMinutes, n: "\(-minutes)")
        }
    }

    /// A text as it reads after others: "on time".
    package func withinLine(_ key: Key) -> String { Self.withinLine(self[key]) }

    package static func withinLine(_ text: String) -> String {
        text.prefix(1).lowercased() + text.dropFirst()
    }
}
