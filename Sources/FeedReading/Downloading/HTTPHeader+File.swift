import SystemLayer

extension HTTPHeader {
    private static let mostBytes = 64 << 10

    /// The headers in the lines of a file, such as a key that must not appear in lists of
    /// processes; blank lines are ignored.
    package static func lines(ofFile path: String) throws -> [HTTPHeader] {
        let found: [UInt8]?
        do throws(FileError) {
            found = try WholeFile.read(path, atMost: mostBytes)
        } catch {
            throw UnusableValue("\(error)")
        }
        guard let bytes = found else { throw UnusableValue("\(path): there is no such file") }
        return try String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
            .filter { !$0.allSatisfy(\.isWhitespace) }
            .map { line in
                guard let header = HTTPHeader(text: String(line)) else {
                    throw UnusableValue("\(path) needs headers such as \"Authorization: …\"")
                }
                return header
            }
    }
}
