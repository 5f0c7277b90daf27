import FeedCompiling
import FeedReading
import FeedValidation
import Foundation
import GTFSSchedule
import Publishing
import SystemLayer
import TestSupport
import Testing

@Suite("Feed definitions")
struct DefinitionTests {
    private let files: DefinitionFolder

    init() throws {
        files = try DefinitionFolder()
    }

    @Test("Every key is read")
    func everything() throws {
        let feed = try files.load(
            """
            id: sydney-1
            source: [https://example.org/gtfs?a=1, ../local/feed.zip]
            headers: { Authorization: "apikey ${KEY}", X-Plain: yes }
            query: { format: gtfs }
            licence: CC-BY-4.0
            licence_url: https://example.org/licence
            attribution: Transport
            homepage: https://example.org
            publish: ../out
            keep: 7
            deltas: 2
            build:
              bbox: [150.5, -34.5, 151.5, -33.3]
              agency: [A, 7]
              route: R
              route_type: [3, ferry]
              not_agency: B
              not_route: [S, 8]
              not_type: [4, tram]
              not_stop: "007"
              validate_source: true
              from_date: 20260101
              to_date: 20261231
              without: [fares, Shapes]
              round_distances: 0.10
              exact_shapes: true
              max_size: 40MB
              subpath: inner.zip
              country_code: au
              max_unpacked_size: 1GB
              max_ratio: 50
              max_members: 20
            guards:
              max_drop_percent: { stops: 5, service_days: 20 }
              must_exist_stops: [200060, "007"]
              must_exist_routes: T1
              required_modes: [rail, cable-car]
              min_days_valid: 7
              allow_expired: true
              allow_new_errors: yes
              allow_unknown_names: true
            fetch:
              timeout: 5
              total_timeout: 10m
              retries: 2
              retry_delay: 10ms
              max_wait: 1h
              max_download: 2MB
              max_redirects: 3
              allow_private_redirects: true
            hook: [notify, "a b"]
            on_failure: tell somebody
            ignore: [unknown_column, unknown_file]
            severity: { foreign_key_violation: warning }
            signing_key: keys/sign.pem
            """)
        #expect(feed.id == "sydney-1")
        #expect(
            feed.sources.map(\.template.text) == [
                "https://example.org/gtfs?a=1", files.root + "/local/feed.zip",
            ])
        #expect(feed.sources.map(\.isLocal) == [false, true])
        #expect(feed.sources[0].shown == "https://example.org/gtfs")
        #expect(feed.headers.map(\.name) == ["Authorization", "X-Plain"])
        #expect(feed.headers.map(\.value.text) == ["apikey ${KEY}", "yes"])
        #expect(feed.headers[0].value.variables == ["KEY"])
        #expect(feed.query.map(\.name) == ["format"])
        #expect(feed.licence == "CC-BY-4.0")
        #expect(feed.licenceURL == "https://example.org/licence")
        #expect(feed.attribution == "Transport")
        #expect(feed.homepage == "https://example.org")
        #expect(feed.publishFolder == files.root + "/out")
        #expect(feed.keep == 7)
        #expect(feed.deltas == 2)
        var filter = FeedFilter()
        filter.area = .box(west: 150.5, south: -34.5, east: 151.5, north: -33.3)
        filter.agencies = ["A", "7"]
        filter.routes = ["R"]
        filter.routeTypes = [3]
        filter.modes = [.ferry]
        filter.leftOutAgencies = ["B"]
        filter.leftOutRoutes = ["S", "8"]
        filter.leftOutTypes = [4]
        filter.leftOutModes = [.tram]
        filter.leftOutStops = ["007"]
        filter.from = ServiceDate(yyyymmdd: 20_260_101)
        filter.to = ServiceDate(yyyymmdd: 20_261_231)
        filter.without = [.fares, .shapes]
        filter.distanceStep = try DistanceStep(text: "0.1")
        filter.hasExactShapes = true
        #expect(feed.build.filter == filter)
        #expect(feed.build.validatesSource)
        #expect(feed.build.maxSize == 40_000_000)
        #expect(feed.build.subpath == "inner.zip")
        #expect(feed.build.countryCode == "AU")
        #expect(feed.build.limits.totalBytes == 1_000_000_000)
        #expect(feed.build.limits.ratio == 50)
        #expect(feed.build.limits.memberCount == 20)
        #expect(feed.guards.maxDropPercent.stops == 5)
        #expect(feed.guards.maxDropPercent.trips == 10)
        #expect(feed.guards.maxDropPercent.serviceDays == 20)
        #expect(feed.guards.mustExistStops == ["200060", "007"])
        #expect(feed.guards.mustExistRoutes == ["T1"])
        #expect(feed.guards.requiredModes == [.rail, .cableCar])
        #expect(feed.guards.minDaysValid == 7)
        #expect(feed.guards.allowExpired)
        #expect(feed.guards.allowNewErrors)
        #expect(feed.guards.allowUnknownNames)
        #expect(feed.onFailure == ["/bin/sh", "-c", "tell somebody"])
        #expect(feed.policy.ignored == ["unknown_column", "unknown_file"])
        #expect(feed.policy.severities == ["foreign_key_violation": .warning])
        #expect(feed.fetch.limits.idleTimeout == .seconds(5))
        #expect(feed.fetch.limits.totalTimeout == .seconds(600))
        #expect(feed.fetch.retry.retries == 2)
        #expect(feed.fetch.retry.base == .milliseconds(10))
        #expect(feed.fetch.retry.longest == .seconds(3600))
        #expect(feed.fetch.limits.maxBytes == 2_000_000)
        #expect(feed.fetch.limits.maxRedirects == 3)
        #expect(feed.fetch.allowsPrivateRedirects)
        #expect(feed.hook == ["notify", "a b"])
        #expect(feed.signingKey?.text == files.path + "/keys/sign.pem")
    }

    @Test("Missing keys have their defaults")
    func defaults() throws {
        let feed = try files.load(
            "source: feed.zip\nguards: { max_drop_percent: 3 }\nhook: echo hi")
        #expect(feed.id == "town")
        #expect(feed.sources.map(\.template.text) == [files.path + "/feed.zip"])
        #expect(feed.publishFolder == nil)
        #expect(feed.keep == 5)
        #expect(feed.deltas == 3)
        #expect(feed.build == BuildSettings())
        #expect(feed.fetch.limits == FeedDefinition.standardFetch.limits)
        #expect(feed.fetch.limits.maxBytes == 4_000_000_000)
        #expect(feed.fetch.limits.totalTimeout == .seconds(3600))
        #expect(feed.fetch.retry.longest == .seconds(300))
        #expect(feed.guards.maxDropPercent.routes == 3)
        #expect(feed.guards.maxDropPercent.serviceDays == 3)
        #expect(!feed.guards.allowExpired)
        #expect(feed.hook == ["/bin/sh", "-c", "echo hi"])
    }

    @Test(
        "An unusable value is named with its line",
        arguments: [
            ("source: a.zip\nkeap: 3", "town.yaml:2: unknown key keap (did you mean keep?)"),
            (
                "source: a.zip\nguards:\n  min_day_valid: 7",
                "town.yaml:3: unknown key guards.min_day_valid "
                    + "(did you mean guards.min_days_valid?)"
            ),
            (
                "source: a.zip\nlicense: MIT",
                "town.yaml:2: unknown key license (did you mean licence?)"
            ),
            ("keep: 3", "town.yaml:1: there is no key source"),
            ("", "town.yaml: is empty"),
            ("- a", "town.yaml:1: expected keys with values"),
            ("source: a.zip\nkeep: 3\nkeep: 4", "town.yaml:2: appears twice: keep"),
            (
                "source: a.zip\nkeep: many",
                "town.yaml:2: keep: expected a whole number of at least 1"
            ),
            ("source: a.zip\nkeep: 0", "town.yaml:2: keep: expected a whole number of at least 1"),
            ("source: a.zip\nkeep:", "town.yaml:2: keep: has no value"),
            ("source: []", "town.yaml:1: source: has no value"),
            ("source: { a: b }", "town.yaml:1: source: expected a value or a list of values"),
            (
                "source: ftp://x/a.zip",
                "town.yaml:1: source: expected an http(s) URL or a path, not ftp://"
            ),
            (
                "id: A b\nsource: a.zip",
                "town.yaml:1: id: expected small letters, digits and . _ ~ -, and a letter or digit first"
            ),
            (
                "source: a.zip\npublish: ${X}/a",
                "town.yaml:2: publish: variables are not allowed here"
            ),
            (
                "source: http://x/${a b}",
                "town.yaml:1: source: expected ${NAME} for an environment variable"
            ),
            (
                "source: http://x/${A",
                "town.yaml:1: source: expected ${NAME} for an environment variable"
            ),
            (
                "source: a.zip\nheaders: { A: b }",
                "town.yaml:2: headers: applies only to downloaded sources"
            ),
            (
                "source: http://x/\nheaders: { A b: c }",
                "town.yaml:2: headers: A b is not the name of a header"
            ),
            (
                "source: http://x/\nheaders: { Range: c }",
                "town.yaml:2: headers: Range is set by the download itself"
            ),
            (
                "source: http://x/\nheaders: { a: b, A: c }",
                "town.yaml:2: headers: A appears twice"
            ),
            (
                "source: http://x/\nheaders: { a: \"b\\nc\" }",
                "town.yaml:2: headers: a holds a line break"
            ),
            (
                "source: a.zip\nbuild: { max_size: big }",
                "town.yaml:2: build.max_size: expected a size such as 40MB"
            ),
            (
                "source: a.zip\nbuild: { round_distances: 0 }",
                "town.yaml:2: build.round_distances: expected a step such as 0.1 or 25, "
                    + "from 0.000001 to 1000000"
            ),
            (
                "source: a.zip\nbuild: { bbox: [1, 2, 3] }",
                "town.yaml:2: build.bbox: expected minLon,minLat,maxLon,maxLat in degrees"
            ),
            (
                "source: a.zip\nbuild: { without: [fare] }",
                "town.yaml:2: build.without: expected some of shapes, fares, transfers, pathways, translations, attributions, flex, distances, extensions"
            ),
            (
                "source: a.zip\nbuild: { from_date: 20260231 }",
                "town.yaml:2: build.from_date: expected a day as YYYYMMDD, today, +60d or -7d"
            ),
            (
                "source: a.zip\nbuild: { from_date: 20260301, to_date: 20260201 }",
                "town.yaml:2: build.to_date: is before from_date"
            ),
            (
                "source: a.zip\nbuild: { from_date: +1d }",
                "town.yaml:2: build.from_date: must not be after today"
            ),
            (
                "source: a.zip\nbuild: { to_date: -1d }",
                "town.yaml:2: build.to_date: must not be before today"
            ),
            (
                "source: a.zip\nbuild: { to_date: +9999d }",
                "town.yaml:2: build.to_date: expected at most 3660 days from today"
            ),
            (
                "source: a.zip\nignore: [unknown_colum]",
                "town.yaml:2: ignore: there is no notice unknown_colum "
                    + "(did you mean unknown_column?)"
            ),
            (
                "source: a.zip\nseverity: { unknown_column: FATAL }",
                "town.yaml:2: severity.unknown_column: expected ERROR, WARNING or INFO"
            ),
            (
                "source: a.zip\nseverity: [unknown_column]",
                "town.yaml:2: severity: expected codes with ERROR, WARNING or INFO"
            ),
            (
                "source: a.zip\nbuild: { bbox: [1, 2, 3, 4], polygon: x }",
                "town.yaml:2: build.polygon: cannot be combined with bbox"
            ),
            (
                "source: a.zip\nbuild: { country_code: AUS }",
                "town.yaml:2: build.country_code: expected two letters, such as AU"
            ),
            (
                "source: a.zip\nguards: { max_drop_percent: 101 }",
                "town.yaml:2: guards.max_drop_percent: expected a number from 0 to 100"
            ),
            (
                "source: a.zip\nguards: { allow_expired: 1 }",
                "town.yaml:2: guards.allow_expired: expected true or false"
            ),
            (
                "source: a.zip\nfetch: { timeout: soon }",
                "town.yaml:2: fetch.timeout: expected a time such as 60, 90s, 5m or 1h"
            ),
            (
                "source: a.zip\nfetch: { timeout: 0 }",
                "town.yaml:2: fetch.timeout: must be longer than 0"
            ),
            ("source: 'a.zip", "town.yaml:1: is not YAML: found unexpected end of stream"),
        ])
    func failures(text: String, message: String) throws {
        #expect(try files.failure(text) == message)
    }

    @Test("Anchors and aliases are followed")
    func aliases() throws {
        let feed = try files.load(
            """
            source: a.zip
            licence: &name Somebody
            attribution: *name
            guards: { max_drop_percent: &limits { stops: 1, trips: 2 } }
            """)
        #expect(feed.attribution == "Somebody")
        #expect(feed.guards.maxDropPercent.trips == 2)
    }

    @Test("A polygon is read from a file beside the definition")
    func polygon() throws {
        try files.write(
            "area.json", #"{"type":"Polygon","coordinates":[[[0,0],[0,1],[1,1],[0,0]]]}"#)
        let feed = try files.load("source: a.zip\nbuild: { polygon: area.json }")
        #expect(feed.build.filter.area?.contains(latitude: 0.6, longitude: 0.4) == true)
        let message = try files.failure("source: a.zip\nbuild: { polygon: none.json }")
        #expect(message?.hasPrefix("town.yaml:2: build.polygon: ") == true)
        #expect(message?.hasSuffix("none.json: no such file") == true)
    }

    @Test("A file that is not there is exit code 66, a broken one 64")
    func exitCodes() throws {
        #expect(throws: DefinitionError.self) { try FeedDefinition.load("/nowhere/x.yaml") }
        do {
            _ = try FeedDefinition.load("/nowhere/x.yaml")
        } catch {
            #expect(error.exitCode == 66)
            #expect(error.description == "/nowhere/x.yaml: there is no such file")
        }
        do {
            _ = try files.load("- a")
            Issue.record("a list is no definition")
        } catch let error as DefinitionError {
            #expect(error.exitCode == 64)
        }
    }
}
