import SystemLayer
import TestSupport

/// A server over TLS whose certificate nothing vouches for but itself.
final class UntrustedServer {
    private static let program = "/usr/bin/openssl"

    static var canRun: Bool { Files.exist(at: program) }

    let url: String
    private let process: ProcessRun

    init() async throws {
        let folder = try TestFolder()
        let made = try ProcessRun.run(
            Self.program,
            [
                "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1",
                "-nodes",
                "-days", "2", "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost",
                "-keyout", "key.pem", "-out", "certificate.pem",
            ], folder: folder)
        guard made.end == .exited(0) else { throw Failure(words: made.standardError) }
        process = try ProcessRun(
            Self.program,
            [
                "s_server", "-accept", "127.0.0.1:0", "-key", "key.pem", "-cert", "certificate.pem",
                "-www",
            ], folder: folder)
        // `ACCEPT 127.0.0.1:40961`
        var port: Substring?
        while port == nil {
            guard try !process.hasEnded else {
                throw Failure(words: try process.wait().standardError)
            }
            try await Task.sleep(for: .milliseconds(5))
            port = try process.outputSoFar.split(separator: "\n")
                .first { $0.hasPrefix("ACCEPT ") }?.split(separator: ":").last
        }
        url = "https://localhost:\(port ?? "")"
    }

    deinit {
        process.send(9)
    }

    struct Failure: Error {
        let words: String
    }
}
