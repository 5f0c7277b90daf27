/// A colour of 24 bits, which feeds write as six hexadecimal digits `RRGGBB`.
public struct Color: Hashable, Sendable {
    /// Red in bits 16 to 23, green in 8 to 15, blue in 0 to 7.
    public let rgb: UInt32

    /// `FFFFFF`, the default of `routes.route_color`.
    public static let white = Color(red: 255, green: 255, blue: 255)
    /// `000000`, the default of `routes.route_text_color`.
    public static let black = Color(red: 0, green: 0, blue: 0)

    /// Nil above `0xFFFFFF`.
    public init?(rgb: UInt32) {
        guard rgb <= 0xFFFFFF else { return nil }
        self.rgb = rgb
    }

    /// The colour of these three components.
    public init(red: UInt8, green: UInt8, blue: UInt8) {
        rgb = UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue)
    }

    /// 0 to 255.
    public var red: UInt8 { UInt8(truncatingIfNeeded: rgb >> 16) }
    /// 0 to 255.
    public var green: UInt8 { UInt8(truncatingIfNeeded: rgb >> 8) }
    /// 0 to 255.
    public var blue: UInt8 { UInt8(truncatingIfNeeded: rgb) }
}

extension Color: CellDecodable {
    /// Takes exactly six hexadecimal digits of either case, without "#".
    public init?(cell: UnsafeRawBufferPointer) {
        guard let rgb = CellText.color(cell) else { return nil }
        self.rgb = rgb
    }
}

extension Color: CustomStringConvertible {
    /// `RRGGBB` in upper case.
    public var description: String {
        let digits = String(rgb, radix: 16, uppercase: true)
        return String(repeating: "0", count: 6 - digits.count) + digits
    }
}

/// Encoded as the text `RRGGBB`.
extension Color: Codable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let color = Color(cellText: text) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "\"\(text)\" is not a colour RRGGBB")
        }
        self = color
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
