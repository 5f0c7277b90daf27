import ArgumentParser
import Publishing
import SystemLayer

struct Keygen: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "keygen",
        abstract: "Make an Ed25519 key pair that signs manifests.",
        discussion: """
            Writes the secret key, which only its owner can read, and beside it the public one \
            with .pub at the end of its name. A definition names the secret key as signing_key; \
            clients use the public one.
            """)

    @Option("The new file for the secret key.", value: "file", name: .shortAndLong)
    var output: String

    func validate() throws { try OutputCheck.named("--output", output) }

    func run() throws {
        let files = SigningKey().files
        // Never over an existing key: its signatures could no longer be verified. Both files are
        // begun before either is put in place.
        let secret = try NewFile(at: output, .secret, replacing: .anything)
        let open = try NewFile(at: output + ".pub", .unique, replacing: .anything)
        for (file, text) in [(secret, files.secret), (open, files.open)] {
            try Array(text.utf8).withUnsafeBytes { try file.write($0) }
        }
        try open.publish()
        try secret.publish()
        try StandardOutput.write("\(output)\n\(output).pub\n")
    }
}
