extension Color {
    /// Perceived brightness from 0 to 255, by the weights of ITU-R BT.601 that GTFS validators
    /// use for the contrast of route colours.
    public var luma: Int {
        Int(0.30 * Double(red) + 0.59 * Double(green) + 0.11 * Double(blue))
    }

    /// Relative luminance by WCAG 2: 0 for black, 1 for white.
    public var relativeLuminance: Double {
        0.2126 * Self.linear(red) + 0.7152 * Self.linear(green) + 0.0722 * Self.linear(blue)
    }

    /// Contrast ratio by WCAG 2, from 1 (none) to 21 (black on white); 4.5 is enough for text.
    public func contrastRatio(with other: Color) -> Double {
        let luminances = (relativeLuminance, other.relativeLuminance)
        let lighter = max(luminances.0, luminances.1)
        let darker = min(luminances.0, luminances.1)
        return (lighter + 0.05) / (darker + 0.05)
    }

    /// Difference in ``luma``, 0 to 255.
    public func lumaDifference(from other: Color) -> Int {
        abs(luma - other.luma)
    }

    /// Black or white, whichever is easier to read on this colour. The contrast ratio is always at
    /// least 4.5.
    public var readableText: Color {
        contrastRatio(with: .black) > contrastRatio(with: .white) ? .black : .white
    }

    /// The intensity of an sRGB component, from 0 to 1.
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
