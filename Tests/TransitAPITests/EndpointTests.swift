import Testing
import TransitAPI

@Suite("The table of endpoints") struct EndpointTests {
    private func match(_ path: String) throws -> Endpoint.Match {
        try Endpoint.matching(
            path: path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
                .map(String.init).filter { _ in path != "/" })
    }

    @Test("every name has one entry")
    func names() {
        #expect(Set(Endpoint.all.map(\.name)) == Set(Endpoint.Name.allCases))
        #expect(Endpoint.all.count == Endpoint.Name.allCases.count)
        for endpoint in Endpoint.all {
            let names = endpoint.parameters.map(\.name)
            #expect(Set(names).count == names.count)
            #expect(Set(names).isSuperset(of: endpoint.alternatives))
            for pair in endpoint.dependencies { #expect(Set(names).isSuperset(of: pair)) }
            let inPath = endpoint.path.split(separator: "/").filter { $0.hasPrefix("{") }
            #expect(
                inPath.map(String.init)
                    == [endpoint.idParameter].compactMap { $0.map { "{\($0.name)}" } })
        }
    }

    @Test("each question of a feed that has an answer in JSON has a type, which is in the table")
    func types() {
        let names = Endpoint.questions.map { $0.endpoint.name }
        let files: Set<Endpoint.Name> = [.manifest, .file]
        let ofFeeds = Endpoint.all.filter { $0.scope == .feed }.map(\.name)
        #expect(names == ofFeeds.filter { !files.contains($0) })
    }

    @Test("parameters that differ have different keys in the contract")
    func components() {
        let parameters =
            Endpoint.roots.flatMap(\.parameters) + Endpoint.all.compactMap(\.idParameter)
            + Endpoint.all.flatMap(\.parameters)
        for (component, same) in Dictionary(grouping: parameters, by: \.component) {
            #expect(Set(same).count == 1, "\(component)")
        }
    }

    @Test(
        "paths",
        arguments: [
            ("/", .root), ("/api/ping", .ping), ("/status", .status), ("/api/v1/feeds", .feeds),
            ("/api/v1/feed", .feed), ("/api/v1/stops/A/departures/stream", .departureStream),
            ("/api/v1/feeds/x/bundle/manifest", .manifest),
            ("/api/v1/versions/1/bundle/a.sqlite", .file), ("/api/v1/stops/feeds", .stop),
            ("/openapi.yaml", .openapi),
        ] as [(String, Endpoint.Name)])
    func paths(path: String, name: Endpoint.Name) throws {
        #expect(try match(path).endpoint.name == name)
    }

    @Test("an id is one segment, whatever it holds")
    func ids() throws {
        #expect(try match("/api/v1/stops/a%2Fb%20+%C3%A9/departures").id == "a/b +é")
        #expect(try match("/api/v1/stops/100%").id == "100%")
        let versioned = try match("/api/v1/feeds/n%20y/versions/v%2F1/trips/%2E")
        #expect(versioned.feed == "n y")
        #expect(versioned.version == "v/1")
        #expect(versioned.id == ".")
    }

    @Test(
        "segments that hold no text",
        arguments: ["%FF", "%00", "a%00b", "%C3", "%ED%A0%80", "%C0%AE%C0%AE", "%E0%80%AF"])
    func damagedIDs(segment: String) {
        #expect(throws: APIFailure.self) { try match("/api/v1/stops/\(segment)") }
        do {
            _ = try match("/api/v1/stops/\(segment)/departures")
        } catch {
            #expect((error as? APIFailure)?.code == .badValue)
            #expect((error as? APIFailure)?.details.first?.field == "id")
        }
    }

    @Test(
        "paths that lead nowhere",
        arguments: [
            "/api", "/api/v1", "/api/v1/", "/api/v2/feed", "/api/v1/stops/", "/api/v1/stop",
            "/api/v1/feeds/", "/api/v1/feeds/x", "/api/v1/versions/x", "/api/v1/stops//departures",
            "/api/v1/Stops", "/status/",
        ])
    func unknown(path: String) {
        do {
            let match = try match(path)
            Issue.record("\(path) is \(match.endpoint.name)")
        } catch {
            #expect((error as? APIFailure)?.code == .unknownPath)
        }
    }

    @Test("an unknown path names the nearest")
    func nearest() {
        do {
            _ = try match("/api/v1/stop")
        } catch {
            #expect(
                (error as? APIFailure)?.message
                    == "Nothing has the path /api/v1/stop; did you mean /api/v1/stops?")
        }
    }
}
