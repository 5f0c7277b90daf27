import BundleDelta
import BundleWriting
import FeedReading
import FeedValidation
import Foundation
import GTFSRealtime
import GTFSSchedule
import Publishing
import TestSupport
import Testing
import TransitBundle
import TransitClient
import TransitModel
import TransitRealtime
import TransitSample
import TransitViewModels

@Suite("Examples of the libraries", .blocking) struct ProductExampleTests {
    private let files: SampleFiles
    /// Friday, half past seven in the morning in Sydney.
    private let now: Date
    private let today: ServiceDate
    private let sydney: TimeZone

    private var feed: String { files.folder.path + "/feeds/sample" }

    init() throws {
        files = try SampleFiles()
        now = try #require(ISO8601DateFormatter().date(from: "2026-11-20T07:30:00+11:00"))
        today = try #require(ServiceDate(yyyymmdd: 2026_11_20))
        sydney = try #require(TimeZone(identifier: "Australia/Sydney"))
    }

    @Test("BundleDelta")
    func delta() throws {
        let folder = files.folder.path
        let monday = folder + "/monday.sqlite"
        try #require(
            try files.shell(
                "gtfs build feeds/sample -o monday.sqlite --quiet --agency PLT"
            ).end
                == .exited(0))
        let examples = BundleDeltaExamples(
            monday: monday, tuesday: files.bundle, delta: folder + "/new.delta",
            copy: folder + "/copy.sqlite")
        let manager = FileManager.default
        func isCopied() throws -> Bool {
            defer { #expect(throws: Never.self) { try manager.removeItem(atPath: examples.copy) } }
            return manager.contentsEqual(atPath: examples.copy, andPath: files.bundle)
        }
        try examples.update()
        #expect(try isCopied())
        try examples.make()
        #expect(
            manager.contentsEqual(atPath: files.bundle + ".delta", andPath: examples.delta))
        #expect(try examples.apply() == "\(files.bundle) is not Monday's bundle")
        try examples.compress()
        try examples.decompress()
        #expect(try isCopied())
        try publish(files.bundle, after: monday)
    }

    @Test("GTFSRealtime")
    func realtime() throws {
        let bytes = WireMessage { message in
            message.message(1) { $0.text(1, "2.0") }
            message.message(2) { entity in
                entity.message(3) { update in
                    update.message(1) { $0.text(1, "T1") }
                    update.message(2) { $0.message(2) { $0.number(1, 60) } }
                    update.message(2) { $0.message(3) { $0.number(1, 90) } }
                }
            }
            message.message(2) { $0.message(3) { _ in } }
        }.bytes
        #expect(try delays(in: bytes) == ["T1": 60])
        let examples = GTFSRealtimeExamples(bytes: bytes)
        #expect(try examples.trips() == ["T1", "a trip without an id"])
        let entity = try #require(Array(FeedMessage(bytes).entities).first)
        #expect(examples.delays(of: try #require(entity.tripUpdate)) == [90])
        #expect(try examples.json().split(separator: "\n").last == #"{"trip_update":{}}"#)
        let page = GTFSRealtimeExamples(bytes: Array("<html>".utf8))
        #expect(page.damage().hasPrefix("byte 0, in FeedMessage: this is a page (HTML or XML), "))
        #expect(examples.word() == "NEW, 4")
    }

    @Test("TransitRealtime")
    func liveBoards() async throws {
        let bytes = WireMessage { message in
            message.message(1) { header in
                header.text(1, "2.0")
                header.number(3, Int64(now.timeIntervalSince1970))
            }
            message.message(2) { entity in
                entity.message(3) { update in
                    update.message(1) { $0.text(1, "T1-WD-N2") }
                    update.message(2) { stop in
                        stop.number(1, 3)
                        stop.message(3) { $0.number(1, 120) }
                    }
                }
            }
            message.message(2) { entity in
                entity.message(3) { update in
                    update.message(1) { trip in
                        trip.text(1, "T1-WD-S2")
                        trip.number(4, 3)
                    }
                }
            }
        }.bytes
        let bundle = try TransitBundle(path: files.bundle)
        let board = try await liveBoard(of: bundle, at: "QUAY", now: now, bytes: bytes)
        #expect(board.contains("T1-WD-N2 2 min late"))
        #expect(board.contains("T1-WD-S2 Canceled"))
        let examples = TransitRealtimeExamples(
            bundle: bundle, stop: try await bundle.stop(id: "QUAY"), bytes: bytes, now: now)
        // The message is of another time than today's.
        #expect(try await examples.next().allSatisfy { $0.realtime == nil })
        let messages = RealtimeMessages(clock: { [now] in now })
        try messages.receive(bytes, from: "trips")
        let live = RealtimeSource(over: bundle, messages: messages)
        #expect(try await examples.late(in: live).map(\.tripID) == ["T1-WD-N2"])
        #expect(try await examples.canceled(messages).map(\.tripID) == ["T1-WD-S2"])
    }

    @Test("GTFSSchedule")
    func schedule() throws {
        typealias Examples = GTFSScheduleExamples
        let eve = try #require(ServiceDate(yyyymmdd: 2026_12_31))
        #expect(clock(showing: "25:10:00", on: eve) == "01:10:00 on 20270101, a friday")
        #expect(Examples.dates() == (.thursday, nil))
        #expect(Examples.adding(to: eve).description == "20270101")
        #expect(Examples.days(since: eve) == 31)
        let times = Examples.times()
        #expect(times.text == "25:10:00")
        #expect(times.clock.description == "01:10:00")
        #expect(times.days == 1)
        #expect(Examples.serviceDays().description == "01:10:00")
        let cells = Examples.cells()
        #expect(cells.time?.description == "07:05:00")
        #expect(cells.color?.description == "F99D1C")
        #expect(cells.date == nil)
        #expect(Examples.routeTypes() == (.bus, 3))
        #expect(Examples.accessibility() == .accessible)
        let colors = Examples.colors()
        #expect(!colors.isReadable)
        #expect(colors.text == .black)
        #expect(Examples.amounts() == (true, 320))
        #expect(Examples.tables() == ["trip_id", "stop_sequence"])
        #expect(Examples.PaymentMethod(cellText: "1") == .beforeBoarding)
    }

    @Test("FeedValidation")
    func validation() async throws {
        let examples = FeedValidationExamples(feed: try Feed(feed), today: today)
        let june = try #require(ServiceDate(yyyymmdd: 2027_06_10))
        #expect(
            try await codes(in: feed, on: june) == [
                "warning feed_expiration_date30_days: 1", "warning gtfs_service_ends_soon: 1",
            ])
        #expect(try await examples.validator() == 0)
        #expect(examples.missing() == "/feeds/none.zip: no such file or folder")
        // The clock tells the day, on which the codes depend.
        #expect(try await examples.notices().count < 100)
        #expect(try await examples.options() == 1)
        #expect(throws: FeedError.self) { try examples.access(with: "k") }
        var options = ValidationOptions(date: june)
        let earlier = try await Validator(Feed(feed), options).validate()
        options.ownRules = [RouteColorRule()]
        let report = try await Validator(Feed(feed), options).validate()
        #expect(report.groups.map(\.count) == [1, 1, 1])
        #expect(examples.total(of: report) == 3)
        let ours = examples.policy(for: report)
        #expect(ours.groups.map(\.code) == ["acme_missing_color", "gtfs_service_ends_soon"])
        #expect(ours.total(.error) == 1)
        #expect(try examples.baseline(examples.json(of: earlier), for: report) == 1)
        let notice = examples.definition()
        #expect(notice.severity == .error)
        #expect(notice.summary == "A stop, station or entrance has no `stop_name`.")
    }

    @Test("BundleWriting")
    func building() async throws {
        let path = files.folder.path + "/trams.sqlite"
        let steps = try await trams(of: feed, at: path)
        #expect(steps.routes == ["L2"])
        #expect(steps.last == "finishing")
        let lines = try await zipToBundle(
            feed, at: path, from: "quayside", on: ISO8601DateFormatter().string(from: now))
        #expect(lines.contains("stops.txt: 40 of 40 rows"))
        let examples = BundleWritingExamples(zip: feed, bundle: path)
        #expect(try examples.build() == 0)
        // As README.md says. The clock tells the day, on which other codes depend.
        _ = try files.shell(
            "cp -r feeds/sample broken && grep -v '^LP,' feeds/sample/stops.txt > broken/stops.txt")
        let found = try build(files.folder.path + "/broken", at: path)
        #expect(found == ["foreign_key_violation", "translation_foreign_key_violation"])
    }

    @Test("Publishing")
    func publishing() async throws {
        try files.folder.write(
            "lumen.yaml", Array("source: feeds/sample\npublish: published\n".utf8))
        let path = try await nightly(files.folder.path + "/lumen.yaml")
        #expect(path?.contains("/published/") == true)
        let examples = PublishingExamples(file: files.folder.path + "/lumen.yaml")
        #expect(try await examples.update() == .unchanged)
    }

    @Test("TransitModel")
    func model() async throws {
        let bundle = try TransitBundle(path: files.bundle)
        let canned = CannedSource.sample(now: now)
        #expect(
            try await nextLines(from: "guildhall", in: bundle, at: now) == [
                "T1 to North Shelf via Quayside"
            ])
        #expect(try await nextLines(from: "circular", in: canned, at: now) == ["T8 to Macarthur"])
        // The same calls of prepared answers, which have other stops.
        let prepared = TransitModelExamples(source: canned, now: now)
        #expect(try await prepared.groups() == ["Train", "Bus", "Ferry"])
        #expect(try await prepared.board(of: .circularQuay) == ["Trains to Macarthur run late"])
        #expect(
            try await QuestionExamples(bundle: canned, now: now).routes() == ["T8", "333", "F1"])
        let examples = TransitModelExamples(source: bundle, now: now)
        #expect(examples.type() == .bus)
        let answer = try await examples.answering()
        let feed = try await bundle.feed()
        #expect(answer.origin == .bundle(version: feed.version, end: feed.validity.end))
        try await ask(bundle)
        try await ask(TransitBundleStore(path: files.bundle))
        let clock = Date.ISO8601FormatStyle(timeZone: sydney)
        let dates = [today, try #require(ServiceDate(yyyymmdd: 2026_10_03))]
        #expect(
            dates.map { clock.format(examples.instant($0, in: sydney)) }
                == ["2026-11-21T02:05:00+1100", "2026-10-04T03:05:00+1100"])
        #expect(examples.distance() == 6930)
        #expect(examples.modes() == ["Zug", "Bim"])
        #expect(examples.news() == ["3 min late", "Canceled"])
        #expect(examples.message() == "Das ist nicht mehr im Fahrplan. Bitte suchen Sie erneut")
    }

    /// Asks a source of `feeds/sample` the questions of examples, as they stand in comments.
    private func ask(_ source: some TransitSource) async throws {
        let examples = TransitModelExamples(source: source, now: now)
        #expect(try await examples.stop() == .notAccessible)
        let answer = try await examples.answering()
        #expect(answer.value.map(\.name) == ["T1", "M1", "F1"])
        #expect(try await examples.window() == ["Quayside", "South Beach", "South Beach"])
        #expect(try await examples.next() == ["T1 North Shelf via Quayside"])
        #expect(try await examples.boards() == ["Quayside: 17", "Central Junction: 4"])
        #expect(try await examples.groups() == ["Train", "Metro", "Bus", "Ferry", "Tram"])
        #expect(try await examples.grouping() == ["Train", "Metro", "Ferry"])
        let quay = try await source.stop(id: "QUAY")
        #expect(try await examples.filter(quay) == ["North Shelf"])
        let departure = try #require(
            try await source.nextDepartures(from: quay, at: now, count: 1).first)
        #expect(try await examples.run(departure) == today)
        #expect(try await examples.calls(of: departure).contains("Quayside"))
        #expect(try await examples.expiry() == "Timetable expires in 222 days")
        #expect(try await examples.favorite(quay) == .found(quay, by: .key))
        var favorite = try await FavoriteStop(quay, in: source)
        #expect(try await examples.choice(favorite) == [quay])
        favorite.stopID = "OLD"
        favorite.line = nil
        let screen = try await favorites([favorite], in: source)
        #expect(screen.stops == [quay])
        #expect(screen.saved.first?.stopID == "QUAY")
        #expect(screen.questions == [])
        let ferry = try await source.route(id: "F1")
        var kept = try await FavoriteRoute(ferry, in: source)
        #expect(try await kept.resolve(in: source) == ferry)
        (kept.routeID, kept.line) = ("OLD", nil)
        #expect(try await kept.resolve(in: source) == ferry)
        #expect(try await routeName("F1", in: source) == "F1")
        #expect(try await routeName("NOWHERE", in: source) == nil)
        #expect(
            try await examples.share() == """
                North Shelf
                Stop Code: 410
                Location: -33.8397, 151.2072
                https://maps.apple.com/?ll=-33.8397,151.2072
                """)
        #expect(try await examples.favorite().stopID == "QUAY")
        #expect(try await examples.hits() == ["F1"])
        #expect(try await examples.headway(of: quay) == "about every 3 min")
        let eve = try #require(ServiceDate(yyyymmdd: 2026_12_31))
        #expect(try await examples.night(eve).isEmpty == false)
        let local = examples.localInstant(now: now)
        #expect(local.text == "2026-11-23T07:30:00+11:00")
        #expect(local.wait == 1_795_379_400 - now.timeIntervalSince1970)
        let questions = QuestionExamples(bundle: source, now: now)
        #expect(try await questions.searchStops() == ["Café Orléans, Crow's Rest"])
        #expect(try await questions.searchRoutes() == ["333", "N90"])
        let stop = try await questions.stop()
        #expect(stop.name == "Quayside")
        #expect(stop.error == .notFound(kind: "stop", id: "NOWHERE"))
        #expect(try await questions.near() == ["Quayside: 579 m", "Quayside, Stand C: 724 m"])
        #expect(try await questions.radius() == ["QUAY_W4", "QUAY", "QUAY_P2", "QUAY_P1"])
        let details = try await questions.details()
        #expect(details.platforms == ["1", "2", "3", "Wharf 4"])
        #expect(details.routes == ["T1", "M1", "F1"])
        #expect(try await questions.routes() == ["L2", "T1", "M1"])
        #expect(
            try await questions.calls(on: eve)
                == ["QUAY_W4 24:25:00", "LP_W 24:34:00", "ZW 24:48:00", "FH 25:10:00"])
        let timetable = try await questions.timetable(on: today)
        #expect(timetable.stops == ["QUAY", "LP_W", "ZW", "FH"])
        #expect(timetable.rows == [2, 2])
        #expect(try await questions.shape() == 19)
        #expect(try await questions.speaking() == "环形码头")
    }

    @Test("TransitBundle")
    func bundle() async throws {
        let bundle = try TransitBundle(path: files.bundle)
        let examples = TransitBundleExamples(bundle: bundle, path: files.bundle, now: now)
        #expect(
            try await departures(files.bundle, "guildhall", at: now) == [
                "T1 to North Shelf via Quayside"
            ])
        #expect(try await examples.opening().first?.headsign == "Cross Hill")
        #expect(
            try await examples.translations()
                == ["Pointe Lavande", "Lavender Point Wharf", "Lavender Point, Pacific Parade"])
        let copy = files.folder.path + "/copy.sqlite"
        try FileManager.default.copyItem(atPath: files.bundle, toPath: copy)
        await #expect(throws: TransitBundleError.self) {
            try await examples.store(copy, sha256: String(repeating: "0", count: 64))
        }
        #expect(
            try await routeNames(of: "HFL", in: bundle)
                == ["F1"])
    }

    @Test("TransitAPI")
    func api() async throws {
        typealias Examples = TransitAPIExamples
        let answer = #"{"data":{"stops":[{"sid":1,"stop_id":"A","stop_name":"Quay"}]},"meta":{}}"#
        #expect(try stopNames(in: Data(answer.utf8)) == ["Quay"])
        let json = Examples.envelope(.circularQuay)
        #expect(json.hasPrefix(#"{"data":{"sid":1,"stop_id":"200060","#))
        #expect(json.hasSuffix(#","meta":{"feed":"city"}}"#))
        #expect(
            try Examples.report(on: Data(#"{"sid":7,"stop_id":"A"}"#.utf8))
                == ["stop_name: missing, taken as "])
        #expect(Examples.message() == "Check your internet connection")
    }

    /// A server of what `gtfs update` published, for as long as a test needs it.
    private func serving<Value>(_ body: (URL) async throws -> Value) async throws -> Value {
        try files.folder.write(
            "city.yaml", Array("source: feeds/sample\npublish: published\n".utf8))
        try #require(try files.shell("gtfs update city.yaml").end == .exited(0))
        let (process, address) = try await files.serve("published")
        defer { process.send(SIGTERM) }
        return try await body(try #require(URL(string: address)))
    }

    @Test("TransitClient")
    func client() async throws {
        let store = try TransitBundleStore(path: files.bundle)
        let file = URL(fileURLWithPath: files.folder.path + "/jobs.json")
        let mock = MockTransport()
        let example = try #require(URL(string: "https://transit.example"))
        try await serving { server in
            let best = try await bestMatch("central", at: server, or: store)
            // A busy machine may take longer than the source waits: then the bundle answers, with the same.
            #expect(best.value == "Central Junction")
            let examples = TransitClientExamples(server: server, store: store)
            let quay = try await store.stop(id: "QUAY")
            #expect(
                try await TransitModelExamples(
                    source: TransitClient(server, transport: examples.transport), now: now
                ).favorite(quay).stop == quay)
            #expect(try await examples.client() == ["Café Orléans, Crow's Rest"])
            #expect(try await examples.settings() == .live)
            let client = TransitClient(server, transport: examples.transport)
            try await ask(TransitClient(server, transport: examples.transport))
            let source = try await examples.offlineFirst(client)
            #expect(source.name == "Quayside")
            let isOffline = if case .bundle = source.origin { true } else { false }
            #expect(isOffline || source.origin == .live)
            let shown = try await board(of: "QUAY", in: client, at: now)
            #expect(shown.departures.count == 10)
            #expect(await examples.monitor().last == .reachable)
            #expect(try await examples.status() == "Port Lumen Transit API")
            let updater = try BundleUpdater(
                server, path: files.folder.path + "/new.sqlite", transport: examples.transport)
            #expect(try await examples.rollback(updater) == .nothingToRollBack)
            #expect(try await examples.progress(of: updater).last == .installed)
            #expect(try await examples.update() == .unchanged)
            if #available(iOS 17, macOS 14, *) {
                // Downloaded, then opened where it is.
                for _ in 0..<2 {
                    let first = await firstRun(files.folder.path + "/first.sqlite", from: server)
                    await first.load()
                    #expect(try await first.source?.routes().count == 8)
                }
            }
            #expect(try await examples.queue(file: file, client: client, updater: updater) == 0)
            if #available(iOS 17, macOS 14, *) {
                let home = await examples.home()
                #expect(home.text == "Port Lumen Transit API")
                #expect(home.isGood)
                let monitor = ConnectionMonitor(server, transport: examples.transport)
                #expect(await examples.connection(monitor).state == .checking)
            }
            #expect(try await examples.overCurl().first == "L2")
            #expect(throws: TransportError.self) { try examples.pinned(to: "no certificate") }
        }
        let examples = TransitClientExamples(server: example, store: store)
        #expect(try await examples.mock(example) == "Quay")
        let client = TransitClient(example, transport: mock)
        #expect(
            try await examples.failing(client, over: mock)?.userMessage
                == "Please log in again to continue")
        #expect(try await Keychain(saved: "a").token(refreshing: true) == nil)
        let key = Data(repeating: 1, count: 32).base64EncodedString()
        #expect(try examples.keys(key).keys.count == 1)
        let offline = try await bestMatch(
            "central", at: try #require(URL(string: "http://127.0.0.1:9")), or: store)
        #expect(offline.value == "Central Junction")
        #expect(
            try await board(of: "QUAY", in: store, at: now).footnote
                == "Timetable on this device, valid until 2027-06-30")
        let feed = try await store.feed()
        #expect(
            offline.origin
                == .bundle(version: feed.version, end: feed.validity.end, isOffline: true))
    }

    @Test("TransitSample")
    func sample() async throws {
        let examples = TransitSampleExamples(now: now)
        #expect(try await examples.canned() == ["T8", "333", "F1"])
        #expect(try await examples.preview() == [5, 15])
        #expect(
            try await previewLines(at: now)
                == ["Macarthur", "Macarthur, 4 min late", "Macarthur, Canceled"])
    }

    @Test("TransitViewModels")
    @available(iOS 17, macOS 14, *)
    @MainActor func viewModels() async throws {
        let bundle = try TransitBundle(path: files.bundle)
        #expect(
            await sections(of: bundle) == ["Train: 1", "Metro: 1", "Bus: 4", "Ferry: 1", "Tram: 1"])
        let examples = TransitViewModelsExamples(source: bundle, now: now)
        #expect(await examples.home() == ("Port Lumen Transit", "Timetable expires in 222 days"))
        let home = HomeModel(source: bundle)
        #expect(await examples.search() == ["South Beach"])
        #expect(await examples.nearby(home) == ["South Beach"])
        let quay = try await bundle.stop(id: "QUAY")
        #expect(await examples.details(of: quay) == ("Quayside", "-33.8615, 151.2107", 20))
        #expect(
            await examples.refresh(StopDetailsModel(stop: quay, source: bundle)) == ["Cross Hill"])
        let ferry = try await bundle.route(id: "F1")
        let directions = await examples.directions(of: ferry)
        #expect(directions.title == "F1")
        #expect(directions.headsigns == ["Far Head Wharf", "Quayside, Wharf 4"])
        let platform = try await bundle.stop(id: "CJ_P1")
        let departure = try #require(
            try await bundle.nextDepartures(from: platform, at: now, count: 1).first)
        let trip = await examples.trip(of: departure)
        #expect(
            trip.stops == [
                "Central Junction", "Guildhall", "Quayside", "Lavender Point", "North Shelf",
            ])
        #expect(trip.passed == 0)
        let timetable = await examples.timetable(of: ferry, on: today.adding(days: 1))
        #expect(timetable.rows == [2, 2] && timetable.day == today.adding(days: 1))
        let box = BoundingBox(south: -33.9, west: 151.27, north: -33.88, east: 151.28)
        let map = await examples.map(of: box, with: ferry)
        #expect(map.stops == ["South Beach"] && map.paths == 2)
        #expect(await examples.first())
        let routes = await examples.routes()
        #expect(routes.count == 8)
        #expect(routes.titles == ["Train", "Metro", "Bus", "Ferry", "Tram"])
        let model = RouteListModel(source: bundle)
        #expect(examples.state(of: model) == "Loading routes...")
        await model.load()
        #expect(examples.state(of: model) == "5 types")
        await examples.follow(model)
    }

    @Test("Records of a file")
    func records() throws {
        let bytes = Array("stop_id,stop_name\nA,Quay\nB\n".utf8)
        #expect(try cellCounts(of: MemorySource(bytes)) == [2: 2, 3: 1])
    }
}
