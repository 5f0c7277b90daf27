import Foundation
import HTTPTypes
import SystemLayer
import TransitAPI

/// If there are files of both kinds, a request needs both.
@available(iOS 17, macOS 14, *)
package final class AccessKeys: Sendable {
    private struct Keys: Sendable {
        /// The hashes of the tokens; they have equal lengths, so comparing each takes equally long.
        var tokens: [[UInt8]]?
        var secrets: [[UInt8]]?
    }

    /// How far a client's clock may differ from the server's, and how old a signed request may be.
    static let slackSeconds = 300.0
    private static let mostBytes = 1 << 20

    private let tokenFile: String?
    private let secretFile: String?
    private let keys = Locked(Keys())

    package init(tokenFile: String?, secretFile: String?) throws(ServingError) {
        self.tokenFile = tokenFile
        self.secretFile = secretFile
        try reread()
    }

    /// The previous content stays in force if that fails.
    func reread() throws(ServingError) {
        var read = Keys()
        read.tokens = try tokenFile.map(Self.lines)?.map(SHA256.digest)
        read.secrets = try secretFile.map(Self.lines)
        let keys = read
        self.keys.withLock { $0 = keys }
    }

    private static func lines(_ path: String) throws(ServingError) -> [[UInt8]] {
        let bytes: [UInt8]?
        do throws(FileError) {
            bytes = try WholeFile.read(path, atMost: mostBytes)
        } catch {
            throw .unusable(path: path, reason: error.reason)
        }
        guard let bytes else { throw .missing(path: path) }
        let blanks = Set(" \t".utf8)
        let ends = Set("\r\n".utf8)
        let lines = bytes.split { ends.contains($0) }.map { line -> [UInt8] in
            var line = line.drop { blanks.contains($0) }
            while let last = line.last, blanks.contains(last) { line.removeLast() }
            return Array(line)
        }.filter { (line: [UInt8]) in !line.isEmpty && line.first != UInt8(ascii: "#") }
        guard !lines.isEmpty else {
            throw .unusable(path: path, reason: "has no line with a secret")
        }
        return lines
    }

    // MARK: Requests

    func check(_ request: HTTPRequest, at now: Date) throws(Unauthorized) {
        let keys = keys.withLock { $0 }
        if let tokens = keys.tokens {
            try Self.checkToken(request, among: tokens, isSigned: keys.secrets != nil)
        }
        if let secrets = keys.secrets {
            try Self.checkSignature(request, with: secrets, at: now, hasToken: keys.tokens != nil)
        }
    }

    private static func checkToken(
        _ request: HTTPRequest, among tokens: [[UInt8]], isSigned: Bool
    ) throws(Unauthorized) {
        let words = request.headerFields[.authorization]?
            .split(separator: " ", maxSplits: 1).map(String.init)
        let challenge = "Bearer realm=\"gtfs\""
        let other = isSigned ? ", HMAC-SHA256" : ""
        guard let words, words.count == 2, words[0].lowercased() == "bearer" else {
            throw Unauthorized(
                "Authorization", message: "The header Authorization has no token.",
                challenge: challenge + other)
        }
        let digest = SHA256.digest(of: words[1].utf8)
        // Compares all of them, each to its end, so that timing does not reveal how much was right.
        let matches = tokens.count { $0.isEqual(inConstantTimeTo: digest) }
        guard matches > 0 else {
            throw Unauthorized(
                "Authorization", message: "The token is not known here.",
                challenge: challenge + ", error=\"invalid_token\"" + other)
        }
    }

    private static func checkSignature(
        _ request: HTTPRequest, with secrets: [[UInt8]], at now: Date, hasToken: Bool
    ) throws(Unauthorized) {
        let timestampName = "X-Request-Timestamp"
        let signatureName = "X-Request-Signature"
        func refusal(_ field: String, _ fault: String) -> Unauthorized {
            Unauthorized(
                field, message: "\(field) \(fault)",
                challenge: hasToken ? "Bearer realm=\"gtfs\", HMAC-SHA256" : "HMAC-SHA256")
        }
        guard let timestamp = request.headerFields[timestampName],
            let instant = Self.instant(timestamp)
        else { throw refusal(timestampName, "must be a time such as 2026-11-18T11:06:40Z.") }
        guard abs(now.timeIntervalSince(instant)) <= slackSeconds else {
            throw refusal(
                timestampName,
                "is more than five minutes from the server's time, which the header Date gives."
            )
        }
        guard let signature = request.headerFields[signatureName].map({ Array($0.utf8) }),
            signature.count == SHA256.byteCount * 2, signature.allSatisfy(digits.contains)
        else { throw refusal(signatureName, "must be 64 lower-case hexadecimal digits.") }
        let text = [request.method.rawValue, target(request.path ?? "/"), timestamp]
            .joined(separator: "\n")
        let matches = secrets.count { secret in
            Array(MessageCode.sha256(of: Array(text.utf8), key: secret).hexadecimal.utf8)
                .isEqual(inConstantTimeTo: signature)
        }
        guard matches > 0 else {
            throw refusal(signatureName, "does not belong to this request and timestamp.")
        }
    }

    private static let digits = Set("0123456789abcdef".utf8)

    private static func target(_ target: String) -> String {
        let path = RequestTarget.path(of: target)
        return path.hasPrefix("/") ? String(path) : "/" + path
    }

    private static func instant(_ text: String) -> Date? {
        guard text.utf8.count == 20, text.hasSuffix("Z") else { return nil }
        return try? Date(text, strategy: .iso8601)
    }
}

@available(iOS 17, macOS 14, *)
struct Unauthorized: Error, Hashable {
    let failure: APIFailure
    let challenge: String

    init(_ field: String, message: String, challenge: String) {
        failure = APIFailure(.unauthorized, field: field, message)
        self.challenge = challenge
    }
}
