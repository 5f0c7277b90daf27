import SystemLayer

/// An exported file, under construction beside its target. An existing one is replaced only on
/// request.
struct ExportFile {
    let file: NewFile
    private let target: String
    private let overwrites: Bool

    /// - Parameter form: whether a pipe or a device will do.
    init(_ target: String, overwrites: Bool, form: NewFile.Form = .file) throws {
        self.target = target
        self.overwrites = overwrites
        try Self.checkReplaceable(target, overwrites)
        file = try NewFile(at: target, form, replacing: .anything)
    }

    /// Puts the finished file in its place.
    func publish() throws {
        try Self.checkReplaceable(target, overwrites)
        try file.publish()
    }

    /// Throws when there is a file that is not to be replaced.
    private static func checkReplaceable(_ target: String, _ overwrites: Bool) throws {
        guard !overwrites, case .file(let place) = try OutputPlace(target) else { return }
        do throws(SystemError) {
            guard try fileStatus(place) != nil else { return }
        } catch {
            throw FileError.cannotCreate(path: target, reason: error.description)
        }
        throw FileError.cannotCreate(
            path: target, reason: "is there already; --overwrite replaces it")
    }
}
