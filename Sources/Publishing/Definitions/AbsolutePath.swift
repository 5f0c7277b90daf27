#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Paths that stay the same wherever the program goes.
enum AbsolutePath {
    /// The path from the root, without `.` and `..`, which are taken by name.
    static func make(_ path: String) -> String {
        let start = path.hasPrefix("/") ? "" : FileManager.default.currentDirectoryPath + "/"
        var parts: [Substring] = []
        for part in (start + path).split(separator: "/") where part != "." {
            if part == ".." {
                _ = parts.popLast()
            } else {
                parts.append(part)
            }
        }
        return "/" + parts.joined(separator: "/")
    }
}
