import ArgumentParser
import Foundation
import Publishing

/// `gtfs keygen`: a key that signs manifests.
struct Keygen: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "keygen",
        abstract: "Make an Ed25519 key pair that signs manifests.",
        discussion: """
            Writes the secret key, which only its owner can read, and beside it the public one with \
            .pub at the end of its name. A definition names the secret key as signing_key; clients \
            have the public one.
            """)

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("Where the secret key goes; it must not be there.", valueName: "file"))
    var output: String

    func run() throws {
        let files = SigningKey().files
        try Self.write(files.secret, to: output, mode: 0o600)
        try Self.write(files.open, to: output + ".pub", mode: 0o644)
        try StandardOutput.write("\(output)\n\(output).pub\n")
    }

    /// Never over a key that is there: what it signed could not be checked any more.
    private static func write(_ text: String, to path: String, mode: mode_t) throws {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
        guard descriptor >= 0 else {
            throw PublishingError.cannotWrite(path: path, reason: String(cString: strerror(errno)))
        }
        defer { close(descriptor) }
        let bytes = Array(text.utf8)
        guard
            bytes.withUnsafeBytes({ Foundation.write(descriptor, $0.baseAddress, $0.count) })
                == bytes.count, fsync(descriptor) == 0
        else {
            throw PublishingError.cannotWrite(path: path, reason: String(cString: strerror(errno)))
        }
    }
}
