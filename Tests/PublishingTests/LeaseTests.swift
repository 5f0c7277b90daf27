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
    /// Far from the present, as by the clock of another machine or of the disk.
    private static let offsets = [-86_400.0, 0, 86_400]

    /// A lease of another machine, and a time that passes only while a run waits for it.
    private final class OtherMachine {
        let place: UpdatePlace
        private let path: String
        private let start: Date
        private(set) var seconds = 0.0
        /// The heartbeats until it falls silent.
        private let beats: Int
        private var beaten = 0

        init(offset: Double, beats: Int) throws {
            place = try UpdatePlace()
            start = Date() + offset
            self.beats = beats
            path = try place.folder.write(
                "published/.gtfs/lease.json",
                Array(#"{"host":"other","pid":12,"token":"x","since":"2026-11-28"}"#.utf8))
            touch()
        }

        private func touch() {
            do {
                try FileManager.default.setAttributes(
                    [.modificationDate: start + seconds], ofItemAtPath: path)
            } catch {
                Issue.record("\(error)")
            }
        }

        func take(waiting: Int = 0) throws -> Lease {
            let time = SteadyTime(
                now: { self.seconds },
                pause: { milliseconds in
                    self.seconds += Double(milliseconds) / 1000
                    guard self.beaten < min(self.beats, Int(self.seconds) / 15) else { return }
                    self.beaten += 1
                    self.touch()
                })
            return try Lease.take(place.publishFolder, waiting: waiting, by: time)
        }
    }

    @Test("A lease of another machine is stale after 90 seconds of silence", arguments: offsets)
    func silent(offset: Double) throws {
        let machine = try OtherMachine(offset: offset, beats: 0)
        _ = try machine.take()
        #expect(90..<91 ~= machine.seconds)
    }

    @Test("A lease that is touched is that of a run at work", arguments: offsets)
    func touched(offset: Double) throws {
        let machine = try OtherMachine(offset: offset, beats: 100)
        let error = #expect(throws: PublishingError.self) { try machine.take() }
        #expect(error?.exitCode == 75)
        #expect(15..<16 ~= machine.seconds)
        #expect(throws: PublishingError.self) { try machine.take(waiting: 600) }
        #expect(615..<617 ~= machine.seconds)
    }

    @Test("A run that waits takes over 90 seconds after the last touch", arguments: offsets)
    func fallsSilent(offset: Double) throws {
        let machine = try OtherMachine(offset: offset, beats: 4)
        _ = try machine.take(waiting: 600)
        #expect(150..<151 ~= machine.seconds)
    }

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
