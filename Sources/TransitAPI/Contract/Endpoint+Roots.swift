extension Endpoint {
    /// A path below which every endpoint of ``Scope/feed`` appears in `schema/openapi.yaml`.
    package struct Root: Sendable {
        package let path: String
        package let prefix: String
        package let tag: String
        /// In the order of ``path``.
        package let parameters: [Parameter]
    }

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
        name: "feed", form: .id, meaning: "The name of the feed, as `/api/v1/feeds` lists it.",
        example: "sample")
    private static let versionID = Parameter(
        name: "version", form: .id, meaning: "A version that is still kept.")
}
