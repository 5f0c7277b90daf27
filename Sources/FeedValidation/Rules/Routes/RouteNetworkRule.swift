import GTFSSchedule

/// Networks of routes are told in one place: a column of `routes.txt`, or files of their own.
struct RouteNetworkRule: FeedRule {
    static let notices: [NoticeDefinition] = [.routeNetworksSpecifiedInMoreThanOneFile]
    static let inputs = ["routes.txt", "route_networks.txt", "networks.txt"]

    func check(_ feed: LoadedFeed, _ bin: NoticeBin) {
        guard feed.routes.header.has("network_id") else { return }
        for file in ["route_networks.txt", "networks.txt"] where feed.state(of: file) != .missing {
            bin.add(
                .routeNetworksSpecifiedInMoreThanOneFile,
                [
                    "fieldName": "network_id", "fileNameA": feed.routes.filename,
                    "fileNameB": file,
                ])
        }
    }
}

extension NoticeDefinition {
    static let routeNetworksSpecifiedInMoreThanOneFile = NoticeDefinition(
        "route_networks_specified_in_more_than_one_file", .error,
        "`routes.txt` has `network_id` beside `networks.txt` or `route_networks.txt`.",
        why: "The two may contradict each other, and fares with them.",
        fix: "Keep one of the two ways.",
        reference: "routes.txt", "network_id")
}
