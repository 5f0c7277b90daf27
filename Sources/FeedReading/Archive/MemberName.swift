/// Reads the names of members, which archives write in several encodings.
enum MemberName {
    /// The name with `/` between folders, and without the `./` that tar likes to put in front.
    ///
    /// A zip says whether a name is UTF-8, but many programs write UTF-8 without saying so. What
    /// is neither is code page 437, as the zip format has it. Windows programs separate folders
    /// with `\`, which no GTFS file has in its name.
    static func decode(
        _ bytes: ArraySlice<UInt8>, isUTF8: Bool, unicodePath: ArraySlice<UInt8>? = nil
    ) -> String {
        text(bytes, isUTF8: isUTF8, unicodePath: unicodePath)
            .split(omittingEmptySubsequences: false) { $0 == "/" || $0 == "\\" }
            .filter { $0 != "." }
            .joined(separator: "/")
    }

    private static func text(
        _ bytes: ArraySlice<UInt8>, isUTF8: Bool, unicodePath: ArraySlice<UInt8>?
    ) -> String {
        if let unicodePath, let name = String(validating: unicodePath, as: UTF8.self) {
            return name
        }
        if let name = String(validating: bytes, as: UTF8.self) { return name }
        if isUTF8 { return String(decoding: bytes, as: UTF8.self) }
        var name = ""
        for byte in bytes {
            name.unicodeScalars.append(
                byte < 0x80 ? Unicode.Scalar(byte) : upperHalf[Int(byte) - 0x80])
        }
        return name
    }

    /// The name in a C string of no declared encoding.
    static func decode(cString name: UnsafePointer<CChar>) -> String {
        let bytes = sequence(first: name) { $0 + 1 }.lazy
            .map { UInt8(bitPattern: $0.pointee) }
            .prefix { $0 != 0 }
        return decode(Array(bytes)[...], isUTF8: false)
    }

    /// What the bytes from 0x80 on are in code page 437.
    private static let upperHalf = Array(
        ("ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»"
            + "░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀"
            + "αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u{A0}").unicodeScalars)
}
