#if os(Linux)
    import Foundation

    package enum OpenFiles {
        /// The descriptors of files with such paths; a file that has no name any more keeps the one
        /// that it had.
        package static func descriptors(_ isWanted: (String) -> Bool) throws -> [Int32] {
            let folder = "/proc/self/fd"
            return try FileManager.default.contentsOfDirectory(atPath: folder).compactMap { name in
                let path = try? FileManager.default.destinationOfSymbolicLink(
                    atPath: "\(folder)/\(name)")
                guard let path, isWanted(path) else { return nil }
                return Int32(name)
            }
        }
    }
#endif
