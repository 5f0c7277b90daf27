import GTFSSchedule
import TransitAPI
import TransitModel
import WebPages

struct TripCallsTable: PagePart {
    let context: ExplorerContext
    let details: TripDetailsDTO
    let zone: String
    let alerts: AlertList

    private var day: ServiceDate? {
        details.serviceDate
            ?? details.calls.lazy.compactMap { $0.departure ?? $0.arrival }.first?.localDate
    }

    var table: HTML {
        let rows = details.calls.map(row)
        return """
            <h2>\(texts("trip.calls"))</h2>
            \(texts.table(
                "calls", caption: "trip.calls", isUnseen: true,
                columns: ["board.time", "timetable.stop", "board.platform", "trip.more"],
                rows: rows))
            """
    }

    private func row(_ call: TimedCall) -> HTML {
        """
        <tr><td>\(time(call))</td><th scope="row">\(CallPlace(context: context).html(call.scheduled))</th>\
        <td>\(context.platform(LiveCall(call), else: call.stop?.platformCode))</td>\
        <td>\(HTML.joined(remarks(call), separator: " · "))</td></tr>

        """
    }

    // MARK: Times

    private func time(_ call: TimedCall) -> HTML {
        let about = call.isInterpolated ? texts.about : nil
        if call.isOffsetOnly || call.isTemplate && call.departure == nil && call.arrival == nil {
            return "\(about)\(offset(call))"
        }
        let instants = [call.arrival, call.departure].compactMap { $0 }
        let live = LiveCall(call)
        let scheduled: HTML = "\(about)\(span(instants.map(instant)))"
        if live.isOff, !instants.isEmpty { return "<s>\(scheduled)</s>" }
        if live.expected != nil {
            let news = [call.realtime?.arrival, call.realtime?.departure].compactMap { $0 }
            let expected = span(news.map(instant))
            return instants.isEmpty || Self.minutes(news) == Self.minutes(instants)
                ? expected : texts.moved(expected, from: scheduled)
        }
        if !instants.isEmpty { return scheduled }
        let times = [call.scheduled.arrival, call.scheduled.departure ?? call.interpolated]
            .compactMap { $0 }.map { ShownTime(text: texts.clock($0), html: "\(texts.clock($0))") }
        return "\(about)\(span(times))"
    }

    private static func minutes(_ times: [LocalInstant]) -> [Int] {
        [times.first, times.last].compactMap { $0.map { $0.seconds / 60 } }
    }

    private struct ShownTime {
        let text: String
        let html: HTML
    }

    private func span(_ times: [ShownTime]) -> HTML {
        guard let first = times.first, let last = times.last else { return "" }
        return first.text == last.text ? last.html : "\(first.html)–\(last.html)"
    }

    private func instant(_ instant: LocalInstant) -> ShownTime {
        let days = day.map { instant.localDate.days(since: $0) } ?? 0
        let mark: HTML? = days == 0 ? nil : "<sup>\(days > 0 ? "+" : "")\(days)</sup>"
        return ShownTime(
            text: "\(days) \(instant.clock)",
            html: "<time datetime=\"\(instant.description)\">\(instant.clock)\(mark)</time>")
    }

    private func offset(_ call: TimedCall) -> String {
        let start = details.calls.lazy.compactMap(\.time).first
        let seconds =
            call.departureOffsetSeconds ?? call.arrivalOffsetSeconds
            ?? call.time.flatMap { time in start.map { time.seconds(since: $0) } }
        guard let seconds else { return "" }
        return seconds == 0 ? texts("trip.offset.start") : "+ " + texts.length(seconds: seconds)
    }

    // MARK: Remarks

    private func remarks(_ call: TimedCall) -> [HTML] {
        let live = LiveCall(call)
        var words = [live.state(texts), live.platformChange(texts)].compactMap { $0 }
        let window =
            call.windowStart.flatMap { start in
                call.windowEnd.map {
                    texts("flexible.window", ["start": start.clock, "end": $0.clock])
                }
            } ?? texts.window(call.flex?.start, call.flex?.end)
        if let window { words.append("\(window)") }
        for (key, type) in [("pickup", call.pickup.code), ("dropoff", call.dropOff.code)]
        where 1...3 ~= type {
            words.append("\(texts("trip.\(key).\(type)"))")
        }
        for (key, type) in [
            ("pickup", call.continuousPickup), ("dropoff", call.continuousDropOff),
        ] {
            if let type, [0, 2, 3].contains(type) {
                words.append("\(texts("trip.continuous.\(key)"))")
            }
        }
        if let headsign = live.newHeadsign ?? call.headsign,
            headsign != details.trip.tripHeadsign
        {
            words.append("\(texts("route.towards")) \(context.name(headsign))")
        }
        if !call.timeZoneName.isEmpty, call.timeZoneName != zone {
            words.append("\(texts("board.zone.own", ["zone": call.timeZoneName]))")
        }
        if call.isTimeZoneAssumed || call.isStopTimeZoneAssumed {
            words.append("\(texts("note.zone.assumed"))")
        }
        return words + live.alerts.compactMap(alerts.link)
    }
}
