import GTFSSchedule

/// In reading order, for a reader beside the compiler or alone.
package final class FeedFiles {
    package struct Planned: Sendable {
        package let name: String
        package let member: FeedArchive.Member
        package private(set) var isUnknown = false

        package static func unknown(_ member: FeedArchive.Member) -> Planned {
            Planned(name: member.name, member: member, isUnknown: true)
        }
    }

    package let archive: FeedArchive
    package let plan: [Planned]
    /// Nil once everything has been read, because it keeps the memory of the files.
    private var reader: PumpReader?
    /// Where there is no other reader.
    private var pump: FeedPump?

    /// Inflated for this reader alone: all files of the reference, or only one. `convertsText` hands
    /// out UTF-16 and Windows-1252 in UTF-8.
    package convenience init(
        _ archive: FeedArchive, only name: String? = nil, convertsText: Bool = true,
        chunkSize: Int = FeedPump.usualChunkSize
    ) {
        let plan = archive.readingPlan.filter { name == nil || $0.name == name }
        let pump = FeedPump(
            archive, plan: plan.map(\.member), chunkSize: chunkSize, convertsText: convertsText,
            isHashed: false)
        self.init(archive, plan: plan, reader: pump.first)
        self.pump = pump
    }

    package init(_ archive: FeedArchive, plan: [Planned], reader: PumpReader) {
        self.archive = archive
        self.plan = plan
        self.reader = reader
    }

    package var known: [Planned] { plan.filter { !$0.isUnknown } }

    /// What `body` leaves unread is skipped.
    package func eachFile(_ body: (Planned, any ByteSource) throws -> Void) throws {
        guard let reader = reader.take() else { return }
        let pump = pump.take()
        defer { if let pump { pump.stop() } else { reader.stop() } }
        for planned in plan {
            let source = reader.nextFile()
            if !planned.isUnknown { try body(planned, source) }
            try source.pass()
        }
    }
}

extension FeedArchive {
    /// The files of the reference that the archive has; files that others refer to come first.
    /// Shapes come after the trips, which tell which shapes are wanted. `stop_times.txt` comes last:
    /// the trips can be written only after it, and everything else is written while it is read.
    package var readingPlan: [FeedFiles.Planned] {
        Self.readingOrder.compactMap { name in
            member(named: name).map { FeedFiles.Planned(name: name, member: $0) }
        }
    }

    package var unknownMembers: [Member] {
        let known = Set(readingPlan.map(\.member.name.exact))
        return members.filter { !known.contains($0.name.exact) }
            .sorted { $0.name.exact < $1.name.exact }
    }

    package static let readingOrder = [
        "agency.txt", "feed_info.txt", "levels.txt", "stops.txt", "routes.txt", "calendar.txt",
        "calendar_dates.txt", "areas.txt", "stop_areas.txt", "networks.txt", "route_networks.txt",
        "location_groups.txt", "location_group_stops.txt", "locations.geojson",
        "booking_rules.txt", "trips.txt", "frequencies.txt", "transfers.txt", "pathways.txt",
        "fare_attributes.txt", "fare_rules.txt", "timeframes.txt", "rider_categories.txt",
        "fare_media.txt", "fare_products.txt", "fare_leg_rules.txt", "fare_leg_join_rules.txt",
        "fare_transfer_rules.txt", "translations.txt", "attributions.txt", "shapes.txt",
        "stop_times.txt",
    ]
}
