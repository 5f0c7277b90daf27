import BundleUpdating
import Testing

@Suite("Addresses of bundles") struct BundleAddressTests {
    @Test(
        "Servers, files of servers and folders have their manifests where they are",
        arguments: [
            ("http://h:8080", nil, "http://h:8080/api/v1/bundle/manifest"),
            ("http://h:8080/", nil, "http://h:8080/api/v1/bundle/manifest"),
            ("HTTPS://h/gtfs/", nil, "https://h/gtfs/api/v1/bundle/manifest"),
            ("http://h/api/v1", nil, "http://h/api/v1/bundle/manifest"),
            ("http://h", "a/b é", "http://h/api/v1/feeds/a%2Fb%20%C3%A9/bundle/manifest"),
            ("http://h/x/bundle/manifest", nil, "http://h/x/bundle/manifest"),
            ("https://h/s/manifest.json?sig=1#a", nil, "https://h/s/manifest.json?sig=1"),
            ("/srv/town", nil, "/srv/town/manifest.json"),
            ("town/m.json", nil, "town/m.json"),
            ("m.json", nil, "m.json"),
            ("file:///srv/my%20town/", nil, "/srv/my town/manifest.json"),
        ] as [(String, String?, String)])
    func manifest(text: String, feed: String?, manifest: String) throws {
        #expect(try BundleAddress(text, feed: feed).manifest == manifest)
    }

    @Test("Files lie beside the manifest, with the query that lets it be read")
    func files() throws {
        #expect(
            try BundleAddress("https://h/s/manifest.json?sig=1").file("a b.gz")
                == "https://h/s/a%20b.gz?sig=1")
        #expect(try BundleAddress("http://h").file("a.gz") == "http://h/api/v1/bundle/a.gz")
        #expect(try BundleAddress("manifest.json").file("a b.gz") == "./a b.gz")
    }

    @Test("Shown addresses have no secrets")
    func shown() throws {
        let address = try BundleAddress("https://me:p@ss@h/s/manifest.json?key=1")
        #expect(address.shown == "https://h/s/manifest.json")
        #expect(address.manifest.contains("me:p@ss@h"))
    }

    @Test(
        "Passwords that break their address are in no message",
        arguments: [
            "http://alice:s3cret/x@host", "http://alice:s3?cret@host/x", "ftp://alice:s3cret@host",
            "http://alice:s3#cret@host", "https://alice:s3@cr/et@host/manifest.json",
            " http://alice:s3cret@host", "http://alice:s3cret@ho st/", "http:/alice:s3cret@host",
            "http://alice:s3cret", "file://alice:s3cret@host/x", "ftp://alice:s3/cret@host",
        ])
    func brokenAddress(text: String) {
        var said = ""
        do throws(BundleUpdateError) {
            let shown = try BundleAddress(text).shown
            said = BundleUpdateError.network(source: shown, reason: "no").description
        } catch {
            said = error.description
        }
        #expect(!["alice", "s3", "cret"].contains { said.contains($0) }, "\(said)")
    }

    @Test(
        "An invalid address is refused, without its secrets",
        arguments: [
            "", "ftp://h/manifest.json", "http://", "http://a b/", "file://h", "file:///%4",
        ]
    )
    func refused(text: String) {
        #expect(throws: BundleUpdateError.self) { try BundleAddress(text) }
    }
}
