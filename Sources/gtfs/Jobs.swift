import ArgumentParser

enum Jobs {
    struct Job {
        let name: String
        let example: String

        init(_ name: String, _ example: String) {
            self.name = name
            self.example = example
        }
    }

    static let all = [
        Job("make a bundle", "gtfs build feed.zip -o feed.sqlite"),
        Job("check a feed", "gtfs validate feed.zip -o reports"),
        Job("look at a feed in a browser", "gtfs explore feed.zip"),
        Job("ask a bundle", "gtfs query stops central feed.sqlite"),
        Job("compare two bundles", "gtfs diff monday.sqlite tuesday.sqlite"),
        Job("compare bundle and feed", "gtfs verify feed.zip feed.sqlite"),
        Job("publish a feed every night", "gtfs update city.yaml"),
        Job("answer over HTTP", "gtfs serve feed.sqlite"),
        Job("follow a published feed", "gtfs fetch http://localhost:8080 -o feed.sqlite"),
        Job("check this machine", "gtfs doctor"),
    ]

    static var text: String {
        let width = all.map(\.name.count).max() ?? 0
        let lines = all.map { job in
            "  " + job.name + String(repeating: " ", count: width - job.name.count + 2)
                + job.example
        }
        return """
            \(GTFS.configuration.abstract)

            To
            \(lines.joined(separator: "\n"))

            A feed is a zip, a folder, a tar or 7z, or a URL. `gtfs --help` lists all
            commands, `gtfs help build` the options of one.

            """
    }
}
