import Foundation
import HTTPTypes
import NIOCore
import ServerTestSupport
import SystemLayer
import TestSupport
import Testing
import TransitAPI
import TransitModel

@testable import TransitServer

@Suite("Live data under load")
struct LiveLoadTests {
    private static let now = 1_795_158_000

    /// Both trips are as late as the message says, so that a mixed answer shows two numbers.
    private static func message(_ number: Int) -> [UInt8] {
        LiveMessage(at: now + number).late("T1", from: 1, by: 60 + number)
            .late("T2", from: 1, by: 60 + number).bytes
    }

    @Test("A thousand generations and a hundred versions: no failure, no mixed answer")
    func changes() async throws {
        let place = try ServedPlace()
        let published = place.folder.path + "/published"
        try place.publish("20261120-00000000", "Old", at: "2026-11-20T03:00:00Z", in: published)
        let served = try await LiveServed(
            place.folder, path: published, bundle: place.bundle("Old"),
            at: Date(timeIntervalSince1970: Double(Self.now)))
        try await served.receive(Self.message(0))
        let isDone = Locked(false)
        /// The answers to each address so far.
        let answered = Locked([Int](repeating: 0, count: 4))
        let generations = Locked(0)
        let addresses = [
            "stops/A/departures?at=2026-11-20T07:50:00&n=5",
            "departures?stops=A&stops=B&at=2026-11-20T07:50:00",
            "trips/T1?date=20261120", "stops/A/departures?at=2026-11-20T07:55:00&for=1h",
        ]
        let counts = try await withThrowingTaskGroup(of: Int.self) { group in
            for (index, address) in addresses.enumerated() {
                group.addTask {
                    var count = 0
                    // After a failure no client waits for more.
                    defer { answered.withLock { $0[index] = .max } }
                    while !isDone.withLock({ $0 }) {
                        try await Self.check(served, address)
                        count += 1
                        answered.withLock { $0[index] = count }
                        // An answer to each address for five generations: more would find nothing else.
                        while count > generations.value / 5, !isDone.withLock({ $0 }) {
                            try await Task.sleep(for: .milliseconds(1))
                        }
                    }
                    return count
                }
            }
            for number in 1...1000 {
                if number % 10 == 0 {
                    let digits = String(number + 100_000)
                    try place.publish(
                        "20261120-00\(digits)", number % 20 == 0 ? "Old" : "New",
                        at: "2026-11-20T04:\(Self.two(number / 20)):\(Self.two(number % 20))Z",
                        in: published)
                    await served.core.refresh()
                }
                try await served.receive(Self.message(number))
                generations.withLock { $0 = number }
                // Each address is answered now and then, on machines of any speed.
                while answered.value.contains(where: { $0 < number / 15 }) {
                    try await Task.sleep(for: .milliseconds(1))
                }
            }
            isDone.withLock { $0 = true }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(counts.allSatisfy { $0 > 50 }, "\(counts)")
        #expect(try served.feed.swaps == 100)
        let last: Envelope<Board> = try await served.answer(addresses[0])
        #expect(last.data.events.prefix(2).map(\.realtime?.delaySeconds) == [1060, 1060])
        #expect(try served.live.keptViews <= 4)
    }

    private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

    private static func check(_ served: LiveServed, _ address: String) async throws {
        let body = try await served.ask("/api/v1/" + address)
        let bytes = Array(buffer: body.body)
        #expect(body.status == .ok)
        let text = String(decoding: bytes, as: UTF8.self)
        let delays = Set(text.matches(of: /"delay_seconds":(\d+)/).map { String($0.1) })
        #expect(delays.count == 1, "\(delays)")
        let names = ["Old", "New"].filter { text.contains("\"\($0)\"") }
        #expect(names.count <= 1)
    }
}
