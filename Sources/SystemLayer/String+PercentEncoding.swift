extension String {
    /// Each byte except the unreserved ones of URLs (RFC 3986) as `%XX`.
    package var percentEncoded: String {
        utf8.reduce(into: "") { text, byte in
            let scalar = Unicode.Scalar(byte)
            let isLetter = scalar.isASCII && scalar.properties.isAlphabetic
            if isLetter || "0123456789-._~".utf8.contains(byte) {
                text.unicodeScalars.append(scalar)
            } else {
                text += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
            }
        }
    }
}
