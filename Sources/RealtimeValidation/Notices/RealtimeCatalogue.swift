package import FeedReading

package enum RealtimeCatalogue {
    package static let all: [NoticeDefinition] =
        (BodyNotices.all + HeaderNotices.all + EntityNotices.all + TimeNotices.all
        + TripNotices.all + RunNotices.all + TripUpdateNotices.all + StopUpdateNotices.all
        + EventNotices.all + VehicleNotices.all + AlertNotices.all + TextNotices.all
        + DetourNotices.all)
        .sorted { $0.code < $1.code }

    package static func definitions(_ name: String) -> [NoticeDefinition] {
        let named = all.filter { $0.code == name }
        return named.isEmpty ? all.filter { $0.aliases.contains(name) } : named
    }

    package static func definition(_ code: String) -> NoticeDefinition? {
        all.first { $0.code == code }
    }
}
