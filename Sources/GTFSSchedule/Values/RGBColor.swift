/// A color of 24 bits, which feeds write as six hexadecimal digits `RRGGBB`.
public struct RGBColor: Hashable, Sendable {
    /// The color as a number: red in bits 16 to 23, green in 8 to 15, blue in 0 to 7.
    public let rgb: UInt32

    /// `FFFFFF`, the default of `routes.route_color`.
    public static let white = RGBColor(red: 255, green: 255, blue: 255)
    /// `000000`, the default of `routes.route_text_color`.
    public static let black = RGBColor(red: 0, green: 0, blue: 0)

    /// Creates a color; nil above `0xFFFFFF`.
    public init?(rgb: UInt32) {
        guard rgb <= 0xFFFFFF else { return nil }
        self.rgb = rgb
    }

    /// Creates a color from three components.
    public init(red: UInt8, green: UInt8, blue: UInt8) {
        rgb = UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue)
    }

    /// The color in the form of style sheets: `#RRGGBB`.
    public var css: String { "#" + description }

    /// Red, green and blue from 0 to 1, as SwiftUI and AppKit take them.
    public var components: (red: Double, green: Double, blue: Double) {
        (Double(red) / 255, Double(green) / 255, Double(blue) / 255)
    }

    /// The red component, from 0 to 255.
    public var red: UInt8 { UInt8(truncatingIfNeeded: rgb >> 16) }
    /// The green component, from 0 to 255.
    public var green: UInt8 { UInt8(truncatingIfNeeded: rgb >> 8) }
    /// The blue component, from 0 to 255.
    public var blue: UInt8 { UInt8(truncatingIfNeeded: rgb) }
}

extension RGBColor: CellDecodable {
    /// Reads exactly six hexadecimal digits of either case, without "#".
    public init?(cell: UnsafeRawBufferPointer) {
        guard let rgb = CellText.color(cell) else { return nil }
        self.rgb = rgb
    }
}

extension RGBColor: CustomStringConvertible {
    /// The color as `RRGGBB` in upper case.
    public var description: String {
        let digits = String(rgb, radix: 16, uppercase: true)
        return String(repeating: "0", count: 6 - digits.count) + digits
    }
}

/// Encoded as the text `RRGGBB`.
extension RGBColor: Codable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let color = RGBColor(cellText: text) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "\"\(text)\" is not a color RRGGBB")
        }
        self = color
    }

    public func encode(to encoder: any Encoder) throws {
        try description.encode(to: encoder)
    }
}

extension RGBColor {
    /// Perceived brightness from 0 to 255, by the weights of ITU-R BT.601 that GTFS validators
    /// use for the contrast of route colors.
    public var luma: Int {
        // One expression would take the compiler nine seconds.
        let (red, green, blue) = (Double(red), Double(green), Double(blue))
        return Int(0.30 * red + 0.59 * green + 0.11 * blue)
    }

    /// Relative luminance according to WCAG 2: 0 for black, 1 for white.
    public var relativeLuminance: Double {
        0.2126 * Self.linear(red) + 0.7152 * Self.linear(green) + 0.0722 * Self.linear(blue)
    }

    /// Returns the contrast ratio according to WCAG 2, from 1 (none) to 21 (black on white); 4.5 is
    /// enough for text.
    public func contrastRatio(with other: RGBColor) -> Double {
        let luminances = (relativeLuminance, other.relativeLuminance)
        let lighter = max(luminances.0, luminances.1)
        let darker = min(luminances.0, luminances.1)
        return (lighter + 0.05) / (darker + 0.05)
    }

    /// Returns the difference in ``luma``, from 0 to 255.
    public func lumaDifference(from other: RGBColor) -> Int {
        abs(luma - other.luma)
    }

    /// Black or white, whichever is easier to read on this color. The contrast ratio is always at
    /// least 4.5.
    public var readableText: RGBColor {
        contrastRatio(with: .black) > contrastRatio(with: .white) ? .black : .white
    }

    private static func linear(_ component: UInt8) -> Double {
        let value = Double(component) / 255
        if value <= 0.04045 { return value / 12.92 }
        let base = (value + 0.055) / 1.055
        // base to the power of 2.4, without the C library: every platform gives the same bits.
        return base * base * fifthRoot(base * base)
    }

    /// Newton's method from above; 0 < value <= 1.
    private static func fifthRoot(_ value: Double) -> Double {
        var root = 1.0
        while true {
            let next = (4 * root + value / (root * root * root * root)) / 5
            guard next < root else { return root }
            root = next
        }
    }
}

/// The two colors in which apps show a route, with the defaults of the reference.
///
/// ```swift
/// let yellow = RGBColor(cellText: "FFDD00")
/// let colors = RouteColors(routeColor: yellow, routeTextColor: .white)
/// let isReadable = colors.isReadable  // false
/// let text = colors.readableText  // 000000
/// ```
public struct RouteColors: Hashable, Sendable {
    /// `routes.route_color`, or white when blank.
    public let background: RGBColor
    /// `routes.route_text_color`, or black when blank, however hard it may be to read.
    public let text: RGBColor

    /// Creates a pair from the values of the feed; nil where blank.
    public init(routeColor: RGBColor?, routeTextColor: RGBColor?) {
        background = routeColor ?? .white
        text = routeTextColor ?? .black
    }

    /// The smallest difference in luma at which text counts as readable.
    public static let minimumLumaDifference = 72

    /// Whether the published colors differ enough, by the measure that GTFS validators use for
    /// `route_color_contrast`.
    public var isReadable: Bool {
        text.lumaDifference(from: background) >= Self.minimumLumaDifference
    }

    /// Contrast ratio of the published colors according to WCAG 2, from 1 to 21.
    public var contrastRatio: Double { text.contrastRatio(with: background) }

    /// The published text color if readable, else black or white.
    public var readableText: RGBColor {
        isReadable ? text : background.readableText
    }
}
