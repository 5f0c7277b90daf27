import TestSupport
import Testing
import TransitBundle

/// A file that was damaged on its way must make the library throw, or answer what it can; a crash
/// would take the app with it. A trap anywhere here ends the test run.
@Suite("Damaged bundles")
struct MutationTests {
    /// `BUNDLE_MUTATIONS=20000` for a long run, in which every column takes every value, too.
    private let damage: BundleDamage
    private let folder: TestFolder
    private let path: String

    init() async throws {
        folder = try TestFolder()
        damage = try BundleDamage(of: try await SampleBundle.path.value, in: folder)
        path = folder.path + "/damaged.sqlite"
    }

    @Test("every question of a whole bundle is answered")
    func whole() async throws {
        var questions = EveryQuestion(try await sampleBundle())
        await questions.askAll()
        #expect(questions.errors == 0)
        #expect(questions.answers > 200)
    }

    @Test("bytes changed at random")
    func bytes() async throws {
        var random = SeededGenerator(seed: 2026)
        let flips = damage.numbers(300)
        var opened = 0
        var threw = 0
        for number in flips {
            _ = try damage.flipBytes(&random, path)
            guard let bundle = try? TransitBundle(path: path) else { continue }
            opened += 1
            var questions = EveryQuestion(bundle, spread: 13, turn: number)
            await questions.askAll()
            if questions.errors > 0 { threw += 1 }
        }
        // Most damage lies where opening does not look, and a good part of it is found.
        #expect(opened > flips.count / 4)
        #expect(threw > flips.count / 20)
    }

    @Test("damage of all kinds")
    func all() async throws {
        for number in damage.numbers(60) {
            try damage.make(number, at: path)
            await askAll(number)
        }
    }

    @Test("any column of any table replaced", arguments: BundleDamage.values)
    func columns(value: String) async throws {
        #expect(damage.columns.count > 200)
        let turn = BundleDamage.values.firstIndex(of: value) ?? 0
        for (number, column) in damage.columns.enumerated() {
            // In a short run every column takes some of the values.
            guard BundleDamage.asked != nil || (number + turn) % 9 == 0 else { continue }
            try damage.make(
                at: path,
                changing: "UPDATE OR REPLACE \(column.table) SET \"\(column.name)\" = \(value)")
            await askAll(number + turn)
        }
    }

    @Test("any table or index dropped, or emptied")
    func tables() async throws {
        #expect(damage.objects.count > 60)
        for (number, object) in damage.objects.enumerated() {
            try damage.make(at: path, changing: "DROP \(object.type) \"\(object.name)\"")
            await askAll(number)
            if object.type == "table" {
                try damage.make(at: path, changing: "DELETE FROM \"\(object.name)\"")
                await askAll(number)
            }
        }
    }

    /// - Parameter turn: which of the stops, routes and trips are asked about: over all damage, each is.
    private func askAll(_ turn: Int) async {
        guard let bundle = try? TransitBundle(path: path) else { return }
        var questions = EveryQuestion(bundle, spread: 11, turn: turn)
        await questions.askAll()
    }
}
