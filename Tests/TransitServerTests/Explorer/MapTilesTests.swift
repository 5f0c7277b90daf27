import Testing

@testable import TransitExplorer

@Suite("The explorer: streets under maps")
struct MapTilesTests {
    @Test(
        "An address with each place once names its host, and nothing else",
        arguments: [
            ("https://tiles.example.org/{z}/{x}/{y}.png", "https://tiles.example.org"),
            ("http://127.0.0.1:8099/{z}/{x}/{y}.png?key=1", "http://127.0.0.1:8099"),
            ("https://t.example.org/tile/{z}/{y}/{x}", "https://t.example.org"),
        ])
    func origins(template: String, origin: String) throws {
        let tiles = try #require(MapTiles(template: template, attribution: "© Streets"))
        #expect(tiles.origin == origin && tiles.template == template)
    }

    @Test(
        "Anything else is no address of tiles: it would end up in the policy of pages",
        arguments: [
            "", "https://tiles.example.org/{z}/{x}.png", "tiles.example.org/{z}/{x}/{y}.png",
            "ftp://tiles.example.org/{z}/{x}/{y}.png", "https://{s}.example.org/{z}/{x}/{y}.png",
            "https://a.example.org/{z}/{x}/{y}.png; script-src *", "https:///{z}/{x}/{y}.png",
            "https://a.example.org/{z}/{x}/{y}/{z}.png", "javascript:alert(1)//{z}/{x}/{y}",
            "https://a.example.org/{z}/{x}/{y}.png,https://b.example.org", "data:,{z}/{x}/{y}",
            "https://me:secret@a.example.org/{z}/{x}/{y}.png",
        ])
    func noTiles(template: String) {
        #expect(MapTiles(template: template, attribution: "") == nil)
    }
}
