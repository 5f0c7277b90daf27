import Foundation
import Publishing
import TestSupport
import Testing

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

@Suite("The right to publish") struct LeaseTests {
    #if os(Linux)
        /// A program that another thread starts has a copy of every descriptor, until it runs.
        @Test("A released lease is free at once, even while its file is open")
        func copied() throws {
            let place = try UpdatePlace()
            try place.serve(NightlyFeed())
            try place.update()
            let folder = URL(fileURLWithPath: place.folder.path).lastPathComponent
            var lease: Lease? = try Lease.take(place.publishFolder)
            #expect(throws: PublishingError.self) { try Lease.take(place.publishFolder) }
            let descriptors = try OpenFiles.descriptors {
                $0.hasSuffix("/\(folder)/published/.gtfs/lock")
            }
            let copies = descriptors.map { dup($0) }
            defer { for copy in copies { close(copy) } }
            #expect(copies.count == 1)
            withExtendedLifetime(lease) {}
            lease = nil
            _ = try Lease.take(place.publishFolder)
        }
    #endif
}
