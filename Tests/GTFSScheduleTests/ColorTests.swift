import Foundation
import GTFSSchedule
import Testing

@Suite("Colours")
struct ColorTests {
    @Test("A colour has three components and is written in six digits")
    func components() throws {
        let color = try #require(Color(cellText: "00a1Fc"))
        #expect((color.red, color.green, color.blue) == (0x00, 0xA1, 0xFC))
        #expect(color.description == "00A1FC")
        #expect(color == Color(red: 0x00, green: 0xA1, blue: 0xFC))
        #expect(color == Color(rgb: 0x00A1FC))
        #expect(Color(rgb: 0x1_000000) == nil)
    }

    @Test(
        "Luma weighs green most and blue least",
        arguments: [
            ("000000", 0), ("FFFFFF", 255), ("FF0000", 76), ("00FF00", 150), ("0000FF", 28),
        ])
    func luma(text: String, luma: Int) {
        #expect(Color(cellText: text)?.luma == luma)
    }

    @Test("Relative luminance agrees with the power function of the C library")
    func luminance() {
        for value in UInt8.min...UInt8.max {
            let component = Double(value) / 255
            let expected =
                component <= 0.04045 ? component / 12.92 : pow((component + 0.055) / 1.055, 2.4)
            let gray = Color(red: value, green: value, blue: value)
            #expect(abs(gray.relativeLuminance - expected) < 1e-12)
        }
    }

    @Test("The contrast ratio runs from 1 to 21, in either order")
    func contrast() throws {
        #expect(abs(Color.white.contrastRatio(with: .black) - 21) < 1e-9)
        #expect(Color.black.contrastRatio(with: .white) == Color.white.contrastRatio(with: .black))
        #expect(Color.white.contrastRatio(with: .white) == 1)
        // The lightest grey that WCAG accepts on white.
        let gray = try #require(Color(cellText: "767676"))
        #expect(abs(gray.contrastRatio(with: .white) - 4.54) < 0.005)
    }

    @Test("Black or white text is readable on every colour")
    func readableText() {
        #expect(Color.white.readableText == .black)
        #expect(Color.black.readableText == .white)
        let steps = stride(from: UInt8(0), through: 255, by: 15)
        for red in steps {
            for green in steps {
                for blue in steps {
                    let color = Color(red: red, green: green, blue: blue)
                    #expect(color.contrastRatio(with: color.readableText) >= 4.5)
                }
            }
        }
    }

    @Test("Encoded as six digits, and refused when it is none")
    func coding() throws {
        let data = try JSONEncoder().encode([Color.white])
        #expect(String(decoding: data, as: UTF8.self) == #"["FFFFFF"]"#)
        #expect(try JSONDecoder().decode([Color].self, from: data) == [.white])
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode([Color].self, from: Data(##"["#FFFFFF"]"##.utf8))
        }
    }
}
