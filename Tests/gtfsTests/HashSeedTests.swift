import Foundation
import TestSupport
import Testing

@Suite("Hash seeds", .blocking)
struct HashSeedTests {
    private let place: Workplace

    init() throws {
        place = try Workplace()
    }

    @Test("Bytes and notices are the same for any seed")
    func sameBytes() throws {
        var bundles: Set<Data> = []
        var reports: Set<String> = []
        for seed in ["", "0", "1", "9223372036854775807", "18446744073709551615"] {
            let environment = ["GTFS_HASH_SEED": seed]
            let outcome = try Command.run(
                ["build", Workplace.sample, "-o", place.bundle, "--date", "20261120", "--quiet"],
                in: place.folder, environment: environment)
            #expect(outcome.code == 0, "seed \(seed): \(outcome.errors)")
            bundles.insert(try Data(contentsOf: URL(fileURLWithPath: place.bundle)))
            let validation = try Command.run(
                ["validate", Workplace.sample, "--date", "20261120", "--stdout"],
                in: place.folder, environment: environment)
            // All but when and how long, which the summary says.
            let notices = try #require(validation.output.range(of: "\"notices\""))
            reports.insert(String(validation.output[notices.lowerBound...]))
        }
        #expect(bundles.count == 1)
        #expect(reports.count == 1)
    }
}
