import TransitModel
import WebPages

/// A call with its live data, in the words of pages: a color never says more than they do.
struct LiveCall {
    private let news: CallRealtime?
    private let status: CallRealtime.Status
    let scheduled: LocalInstant?
    let expected: LocalInstant?
    private let platform: String?

    init(_ event: StopEvent) {
        self.init(
            event.realtime, scheduled: event.time, platform: event.stop.platformCode,
            expected: event.kind == .departure
                ? event.realtime?.departure : event.realtime?.arrival)
    }

    init(_ call: TimedCall) {
        let departure = call.realtime?.departure
        self.init(
            call.realtime,
            scheduled: departure == nil
                ? call.arrival ?? call.departure : call.departure ?? call.arrival,
            platform: call.stop?.platformCode, expected: departure ?? call.realtime?.arrival)
    }

    private init(
        _ news: CallRealtime?, scheduled: LocalInstant?, platform: String?,
        expected: LocalInstant?
    ) {
        self.news = news
        self.scheduled = scheduled
        self.platform = platform
        status = news?.status ?? .scheduled
        self.expected = status == .canceled || status == .skipped ? nil : expected
    }

    var isOff: Bool { status == .canceled || status == .skipped }

    var isMoved: Bool { (minutesLate ?? 0) != 0 }

    /// By the clock, which shows no seconds; nil where no time is expected.
    private var minutesLate: Int? {
        scheduled == nil || expected == nil || status == .added ? nil : news?.minutesLate
    }

    func state(_ texts: ExplorerTexts) -> HTML? {
        let words = texts.words
        switch status {
        case .canceled: return "<b class=\"error\">\(words.withinLine(.canceled))</b>"
        case .skipped: return "<b class=\"error\">\(words.withinLine(.skipped))</b>"
        case .added: return "<b class=\"added\">\(texts("live.added"))</b>"
        case .noData: return "\(words.withinLine(.noLiveData))"
        case .updated, .scheduled:
            guard let minutes = minutesLate else { return nil }
            return minutes == 0
                ? "<span class=\"added\">\(words.withinLine(.onTime))</span>"
                : "<b class=\"warning\">\(words.lateness(minutes: minutes))</b>"
        }
    }

    var newPlatform: String? { news?.platformCode }

    func platformChange(_ texts: ExplorerTexts) -> HTML? {
        guard !isOff, news?.stopID != nil || news?.platformCode != nil else { return nil }
        if let stop = news?.stopName {
            return "<b class=\"warning\">\(texts("live.stop", ["stop": stop]))</b>"
        }
        guard let new = newPlatform, !new.isEmpty, new != platform else {
            return "<b class=\"warning\">\(texts("live.platform.other"))</b>"
        }
        let words =
            platform.map { texts("live.platform", ["new": new, "old": $0]) }
            ?? texts("live.platform.new", ["new": new])
        return "<b class=\"warning\">\(words)</b>"
    }

    var newHeadsign: String? { news?.headsign.flatMap { $0.isEmpty ? nil : $0 } }

    func vehicle(_ texts: ExplorerTexts) -> [HTML] {
        guard !isOff else { return [] }
        var words: [HTML] = []
        if let away = news?.stopsAway {
            words.append(
                away < 0
                    ? "\(texts("live.passed"))"
                    : away > 0
                        ? "\(texts("live.away", count: away))"
                        : "\(texts(news?.isAtStop ?? false ? "live.away.here" : "live.away.none"))")
        }
        if let full = texts.occupancy(news?.occupancyStatus) { words.append("\(full)") }
        return words
    }

    /// Nil where the trip's value applies.
    var wheelchairAccessible: Int? { news?.vehicle?.wheelchairAccessible }

    var alerts: [String] { news?.alerts ?? [] }
}

extension ExplorerContext {
    /// The platform in use, then that of the timetable, which is struck through where it differs:
    /// the notes say so in words.
    func platform(_ call: LiveCall, else scheduled: String?) -> HTML? {
        guard let new = call.newPlatform, new != scheduled else { return scheduled.map(name) }
        let old = scheduled.map { " <s aria-hidden=\"true\">\(name($0))</s>" as HTML }
        return "\(name(new))\(old)"
    }
}

extension ExplorerTexts {
    /// Nil for a word that says nothing, or is from a later reference.
    func occupancy(_ word: String?) -> String? {
        word.flatMap { all["occupancy.\($0)"] }
    }

    /// Nil for a word that says nothing, or is from a later reference.
    func effect(_ word: String) -> String? { all["effect.\(word)"] }

    /// An expected time with the scheduled one struck through, in the words of those who cannot see the
    /// line.
    func moved(_ expected: HTML, from scheduled: HTML) -> HTML {
        """
        <span class="unseen">\(self("live.expected"))</span> \(expected) \
        <s><span class="unseen">\(self("live.scheduled"))</span> \(scheduled)</s>
        """
    }
}
