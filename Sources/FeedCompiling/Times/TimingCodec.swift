/// Writes times of a trip as text of one character a stop, which plain SQL can read.
///
/// The character at a stop's position has the code `(offset / unit) + 2`, where the offset is in
/// seconds from the trip's origin; code 1 means that the feed gave no time. Codes that are no
/// characters (surrogates) or that SQLite would not keep (U+FFFE, U+FFFF) are passed over:
///
///     code      <  0xD7FF   character = code
///     code      <  0xF7FE   character = code + 0x800     (above the surrogates)
///     otherwise             character = code + 0x802     (above U+FFFF)
///
/// In SQL: `unicode(substr(departures, position, 1))`, see `schema/bundle.sql`.
package enum TimingCodec {
    /// The largest code: U+10FFFF less what is passed over, less the planes' own non-characters,
    /// which SQLite keeps.
    package static let largestCode = 0x10FFFF - 0x802
    /// The code of a stop without a time.
    package static let untimed = 1

    /// Appends the character of a code.
    @inline(__always)
    package static func append(_ code: Int, to text: inout [UInt8]) {
        let scalar = scalar(code)
        if scalar < 0x80 {
            text.append(UInt8(truncatingIfNeeded: scalar))
        } else if scalar < 0x800 {
            text.append(UInt8(truncatingIfNeeded: 0xC0 | scalar >> 6))
            text.append(UInt8(truncatingIfNeeded: 0x80 | scalar & 0x3F))
        } else if scalar < 0x10000 {
            text.append(UInt8(truncatingIfNeeded: 0xE0 | scalar >> 12))
            text.append(UInt8(truncatingIfNeeded: 0x80 | scalar >> 6 & 0x3F))
            text.append(UInt8(truncatingIfNeeded: 0x80 | scalar & 0x3F))
        } else {
            text.append(UInt8(truncatingIfNeeded: 0xF0 | scalar >> 18))
            text.append(UInt8(truncatingIfNeeded: 0x80 | scalar >> 12 & 0x3F))
            text.append(UInt8(truncatingIfNeeded: 0x80 | scalar >> 6 & 0x3F))
            text.append(UInt8(truncatingIfNeeded: 0x80 | scalar & 0x3F))
        }
    }

    /// The character of a code, as a number.
    @inline(__always)
    package static func scalar(_ code: Int) -> Int {
        if code < 0xD800 { return code }
        if code < 0xFFFE - 0x800 { return code + 0x800 }
        return code + 0x802
    }

    /// The code of a character: the inverse of `scalar`.
    package static func code(_ scalar: Int) -> Int {
        if scalar < 0xD800 { return scalar }
        if scalar < 0xFFFE { return scalar - 0x800 }
        return scalar - 0x802
    }
}
