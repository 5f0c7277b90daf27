import SystemLayer

/// In any case the existing bundle stays as it was.
package enum BundleUpdateError: Error, Hashable, Sendable {
    case address(String, reason: String)
    case network(source: String, reason: String)
    case refused(source: String, status: Int, hint: String?)
    /// There is no manifest, or no file that it names, in a folder of this machine.
    case missing(path: String, hint: String? = nil)
    case notAManifest(source: String, reason: String)
    case unsigned(source: String)
    case wrongSignature(source: String)
    case otherFeed(offered: String, wanted: String)
    case older(source: String, offered: String, seen: String)
    case expired(source: String, at: String)
    case unsafeName(String)
    case damaged(name: String, reason: String)
    case newerLayout(version: String, layout: Int)
    case busy(path: String)
    /// The bundle, or a file beside it, cannot be made: its folder is not there or not writable, or
    /// something else has its name.
    case cannotCreate(path: String, reason: String)
    case disk(reason: String)
    case nothingToRollBack(path: String)
}

extension BundleUpdateError {
    /// A failure is one of the disk; `what` says what a file then cannot be.
    static func using<Value: ~Copyable>(
        _ path: String, cannotBe what: String,
        _ call: @autoclosure () throws(SystemError) -> Value
    ) throws(BundleUpdateError) -> Value {
        try SystemError.turning(
            into: {
                BundleUpdateError.disk(reason: "\(path): cannot be \(what): \($0.description)")
            }, try call())
    }
}

extension BundleUpdateError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .address(let text, let reason): "\(ShownURL(text).text): \(reason)"
        case .network(let source, let reason): "\(source): \(reason)"
        case .refused(let source, let status, let hint):
            "\(source): the server answered with status \(status)" + (hint.map { "; \($0)" } ?? "")
        case .missing(let path, let hint):
            "\(path): there is no such file or folder" + (hint.map { "; \($0)" } ?? "")
        case .notAManifest(let source, let reason):
            "\(source): is not a manifest: \(reason)"
        case .unsigned(let source):
            "\(source): the manifest is not signed, but there is a key to check it with"
        case .wrongSignature(let source):
            "\(source): the manifest is not signed with this key; get the right key from its "
                + "publisher before taking anything from there"
        case .otherFeed(let offered, let wanted):
            "the feed there is \(offered), not \(wanted); each feed needs a file of its own"
        case .older(let source, let offered, let seen):
            "\(source): the manifest (\(offered)) is older than one that was seen (\(seen)); "
                + "newer ones may be withheld on the way"
        case .expired(let source, let instant):
            "\(source): the manifest expired at \(instant): its publisher stopped renewing it, "
                + "newer ones are withheld, or the clock of this machine is wrong"
        case .unsafeName(let name): "the manifest names a file \(name), which is not a plain name"
        case .damaged(let name, let reason): "\(name): \(reason)"
        case .newerLayout(let version, let layout):
            "the version \(version) has the newer layout \(layout); update this program to read it"
        case .busy(let path): "\(path): is being fetched by another process"
        case .cannotCreate(let path, let reason): "\(path): cannot be made: \(reason)"
        case .disk(let reason): reason
        case .nothingToRollBack(let path): "\(path): there is no earlier bundle to go back to"
        }
    }
}
