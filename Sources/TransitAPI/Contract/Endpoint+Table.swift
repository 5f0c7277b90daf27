extension Endpoint {
    /// All endpoints. If two match a path, the first counts. The paths and parameters of
    /// `schema/openapi.yaml` are written from this table.
    package static let all: [Endpoint] = questions.map { $0.endpoint } + files + ofServer

    /// In their order in `schema/openapi.yaml`.
    package static let questions: [any QuestionType.Type] = [
        FeedDescriptionQuestion.self, StopsQuestion.self, StopQuestion.self,
        DeparturesQuestion.self,
        ArrivalsQuestion.self, DepartureStreamQuestion.self, DestinationsQuestion.self,
        BoardsQuestion.self, RoutesQuestion.self, RouteQuestion.self, RouteStopsQuestion.self,
        TimetableQuestion.self, TripQuestion.self, ShapeQuestion.self, AgenciesQuestion.self,
        ServicesQuestion.self, FaresQuestion.self, TransfersQuestion.self, PathwaysQuestion.self,
        BookingRuleQuestion.self, TranslationsQuestion.self, ExtensionsQuestion.self,
        ExtensionRowsQuestion.self, TablesQuestion.self, AlertsQuestion.self, AlertQuestion.self,
        VehiclesQuestion.self, RealtimeQuestion.self,
    ]

    /// Whose answers are not JSON.
    private static let files = [
        Endpoint(
            .manifest, "bundle/manifest", summary: "The manifest of a publish folder, byte by byte",
            remark: """
                Its signature is the file `manifest-<first 16 digits of its SHA-256>.sig` beside it.
                """),
        Endpoint(
            .file, "bundle/{name}", summary: "A file that the manifest names",
            remark: "Ranges are answered, also with `If-Range`.",
            id: Parameter(
                name: "name", form: .id, meaning: "A name that the manifest has.", key: "file_name"),
            statuses: [206, 304, 401, 404, 410, 416, 429, 503]),
    ]

    private static let ofServer = [
        Endpoint(
            .root, "", scope: .server, summary: "The title of the server", response: "Message",
            statuses: [304, 401, 429]),
        Endpoint(
            .ping, "api/ping", scope: .server, summary: "Whether the process answers",
            response: "Message", statuses: []),
        Endpoint(
            .feeds, "api/v1/feeds", scope: .server, summary: "The feeds of the server",
            statuses: [304, 401, 429]),
        Endpoint(
            .status, "status", scope: .server, summary: "How the server and its feeds do",
            statuses: [401, 429]),
        Endpoint(
            .openapi, "openapi.yaml", scope: .server, summary: "This file", response: "Contract",
            statuses: [304, 401, 429]),
        Endpoint(
            .healthz, "healthz", scope: .server, summary: "Whether the process lives",
            response: "Words", statuses: []),
        Endpoint(
            .readyz, "readyz", scope: .server, summary: "Whether the server can answer",
            parameters: [
                TypedParameter<Int>(
                    "live", .integer(0...1), usual: 0,
                    meaning: """
                        1 for a server that is ready once a message of each feed with sources of \
                        live data has arrived, however old; {usual}.
                        """,
                    example: "1")
            ],
            response: "Words", statuses: [503]),
        Endpoint(
            .metrics, "metrics", scope: .server,
            summary: "Figures for Prometheus, on an address of their own", response: "Figures",
            statuses: [404]),
    ]
}
