import GTFSSchedule

/// What the rules about on-demand service ask of a trip's calls.
extension TripView {
    /// The positions of calls that fill a column of on-demand service.
    var onDemandCalls: [Int] { calls.indices.filter { calls[$0].extra != 0 } }

    /// Whether a rule for single rows passes over the call, because its row has an error.
    func isPassedOver(_ position: Int) -> Bool {
        feed.options.isCanonical && calls[position].codes.hasError
    }

    /// Seconds as a notice shows them. The canonical validator shows midnight when there are none.
    func shown(_ seconds: Int?) -> ServiceTime? {
        (seconds ?? (feed.options.isCanonical ? 0 : nil)).map { ServiceTime(seconds: $0) }
    }
}

extension LoadedFeed {
    /// Whether any call fills a column of on-demand service.
    var hasOnDemandCalls: Bool { calls.extras.count > 1 }
}

extension CallExtra {
    var hasWindow: Bool { windowStart != nil || windowEnd != nil }
}
