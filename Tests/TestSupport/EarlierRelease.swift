import Foundation

/// The files of a release: every later version has to read them. `.ci/record-release` made the
/// folder.
package struct EarlierRelease: Sendable, CustomStringConvertible {
    /// Such as `0.1.0`.
    package let version: String

    /// All that there are, in the order of their names.
    package static let all: [EarlierRelease] = {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: root)) ?? []
        return names.filter { !$0.hasPrefix(".") }.sorted().map(EarlierRelease.init)
    }()

    private static let root = PackageRoot.path + "/Tests/Releases"

    /// Where one of its files lies.
    package func path(_ name: String) -> String { "\(Self.root)/\(version)/\(name)" }

    /// The text of one of its files.
    package func text(_ name: String) throws -> String {
        try String(contentsOfFile: path(name), encoding: .utf8)
    }

    package var description: String { version }
}
