#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The files that definitions are read from.
enum DefinitionFiles {
    static func text(_ path: String) throws(DefinitionError) -> String {
        guard let bytes = FileManager.default.contents(atPath: path) else {
            let isThere = FileManager.default.fileExists(atPath: path)
            throw DefinitionError(
                file: path, line: nil,
                reason: isThere ? "can not be read" : "there is no such file",
                exitCode: 66)
        }
        guard let text = String(bytes: bytes, encoding: .utf8) else {
            throw DefinitionError(file: path, line: nil, reason: "is no UTF-8 text")
        }
        return text
    }

    /// The name of a file without folder and extensions.
    static func baseName(_ path: String) -> String {
        let name = path.split(separator: "/").last ?? ""
        return String(name.prefix { $0 != "." })
    }
}
