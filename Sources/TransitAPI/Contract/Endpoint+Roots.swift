extension Endpoint {
    /// A path below which every endpoint of ``Scope/feed`` appears in `schema/openapi.yaml`.
    package struct Root: Sendable {
        /// The path, with its trailing slash.
        package let path: String
        /// The prefix of the names of its operations.
        package let prefix: String
        /// The tag of its operations.
        package let tag: String
        /// The parameters of ``path``, in its order.
        package let parameters: [Parameter]
    }

    /// The paths below which every endpoint of a feed appears.
    package static let roots = [
        Root(path: "/api/v1/", prefix: "", tag: "feed", parameters: []),
        Root(
            path: "/api/v1/versions/{version}/", prefix: "version-", tag: "version",
            parameters: [versionID]),
        Root(path: "/api/v1/feeds/{feed}/", prefix: "feed-", tag: "feeds", parameters: [feedID]),
        Root(
            path: "/api/v1/feeds/{feed}/versions/{version}/", prefix: "feed-version-",
            tag: "feed versions", parameters: [feedID, versionID]),
    ]

    private static let feedID = Parameter(
        "feed", .id, meaning: "The name of the feed, as `/api/v1/feeds` lists it.",
        example: "sample")
    private static let versionID = Parameter(
        "version", .id, meaning: "A version that is still kept.")
}
