import Foundation

/// The files of a release: every later version has to read them. `.ci/record-release` made the
/// folder.
package struct EarlierRelease: Sendable, CustomStringConvertible {
    package let version: String

    package static let all: [EarlierRelease] = {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: root)) ?? []
        return names.filter { !$0.hasPrefix(".") }.sorted().map(EarlierRelease.init)
    }()

    private static let root = PackageRoot.path + "/Tests/Releases"

    package func path(_ name: String) -> String { "\(Self.root)/\(version)/\(name)" }

    package func text(_ name: String) throws -> String {
        try String(contentsOfFile: path(name), encoding: .utf8)
    }

    package var description: String { version }
}
