import Testing

@testable import gtfs

@Suite("Names of folders for reports") struct FeedNamesTests {
    @Test("They are those of the feeds, each once, and have no secrets")
    func names() {
        let names = FeedNames.distinct([
            "http://alice:s3cret@host", "http://alice:s3/cret@host/", "https://h/a.zip?key=1",
            "ftp://alice:s3cret@h/b.zip", "/srv/a:b@c/d.zip", "-", "e/d.tar.gz", "index.html",
        ])
        #expect(names == ["host", "feed", "a", "b", "d", "feed-2", "d-2", "index.html-2"])
    }
}
