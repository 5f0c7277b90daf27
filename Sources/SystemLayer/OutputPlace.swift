import Foundation

/// Links are followed to their end, so that a link stays one and its target is replaced. Only files
/// are replaced: a pipe or a device has an owner.
package enum OutputPlace: Hashable {
    /// Without links at the end; there may be nothing yet.
    case file(String)
    case stream(String)
    /// A descriptor of this process: `/dev/stdout`, `/dev/fd/63`.
    case descriptor(Int32)

    /// The longest chain of links: as many as the systems themselves follow.
    private static let longestChain = 40

    /// Links and pipes must not lead out of a folder that other programs write to: they could have
    /// any file replaced.
    package init(_ path: String, followingLinks: Bool = true) throws(FileError) {
        guard followingLinks else {
            try Self.checkFile(path)
            self = .file(path)
            return
        }
        let place = try Self.followingLinks(path)
        if let number = Self.descriptor(place) {
            self = .descriptor(number)
            return
        }
        let name = Folder.split(place).name
        guard !name.isEmpty, name != ".", name != ".." else {
            throw .cannotCreate(path: path, reason: "names a folder, not a file")
        }
        switch try FileError.creating(path, try fileStatus(place)?.kind) {
        case nil, .file: self = .file(place)
        case .pipe, .device: self = .stream(place)
        case .folder: throw .cannotCreate(path: path, reason: "is a folder")
        case .disk: throw .cannotCreate(path: path, reason: "is a disk")
        case .link, .other: throw .cannotCreate(path: path, reason: "is not a file")
        }
    }

    private static func checkFile(_ path: String) throws(FileError) {
        let status = try FileError.writing(path, try fileStatus(path, followingLinks: false))
        guard status == nil || status?.kind == .file else {
            throw .cannotWrite(path: path, reason: "it is not a file")
        }
    }

    package static func followingLinks(_ path: String) throws(FileError) -> String {
        var place = path
        for _ in 0...longestChain {
            guard descriptor(place) == nil, let next = destination(of: place) else { return place }
            place = next.hasPrefix("/") ? next : "\(Folder.split(place).folder)/\(next)"
        }
        throw .cannotCreate(path: path, reason: "is a link that leads back to itself")
    }

    private static func destination(of path: String) -> String? {
        var buffer = [CChar](repeating: 0, count: 4096)
        let count = readlink(path, &buffer, buffer.count)
        guard count > 0 else { return nil }
        return String(decoding: buffer[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    /// The number in `/dev/fd/63`: the descriptor is already open, and its target may have no path.
    static func descriptor(_ path: String) -> Int32? {
        for folder in ["/dev/fd/", "/proc/self/fd/", "/proc/\(getpid())/fd/"]
        where path.hasPrefix(folder) {
            return Int32(path.dropFirst(folder.count))
        }
        return nil
    }

    package func isSameFile(as other: OutputPlace) -> Bool {
        guard case .file(let one) = self, case .file(let two) = other else { return false }
        if one == two || Self.isSame(one, two) { return true }
        let (first, second) = (Folder.split(one), Folder.split(two))
        return first.name == second.name && Self.isSame(first.folder, second.folder)
    }

    package static func isSame(_ one: String, _ two: String) -> Bool {
        guard let first = knownStatus(one), let second = knownStatus(two) else { return false }
        return first.isSame(as: second)
    }
}
