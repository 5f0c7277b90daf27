import FeedCompiling
import GTFSSchedule

/// As listed on gtfs.org.
struct FeedFeature: Sendable {
    let name: String
    let isUsed: @Sendable (LoadedFeed) -> Bool

    /// In the order of the canonical validator's reports.
    static let all = [
        FeedFeature("Pathway Connections", rowsOf: \.pathways),
        FeedFeature("Pathway Signs", rowsOf: \.pathways) {
            $0.signpostedAs != nil || $0.reversedSignpostedAs != nil
        },
        FeedFeature("Pathway Details", rowsOf: \.pathways) {
            $0.maxSlope != nil || $0.minWidth != nil || $0.length != nil || $0.stairCount != nil
        },
        FeedFeature("Levels", rowsOf: \.levels),
        FeedFeature("Transfers", rowsOf: \.transfers),
        FeedFeature("Shapes") { $0.isUsable("shapes.txt") && $0.shapes.rowCount > 0 },
        FeedFeature("Frequencies", rowsOf: \.frequencies),
        FeedFeature("Feed Information", rowsOf: \.feedInfo),
        FeedFeature("Attributions", rowsOf: \.attributions),
        FeedFeature("Translations", rowsOf: \.translations),
        FeedFeature("Fares V1", rowsOf: \.fareAttributes),
        FeedFeature("Fare Products", rowsOf: \.fareProducts),
        FeedFeature("Fare Transfers", rowsOf: \.fareTransferRules),
        FeedFeature("Booking Rules", rowsOf: \.bookingRules),
        FeedFeature("Route Colors", rowsOf: \.routes) {
            $0.routeColor != nil || $0.routeTextColor != nil
        },
        FeedFeature("Headsigns") { feed in
            feed.isUsable("trips.txt") && feed.trips.headsigns.count > 0
                || feed.isUsable("stop_times.txt") && feed.calls.hasHeadsigns
        },
        FeedFeature("Stops Wheelchair Accessibility", rowsOf: \.stops) {
            $0.wheelchairBoarding != nil
        },
        FeedFeature("Trips Wheelchair Accessibility") { $0.hasTripCode(\.hasWheelchair) },
        FeedFeature("Text-to-Speech", rowsOf: \.stops) { $0.ttsStopName != nil },
        FeedFeature("Bike Allowed") { $0.hasTripCode(\.hasBikes) },
        FeedFeature("Location Types", rowsOf: \.stops) { $0.locationType != nil },
        FeedFeature("Stop Access", rowsOf: \.stops) { $0.stopAccess != nil },
        FeedFeature("In-station Traversal Time", rowsOf: \.pathways) { $0.traversalTime != nil },
        FeedFeature("Route-Based Fares") { feed in
            (feed.usable(feed.routes).contains { $0.networkID != nil }
                || !feed.usable(feed.networks).isEmpty)
                && !feed.usable(feed.fareProducts).isEmpty
                && feed.usable(feed.fareLegRules).contains { $0.networkID != nil }
        },
        FeedFeature("Continuous Stops") { feed in
            feed.usable(feed.routes).contains {
                $0.continuousPickup != nil || $0.continuousDropOff != nil
            }
                || feed.anyCall { call, _ in
                    call.codes[.continuousPickup] != nil || call.codes[.continuousDropOff] != nil
                }
        },
        FeedFeature("Zone-Based Demand Responsive Services") { feed in
            feed.anyCall { $1.locationID != nil && $0.stop < 0 }
        },
        FeedFeature("Predefined Routes with Deviation") { $0.hasDeviatedTrip },
        FeedFeature("Fare Media") { feed in
            !feed.usable(feed.fareMedia).isEmpty
                && feed.usable(feed.fareProducts).contains { $0.fareMediaID != nil }
        },
        FeedFeature("Rider Categories") { feed in
            !feed.usable(feed.riderCategories).isEmpty
                && feed.usable(feed.fareProducts).contains { $0.riderCategoryID != nil }
        },
        FeedFeature("Time-Based Fares") { feed in
            !feed.usable(feed.timeframes).isEmpty && !feed.usable(feed.fareProducts).isEmpty
                && feed.usable(feed.fareLegRules).contains {
                    $0.fromTimeframeGroupID != nil || $0.toTimeframeGroupID != nil
                }
        },
        FeedFeature("Zone-Based Fares") { feed in
            !feed.usable(feed.areas).isEmpty && !feed.usable(feed.fareProducts).isEmpty
                && feed.usable(feed.fareLegRules).contains {
                    $0.fromAreaID != nil || $0.toAreaID != nil
                }
        },
        FeedFeature("Contactless EMV Support") { feed in
            feed.usable(feed.agency).contains { $0.cemvSupport != nil }
                || feed.usable(feed.routes).contains { $0.cemvSupport != nil }
        },
        FeedFeature("Fixed-Stops Demand Responsive Transit") { feed in
            !feed.usable(feed.locationGroups).isEmpty
                && feed.anyCall { $1.locationGroupID != nil && $0.stop < 0 }
        },
        FeedFeature("Cars Allowed") { $0.hasTripCode(\.hasCars) },
    ]

    private init(_ name: String, _ isUsed: @escaping @Sendable (LoadedFeed) -> Bool) {
        self.name = name
        self.isUsed = isUsed
    }

    private init<Row>(
        _ name: String, rowsOf table: @escaping @Sendable (LoadedFeed) -> LoadedTable<Row>,
        where isMeant: @escaping @Sendable (Row) -> Bool = { _ in true }
    ) {
        self.init(name) { feed in feed.usable(table(feed)).contains(where: isMeant) }
    }
}

extension LoadedFeed {
    fileprivate func hasTripCode(_ code: KeyPath<TripColumns.Columns, Bool>) -> Bool {
        isUsable("trips.txt") && trips.columns[keyPath: code]
    }

    fileprivate func anyCall(_ test: (ListedCall, OnDemandCall) -> Bool) -> Bool {
        guard isUsable("stop_times.txt") else { return false }
        for list in 0..<calls.callLists.count {
            for call in calls.callLists[list].bindMemory(to: ListedCall.self)
            where test(call, calls.columns.extras[Int(call.extra)]) {
                return true
            }
        }
        return false
    }

    fileprivate var hasDeviatedTrip: Bool {
        guard isUsable("stop_times.txt"),
            calls.columns.extras.contains(where: { $0.locationID != nil })
        else { return false }
        let lists = TripLists(calls)
        return (0..<trips.count).contains { trip in
            let view = TripView(self, lists: lists, trip: trip)
            var hasLocation = false
            var hasStop = false
            var hasArrival = false
            var hasDeparture = false
            for position in 0..<view.count {
                if view.extra(position).locationID != nil { hasLocation = true }
                if view.calls[position].stop >= 0 { hasStop = true }
                if view.arrival(position) != nil { hasArrival = true }
                if view.departure(position) != nil { hasDeparture = true }
            }
            return hasLocation && hasStop && hasArrival && hasDeparture
        }
    }
}
