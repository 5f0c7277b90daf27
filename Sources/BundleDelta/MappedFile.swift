import SystemLayer

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A file's bytes, in memory as far as they are looked at.
final class MappedFile {
    let bytes: UnsafeRawBufferPointer

    init(_ path: String) throws {
        let file = try FileReader(path)
        guard file.size > 0 else {
            bytes = UnsafeRawBufferPointer(start: nil, count: 0)
            return
        }
        let address = mmap(nil, file.size, PROT_READ, MAP_PRIVATE, file.descriptor, 0)
        guard let address, address != MAP_FAILED else {
            throw BundleDeltaError.cannotRead(path: path, reason: SystemError.last.description)
        }
        bytes = UnsafeRawBufferPointer(start: address, count: file.size)
    }

    deinit {
        if let address = bytes.baseAddress {
            munmap(UnsafeMutableRawPointer(mutating: address), bytes.count)
        }
    }
}
