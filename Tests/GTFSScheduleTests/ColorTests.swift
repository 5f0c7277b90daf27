import Foundation
import GTFSSchedule
import Testing

@Suite("Colours")
struct ColorTests {
    @Test("A colour has three components and is written in six digits")
    func components() throws {
        let color = try #require(RGBColor(cellText: "00a1Fc"))
        #expect((color.red, color.green, color.blue) == (0x00, 0xA1, 0xFC))
        #expect(color.description == "00A1FC")
        #expect(color == RGBColor(red: 0x00, green: 0xA1, blue: 0xFC))
        #expect(color == RGBColor(rgb: 0x00A1FC))
        #expect(RGBColor(rgb: 0x1_000000) == nil)
    }

    @Test(
        "Luma weighs green most and blue least",
        arguments: [
            ("000000", 0), ("FFFFFF", 255), ("FF0000", 76), ("00FF00", 150), ("0000FF", 28),
        ])
    func luma(text: String, luma: Int) {
        #expect(RGBColor(cellText: text)?.luma == luma)
    }

    @Test("Relative luminance agrees with the power function of the C library")
    func luminance() {
        for value in UInt8.min...UInt8.max {
            let component = Double(value) / 255
            let expected =
                component <= 0.04045 ? component / 12.92 : pow((component + 0.055) / 1.055, 2.4)
            let gray = RGBColor(red: value, green: value, blue: value)
            #expect(abs(gray.relativeLuminance - expected) < 1e-12)
        }
    }

    @Test("The contrast ratio runs from 1 to 21, in either order")
    func contrast() throws {
        #expect(abs(RGBColor.white.contrastRatio(with: .black) - 21) < 1e-9)
        #expect(
            RGBColor.black.contrastRatio(with: .white) == RGBColor.white.contrastRatio(with: .black)
        )
        #expect(RGBColor.white.contrastRatio(with: .white) == 1)
        // The lightest grey that WCAG accepts on white.
        let gray = try #require(RGBColor(cellText: "767676"))
        #expect(abs(gray.contrastRatio(with: .white) - 4.54) < 0.005)
    }

    @Test("Black or white text is readable on every colour")
    func readableText() {
        #expect(RGBColor.white.readableText == .black)
        #expect(RGBColor.black.readableText == .white)
        let steps = stride(from: UInt8(0), through: 255, by: 15)
        for red in steps {
            for green in steps {
                for blue in steps {
                    let color = RGBColor(red: red, green: green, blue: blue)
                    #expect(color.contrastRatio(with: color.readableText) >= 4.5)
                }
            }
        }
    }

    @Test("Encoded as six digits, and refused when it is none")
    func coding() throws {
        let data = try JSONEncoder().encode([RGBColor.white])
        #expect(String(decoding: data, as: UTF8.self) == #"["FFFFFF"]"#)
        #expect(try JSONDecoder().decode([RGBColor].self, from: data) == [.white])
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode([RGBColor].self, from: Data(##"["#FFFFFF"]"##.utf8))
        }
    }
}
