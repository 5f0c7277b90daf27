import FeedReading
import Publishing
import TestSupport
import Testing

@Suite("Sources of feed definitions")
struct DefinitionsFolderTests {
    private let files: DefinitionFolder

    init() throws {
        files = try DefinitionFolder()
    }

    private func outcome(_ loaded: FeedDefinitions.Loaded) -> String {
        switch loaded {
        case .success(let feed): feed.id
        case .failure(let error): error.description.replacing(files.path + "/", with: "")
        }
    }

    private func outcomes(_ name: String = "") throws -> [String] {
        try FeedDefinitions.load(files.path + (name.isEmpty ? "" : "/" + name)).map(outcome)
    }

    @Test("A broken file in a folder concerns no other")
    func folder() throws {
        try files.write("b.yaml", "source: b.zip")
        try files.write("a.yml", "keep: 3")
        try files.write("c.yaml", "id: b\nsource: c.zip")
        try files.write("notes.txt", "x")
        try files.write(".hidden.yaml", "source: x")
        try files.write("sample/stops.txt", "x")
        try files.write("bad.dmfr.json", "{")
        try files.write("area.json", "{}")
        #expect(
            try outcomes() == [
                "a.yml:1: there is no key source", "b", "bad.dmfr.json: is not JSON",
                "c.yaml: the id b is also that of a feed in b.yaml",
            ])
        #expect(try outcomes("b.yaml") == ["b"])
    }

    @Test("A missing definition is an error")
    func nothing() throws {
        try files.write("notes.txt", "x")
        func message(_ path: String) -> String? {
            do throws(DefinitionError) {
                _ = try FeedDefinitions.load(path)
                return nil
            } catch {
                return "\(error.exitCode) \(error)"
            }
        }
        #expect(message(files.path) == "66 \(files.path): holds no feed definition (.yaml)")
        #expect(message("/nowhere") == "66 /nowhere: there is no such file or folder")
        #expect(
            message(files.path + "/notes.txt")
                == "64 \(files.path)/notes.txt: is not a feed definition: "
                + "expected .yaml, a DMFR .json or a catalogue .csv")
    }

    @Test("A DMFR file: feeds with schedules, their licences and keys")
    func registry() throws {
        try files.write(
            "atlas.dmfr.json",
            #"""
            {"feeds": [
              {"id": "f-r6-nsw", "spec": "gtfs",
               "urls": {"static_current": "https://example.org/a.zip#inner/b.zip",
                        "static_historic": ["https://example.org/old.zip"]},
               "license": {"spdx_identifier": "CC-BY-4.0", "url": "https://example.org/l",
                           "attribution_text": "NSW"},
               "authorization": {"type": "header", "param_name": "X-Key"}},
              {"id": "f-nsw~rt", "spec": "gtfs-rt", "urls": {}},
              {"id": "f-old", "spec": "gtfs", "urls": {}},
              {"id": "f-query", "spec": "gtfs", "urls": {"static_current": "http://x.org/?a=1"},
               "authorization": {"type": "query_param", "param_name": "key"}},
              {"id": "f-path", "spec": "gtfs", "urls": {"static_current": "http://x.org/{}/g"},
               "authorization": {"type": "path_segment"}},
              {"id": "f-basic", "spec": "gtfs", "urls": {"static_current": "http://x.org/g"},
               "authorization": {"type": "basic_auth"}},
              {"id": "f-whole", "spec": "gtfs", "urls": {"static_current": "http://x.org/g"},
               "authorization": {"type": "replace_url"}},
              {"id": "f-Köln", "spec": "gtfs", "urls": {"static_current": "http://x.org/${A}"}},
              {"id": "f-ftp", "spec": "gtfs", "urls": {"static_current": "ftp://x.org/g"}},
              {"spec": "gtfs", "urls": {"static_current": "http://x.org/g"}}
            ]}
            """#)
        let loaded = try FeedDefinitions.load(files.path + "/atlas.dmfr.json")
        #expect(
            loaded.map(outcome) == [
                "f-r6-nsw", "f-query", "f-path", "f-basic", "f-whole", "f-k--ln-c19d390a",
                "atlas.dmfr.json: feed f-ftp: has no http(s) URL: ftp://x.org/g",
                "atlas.dmfr.json: feed 10: has no id",
            ])
        let feeds = loaded.compactMap { try? $0.get() }
        #expect(feeds[0].sources.map(\.template.text) == ["https://example.org/a.zip"])
        #expect(feeds[0].build.subpath == "inner/b.zip")
        #expect(feeds[0].licence == "CC-BY-4.0")
        #expect(feeds[0].licenceURL == "https://example.org/l")
        #expect(feeds[0].attribution == "NSW")
        #expect(feeds[0].publishFolder == nil)
        #expect(feeds[0].headers.map(\.name) == ["X-Key"])
        #expect(feeds[0].headers.map(\.value.text) == ["${TRANSITLAND_F_R6_NSW}"])
        #expect(feeds[1].query.map(\.value.text) == ["${TRANSITLAND_F_QUERY}"])
        #expect(feeds[2].sources[0].template.text == "http://x.org/${TRANSITLAND_F_PATH}/g")
        #expect(feeds[3].headers.map(\.value.text) == ["Basic ${TRANSITLAND_F_BASIC}"])
        #expect(feeds[4].sources[0].template.variables == ["TRANSITLAND_F_WHOLE"])
        // A registry has no variables of its own.
        #expect(feeds[5].sources[0].template.variables.isEmpty)
    }

    @Test("A catalogue of the Mobility Database, old and new")
    func catalogue() throws {
        try files.write(
            "sources.csv",
            """
            mdb_source_id,data_type,provider,status,urls.direct_download,urls.authentication_type,urls.api_key_parameter_name,urls.latest,urls.license
            1,gtfs,"Town, Bus",,http://x.org/1.zip,0,,http://mdb.org/1.zip,http://x.org/licence
            2,gtfs,Old,deprecated,http://x.org/2.zip,,,,
            3,gtfs-rt,Live,,http://x.org/3,,,,
            4,gtfs,Keyed,active,http://x.org/4.zip,2,X-Key,http://mdb.org/4.zip,
            5,gtfs,Nowhere,active,,,,,
            """)
        let loaded = try FeedDefinitions.load(files.path + "/sources.csv")
        #expect(loaded.map(outcome) == ["mdb-1", "mdb-4", "sources.csv:6: feed mdb-5 has no URL"])
        let feeds = loaded.compactMap { try? $0.get() }
        #expect(
            feeds[0].sources.map(\.template.text) == ["http://x.org/1.zip", "http://mdb.org/1.zip"])
        #expect(feeds[0].licenceURL == "http://x.org/licence")
        #expect(feeds[0].attribution == "Town, Bus")
        // The key is for the publisher only.
        #expect(feeds[1].sources.map(\.template.text) == ["http://x.org/4.zip"])
        #expect(feeds[1].headers.map(\.value.text) == ["${MOBILITY_MDB_4}"])

        try files.write(
            "feeds_v2.csv",
            """
            id,data_type,status,urls.direct_download,urls.authentication_type,urls.api_key_parameter_name
            mdb-10,gtfs,active,http://x.org/10.zip,1,key
            tld-11,gtfs,inactive,http://x.org/11.zip,,
            """)
        let newer = try FeedDefinitions.load(files.path + "/feeds_v2.csv").map { try $0.get() }
        #expect(newer.map(\.id) == ["mdb-10"])
        #expect(newer[0].query.map(\.name) == ["key"])
        try files.write("other.csv", "a,b\n1,2\n")
        #expect(throws: DefinitionError.self) { try outcomes("other.csv") }
    }
}
