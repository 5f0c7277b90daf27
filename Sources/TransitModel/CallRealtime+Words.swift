extension CallRealtime {
    /// The news for riders: "3 min late", "On time", "Canceled", "Does not stop here", "Extra trip"; nil
    /// where the timetable holds.
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
        case .updated: delaySeconds.map { Self.text(ofDelay: $0, in: words) }
        }
    }

    private static func text(ofDelay seconds: Int, in words: RiderWords) -> String {
        // Half a minute is on time, as on boards that show whole minutes.
        switch Int((Double(seconds) / 60).rounded()) {
        case 0: words[.onTime]
        case 1: words[.lateMinute]
        case -1: words[.earlyMinute]
        case let minutes where minutes > 0: words.text(.lateMinutes, n: "\(minutes)")
        case let minutes: words.text(.earlyMinutes, n: "\(-minutes)")
        }
    }

    /// "Now at platform 2"; nil where the platform is the timetable's, or has no code.
    public func platformText(in words: RiderWords = .english) -> String? {
        platformCode.map { words.text(.otherPlatform, n: $0) }
    }
}
