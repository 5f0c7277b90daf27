import Foundation
import TestSupport
import Testing

@testable import gtfs

@Suite("Definitions for gtfs serve", .blocking)
struct ServedDefinitionsTests {
    @Test("become options of gtfs-serve, in which keys are still variables, apart from the others")
    func options() throws {
        let folder = try TestFolder()
        let file = try folder.write(
            "sydney.yaml",
            Array(
                """
                source: a.zip
                realtime:
                  - name: trains
                    url: https://example.org/trains.pb?key=${TRAINS_KEY}
                    headers: { Authorization: "apikey ${KEY}" }
                    every: 30s
                  - url: ${BUSES_URL}
                    headers_file: keys.txt

                """.utf8))
        let keys = (folder.path + "/keys.txt").replacingOccurrences(of: "//", with: "/")
        let wanted = [
            "--realtime",
            "sydney/trains=https://example.org/trains.pb?key=${TRAINS_KEY}", "--realtime-every",
            "sydney/trains=30s", "--realtime-header", "sydney/trains=Authorization: apikey ${KEY}",
            "--realtime", "sydney/2=${BUSES_URL}", "--realtime-every", "sydney/2=15s",
            "--realtime-header-file", "sydney/2=\(keys)",
        ]
        for definition in [["--definition", file], ["--definition=\(file)"]] {
            let arguments = ["bundle.sqlite"] + definition + ["--port", "0"]
            let parted = try ServedDefinitions.parted(arguments)
            #expect(parted.arguments == ["bundle.sqlite", "--port", "0"])
            #expect(parted.sources == wanted)
        }
    }

    @Test(
        "A definition that names no source, or a wrong one, says so",
        arguments: [
            ("source: a.zip", "has no sources of live data"),
            ("source: a.zip\nrealtime: [{ name: a }]", "there is no key url"),
            ("source: a.zip\nrealtime: [{ url: trips.pb }]", "expected an http(s) or file URL"),
            (
                "source: a.zip\nrealtime: [{ url: \"file:///a\", every: 2h }]",
                "expected a time from 1s to 1h"
            ),
            (
                "source: a.zip\nrealtime: [{ url: \"file:///a\", name: x }, { url: \"file:///b\", name: x }]",
                "names x twice"
            ),
        ])
    func faults(text: String, words: String) throws {
        let folder = try TestFolder()
        let file = try folder.write("a.yaml", Array(text.utf8))
        var message = ""
        do {
            _ = try ServedDefinitions.parted(["--definition", file])
        } catch {
            message = "\(error)"
        }
        #expect(message.contains(words), "\(message)")
    }
}
