import ArgumentParser

enum Jobs {
    static let all: [(name: String, example: String)] = [
        ("make a bundle", "gtfs build feed.zip -o feed.sqlite"),
        ("check a feed", "gtfs validate feed.zip -o reports"),
        ("look at a feed in a browser", "gtfs explore feed.zip"),
        ("ask a bundle", "gtfs query stops central feed.sqlite"),
        ("compare two bundles", "gtfs diff monday.sqlite tuesday.sqlite"),
        ("compare bundle and feed", "gtfs verify feed.zip feed.sqlite"),
        ("publish a feed every night", "gtfs update city.yaml"),
        ("answer over HTTP", "gtfs serve feed.sqlite"),
        ("follow a published feed", "gtfs fetch http://localhost:8080 -o feed.sqlite"),
        ("check this machine", "gtfs doctor"),
    ]

    static var text: String {
        let table = TextTable(all, [.init { $0.name }, .init { $0.example }])
        return """
            \(GTFS.configuration.abstract)

            To
            \(table.lines.joined(separator: "\n"))

            A feed is a zip, a folder, a tar or 7z, or a URL. `gtfs --help` lists all
            commands, `gtfs help build` the options of one.

            """
    }
}
