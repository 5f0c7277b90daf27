import BundleDelta
import TestSupport
import Testing

@Suite("Damaged deltas")
struct DamagedDeltaTests {
    private let files: DeltaFiles
    private let whole: [UInt8]
    private let new: [UInt8]

    init() throws {
        let old = noise(3000, seed: 3)
        var changed = Array(old[900...] + old[..<900] + noise(200, seed: 4))
        for place in stride(from: 0, to: changed.count, by: 50) { changed[place] &+= 1 }
        new = changed
        files = try DeltaFiles(old: old, new: new)
        whole = try files.bytes(files.delta)
    }

    /// Applies other bytes as a delta, which must end in an error, or in the right file; returns
    /// whether it was the file.
    @discardableResult
    private func expectHarmless(_ bytes: [UInt8]) throws -> Bool {
        try files.replaceDelta(bytes)
        do {
            try BundleDelta.apply(
                files.delta, to: files.old, writing: files.result, sizeLimit: 1 << 20)
            #expect(try files.bytes(files.result) == new)
            return true
        } catch is BundleDeltaError {
            #expect(try files.leftovers().isEmpty)
            return false
        }
    }

    @Test("Every flipped byte")
    func flips() throws {
        var harmless = 0
        for place in whole.indices {
            var bytes = whole
            bytes[place] ^= UInt8(1 << (place % 8))
            try harmless += expectHarmless(bytes) ? 1 : 0
            if place < 112 { #expect(harmless == 0, "byte \(place)") }
        }
        // In a deflated block, bits that say how to read what does not come change nothing.
        #expect(harmless < 10)
    }

    @Test("Every length")
    func truncation() throws {
        for count in whole.indices {
            try files.replaceDelta(Array(whole[..<count]))
            #expect(throws: BundleDeltaError.self, "\(count) bytes") {
                try BundleDelta.apply(files.delta, to: files.old, writing: files.result)
            }
        }
        try files.replaceDelta(whole + [0])
        #expect(
            throws: BundleDeltaError.unusable(
                path: files.delta, reason: "is damaged: bytes follow its end")
        ) {
            try BundleDelta.apply(files.delta, to: files.old, writing: files.result)
        }
    }

    @Test("Thousands of random mutations")
    func mutations() throws {
        var generator = SeededGenerator(seed: 5)
        for _ in 0..<3000 {
            var bytes = whole
            for _ in 0..<Int.random(in: 1...6, using: &generator) {
                let place = Int.random(in: 0..<bytes.count, using: &generator)
                switch Int.random(in: 0..<3, using: &generator) {
                case 0: bytes[place] = UInt8.random(in: 0...255, using: &generator)
                case 1: bytes.remove(at: place)
                default: bytes.insert(UInt8.random(in: 0...255, using: &generator), at: place)
                }
            }
            try expectHarmless(bytes)
        }
    }

    @Test("Pieces that a liar writes, in streams that are whole", arguments: HostileDelta.cases)
    func hostile(delta: HostileDelta) throws {
        try files.replaceDelta(try delta.bytes(like: whole, in: files.folder))
        #expect(throws: BundleDeltaError.self) {
            try BundleDelta.apply(
                files.delta, to: files.old, writing: files.result, sizeLimit: 1 << 20)
        }
        #expect(try files.leftovers().isEmpty)
    }

    @Test("A delta of a later version says so")
    func version() throws {
        var bytes = whole
        bytes[7] = 2
        try files.replaceDelta(bytes)
        let reason = "is a delta of version 2, which this program does not read"
        #expect(throws: BundleDeltaError.unusable(path: files.delta, reason: reason)) {
            try BundleDelta.apply(files.delta, to: files.old, writing: files.result)
        }
    }
}
