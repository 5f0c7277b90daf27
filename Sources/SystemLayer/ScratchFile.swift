import Foundation

/// For bytes that do not fit in memory, or that must be read in another order.
///
/// It is made as `.gtfs-XXXXXX`, readable only by its owner, and loses that name at once, so that
/// the system frees it with its descriptor however the program ends, even in a crash.
package struct ScratchFile: ~Copyable {
    /// Write only with `append`.
    package let descriptor: Descriptor
    package private(set) var count = 0

    package init(in folder: String) throws(SystemError) {
        // A signal that ends the process cannot come between the two steps.
        descriptor = try UnfinishedFiles.shared.keeping { () throws(SystemError) -> Descriptor in
            try NewFile.withNewName("\(folder)/.gtfs-") { (path) throws(SystemError) in
                let made = try Descriptor(path, O_RDWR | O_CREAT | O_EXCL, mode: 0o600)
                unlink(path)
                return made
            }
        }
    }

    package mutating func append(_ bytes: UnsafeRawBufferPointer) throws(SystemError) {
        try descriptor.write(bytes)
        count += bytes.count
    }

    package mutating func removeAll() throws(SystemError) {
        guard count > 0 else { return }
        try descriptor.empty()
        count = 0
    }

    package consuming func finish() -> Descriptor { descriptor }
}
