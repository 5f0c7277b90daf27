import Foundation

/// In an open file: all users of a machine can read the list of processes, and so other arguments.
package enum HandedArguments {
    /// Followed by the number of the descriptor; only programs write it, so no help mentions it.
    private static let option = "--arguments-in-descriptor"
    private static let mostBytes = 16 << 20

    package static func give<Value>(
        _ arguments: [String], _ body: ([String]) throws -> Value
    ) throws -> Value {
        guard !arguments.isEmpty else { return try body([]) }
        let folder = ThisProcess.variable("TMPDIR") ?? "/tmp"
        let file = try open(arguments, folder)
        return try body([option, "\(file.number)"])
    }

    /// Without a name; stays open in the next program.
    private static func open(
        _ arguments: [String], _ folder: String
    ) throws(FileError) -> Descriptor {
        do throws(SystemError) {
            var scratch = try ScratchFile(in: folder)
            // No argument can hold a NUL.
            let text = Array(arguments.joined(separator: "\0").utf8)
            try text.withUnsafeBufferPointer { (bytes) throws(SystemError) in
                try scratch.append(UnsafeRawBufferPointer(bytes))
            }
            let file = scratch.finish()
            try systemCall { fcntl(file.number, F_SETFD, 0) }
            return file
        } catch {
            throw .cannotWrite(path: folder, reason: error.description)
        }
    }

    package static func taken(_ arguments: [String]) throws(FileError) -> [String] {
        guard let place = arguments.firstIndex(of: option), place + 1 < arguments.count,
            let number = Int32(arguments[place + 1])
        else { return arguments }
        let bytes: [UInt8]
        do throws(SystemError) {
            let file = try Descriptor(duplicating: number)
            bytes = try file.bytes(0..<min(file.status().size, mostBytes))
        } catch {
            throw .cannotRead(path: "\(option) \(number)", reason: error.description)
        }
        let handed = bytes.split(separator: 0, omittingEmptySubsequences: false)
            .map { String(decoding: $0, as: UTF8.self) }
        return arguments[..<place] + handed + arguments[(place + 2)...]
    }
}
