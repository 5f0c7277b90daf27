#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A file that is written beside the place where it will be, and put there when it is whole.
///
/// One that is not published is removed. A process that is killed leaves `.NAME.part-AbC123`.
final class NewFile {
    let writer: FileWriter
    private let target: String
    private let folder: String
    private let temporaryPath: String
    private var isPublished = false

    init(_ target: String) throws {
        self.target = target
        let slash = target.lastIndex(of: "/")
        folder = slash.map { $0 == target.startIndex ? "/" : String(target[..<$0]) } ?? "."
        let name = slash.map { target[target.index(after: $0)...] } ?? target[...]
        guard !name.isEmpty else {
            throw BundleDeltaError.cannotWrite(path: target, reason: "it names no file")
        }
        var template = Array("\(folder)/.\(name).part-XXXXXX".utf8CString)
        let descriptor = mkstemp(&template)
        guard descriptor >= 0 else {
            throw BundleDeltaError.cannotWrite(path: target, reason: lastReason())
        }
        temporaryPath = String(
            decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
        writer = FileWriter(descriptor, path: target)
    }

    deinit {
        if !isPublished { unlink(temporaryPath) }
    }

    /// Puts the file in its place; after this it survives a power cut.
    func publish() throws {
        // mkstemp makes files for their owner alone; this one is as readable as any new file.
        let mask = umask(0)
        umask(mask)
        try writer.synchronize()
        guard fchmod(writer.descriptor, 0o666 & ~mask) == 0, rename(temporaryPath, target) == 0
        else {
            throw BundleDeltaError.cannotWrite(path: target, reason: lastReason())
        }
        isPublished = true
        let directory = open(folder, O_RDONLY | O_CLOEXEC)
        guard directory >= 0 else { return }
        fsync(directory)
        close(directory)
    }
}
