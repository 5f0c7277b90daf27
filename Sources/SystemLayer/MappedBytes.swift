import Foundation

package final class MappedBytes {
    package let bytes: UnsafeRawBufferPointer

    package init(_ file: borrowing Descriptor, count: Int) throws(SystemError) {
        guard count > 0 else {
            bytes = UnsafeRawBufferPointer(start: nil, count: 0)
            return
        }
        let address = mmap(nil, count, PROT_READ, MAP_PRIVATE, file.number, 0)
        guard let address, address != MAP_FAILED else { throw .last }
        bytes = UnsafeRawBufferPointer(start: address, count: count)
    }

    deinit {
        if let address = bytes.baseAddress {
            munmap(UnsafeMutableRawPointer(mutating: address), bytes.count)
        }
    }
}

/// For texts long enough to be worth a call.
package enum MemoryComparison {
    package static func areEqual(
        _ left: UnsafeRawPointer, _ right: UnsafeRawPointer, count: Int
    ) -> Bool {
        memcmp(left, right, count) == 0
    }
}
