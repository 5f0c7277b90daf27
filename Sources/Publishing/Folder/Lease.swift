import Dispatch
import FeedReading
import Foundation
import GTFSSchedule
import SystemLayer

/// The right to publish into a folder, held by one run at a time across all machines.
///
/// It consists of a system lock on `.gtfs/lock`, which ends with its process, and a file
/// `.gtfs/lease.json` with the holder's host and process, which the holder touches every few
/// seconds. The lock is enough on one machine, and on network folders that share locks between
/// machines. Elsewhere the lease decides: a lease of another host is valid while it is touched, and
/// stale after a minute and a half without a touch, see ``HeartbeatWatch``.
package final class Lease {
    private struct Holder: Codable, Hashable {
        var host: String
        var pid: Int32
        var token: String
        var since: String

        var isAlive: Bool { ThisProcess.isAlive(pid) }
    }

    private static let heartbeatSeconds = 15
    private static let settlingMilliseconds: UInt32 = 1000
    private static let retryMilliseconds: UInt32 = 500

    private let folder: PublishFolder
    private let lock: Descriptor
    private let holder: Holder
    private let heartbeat: any DispatchSourceTimer

    private static func path(_ folder: PublishFolder) -> String {
        folder.stateFolder + "/lease.json"
    }

    /// Takes the lease, waiting for it up to the given time. Where a lease of another host may be
    /// stale, it is watched until that is known, however short the time is.
    package static func take(
        _ folder: PublishFolder, waiting seconds: Int = 0, by time: SteadyTime = .ofMachine
    ) throws -> Lease {
        let deadline = time.now() + Double(seconds)
        var watch = HeartbeatWatch()
        while true {
            watch.verdict = nil
            do {
                return try Lease(folder) { watch.look(at: $0, now: time.now()) }
            } catch PublishingError.held(let path, let owner) {
                guard watch.verdict == .unknown || time.now() < deadline else {
                    throw PublishingError.held(folder: path, by: owner)
                }
                time.pause(retryMilliseconds)
            }
        }
    }

    private init(
        _ folder: PublishFolder, look: (_ path: String) -> HeartbeatWatch.Verdict
    ) throws {
        self.folder = folder
        let lockPath = folder.lockPath
        let path = Self.path(folder)
        let opened = try PublishingError.writing(lockPath, try Descriptor.sharing(lockPath))
        guard let opened else {
            throw PublishingError.cannotWrite(path: lockPath, reason: "it is not a file")
        }
        lock = opened
        let mine = Holder(
            host: Self.host, pid: ThisProcess.number, token: UUID().uuidString, since: Timestamp.now
        )
        holder = mine
        let locking = lock.lock()
        let isLocked = locking == .locked
        let other = try Self.holder(path)
        guard locking != .held else {
            throw PublishingError.held(folder: folder.path, by: Self.words(other))
        }
        // On a file system without locks the lease alone must do.
        let isOthers = other.map { $0.host != mine.host || !isLocked && $0.isAlive } ?? false
        if isOthers, look(path) != .stale {
            // Otherwise a program that is just being started would have it at the next look.
            lock.unlock()
            throw PublishingError.held(folder: folder.path, by: Self.words(other))
        }
        RunMark(folder).begin()
        // Registered before it exists: a signal right after the file is written gives it back.
        HeldLeases.shared.add(path, mine.token, of: folder)
        do {
            try PublishFolder.write(Array(JSONEncoder().encode(mine)), to: path)
            if !isLocked {
                // Another machine may have looked at the same moment: the last one to write has it.
                ThisProcess.pause(milliseconds: Self.settlingMilliseconds)
                let last = try Self.holder(path)
                guard last == mine else {
                    throw PublishingError.held(folder: folder.path, by: Self.words(last))
                }
            }
        } catch {
            HeldLeases.shared.release(path)
            throw error
        }
        heartbeat = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "gtfs.lease"))
        heartbeat.schedule(
            deadline: .now() + .seconds(Self.heartbeatSeconds),
            repeating: .seconds(Self.heartbeatSeconds))
        // A lease that another run has taken over is not kept alive.
        heartbeat.setEventHandler { if (try? Self.holder(path)) == mine { Files.touch(path) } }
        heartbeat.resume()
    }

    deinit {
        heartbeat.cancel()
        HeldLeases.shared.release(Self.path(folder))
        lock.unlock()
    }

    /// A machine that slept may have lost the lease.
    package func check() throws {
        let other = try Self.holder(Self.path(folder))
        guard other == holder else {
            throw PublishingError.leaseLost(folder: folder.path, to: Self.words(other))
        }
    }

    /// Whether a run seems to be at work in a folder. Asks without the lock, which a run that
    /// begins at this moment would find taken; a killed process of this machine does not count. It
    /// does not wait for a heartbeat either: a time in the future counts like one in the past.
    static func isHeld(_ folder: PublishFolder) -> Bool {
        let path = path(folder)
        do {
            guard let holder = try holder(path), let file = knownStatus(path) else { return false }
            let age = Int(Date().timeIntervalSince1970) - file.modifiedSeconds
            return abs(age) < Int(HeartbeatWatch.staleSeconds)
                && (holder.host != host || holder.isAlive)
        } catch {
            return false
        }
    }

    static func token(_ path: String) -> String? { (try? holder(path))?.token }

    private static func holder(_ path: String) throws -> Holder? {
        guard let bytes = try PublishFolder.read(path) else { return nil }
        // A damaged or foreign file names no holder.
        return try? JSONDecoder().decode(Holder.self, from: Data(bytes))
    }

    private static func words(_ holder: Holder?) -> String {
        guard let holder else { return "another process" }
        return "process \(holder.pid) on \(holder.host), since \(holder.since)"
    }

    /// `GTFS_HOST` sets another name, because containers often share one.
    package static var host: String {
        ThisProcess.variable("GTFS_HOST") ?? ThisProcess.host ?? "localhost"
    }
}

/// A signal that ends the process gives them back, except those that another machine has taken over
/// meanwhile.
package final class HeldLeases: Sendable {
    package static let shared = HeldLeases()

    private struct Held {
        let token: String
        let folder: PublishFolder
    }

    private let leases = Locked<[String: Held]>([:])

    private init() {}

    func add(_ path: String, _ token: String, of folder: PublishFolder) {
        leases.withLock { $0[path] = Held(token: token, folder: folder) }
    }

    func release(_ path: String) {
        leases.withLock { leases in
            guard let lease = leases.removeValue(forKey: path) else { return }
            Self.remove(path, lease)
        }
    }

    package func recordInterruption(by signal: Int32) {
        leases.withLock { leases in
            for (path, lease) in leases where Self.isOurs(path, lease) {
                UpdateStatus.recordInterruption(by: signal, in: lease.folder)
            }
        }
    }

    package func releaseAllForExit() {
        leases.withLockForExit { leases in
            for (path, lease) in leases { Self.remove(path, lease) }
        }
    }

    private static func isOurs(_ path: String, _ lease: Held) -> Bool {
        Lease.token(path) == lease.token
    }

    private static func remove(_ path: String, _ lease: Held) {
        if isOurs(path, lease) { Files.remove(path) }
    }
}
