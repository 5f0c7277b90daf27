import GTFSSchedule
import Testing

@Suite("Route colours")
struct RouteColorsTests {
    @Test("Blank is black on white")
    func defaults() {
        let colors = RouteColors(routeColor: nil, routeTextColor: nil)
        #expect(colors.background == .white)
        #expect(colors.text == .black)
        #expect(colors.isReadable)
        #expect(colors.readableText == .black)
    }

    @Test("Published colours are kept, and so is readable text")
    func published() throws {
        let blue = try #require(RGBColor(cellText: "0039A6"))
        let colors = RouteColors(routeColor: blue, routeTextColor: .white)
        #expect(colors.background == blue)
        #expect(colors.readableText == .white)
        #expect(colors.contrastRatio > 7)
    }

    @Test("The black default is replaced on a dark colour")
    func darkWithDefault() throws {
        let colors = RouteColors(routeColor: RGBColor(cellText: "0039A6"), routeTextColor: nil)
        #expect(colors.text == .black)
        #expect(!colors.isReadable)
        #expect(colors.readableText == .white)
    }

    @Test("A difference in luma of 72 is readable, 71 is not")
    func threshold() {
        func gray(_ value: UInt8) -> RGBColor { RGBColor(red: value, green: value, blue: value) }
        let text = gray(100)
        let near = (0...UInt8.max).map(gray).first { $0.luma == text.luma + 71 }
        let far = (0...UInt8.max).map(gray).first { $0.luma == text.luma + 72 }
        #expect(!RouteColors(routeColor: near, routeTextColor: text).isReadable)
        #expect(RouteColors(routeColor: far, routeTextColor: text).isReadable)
        #expect(RouteColors(routeColor: near, routeTextColor: text).readableText == .black)
        #expect(RouteColors(routeColor: far, routeTextColor: text).readableText == text)
    }
}
