import BundleDelta
import TestSupport
import Testing

@Suite("Deltas")
struct DeltaTests {
    private static let base = noise(50_000, seed: 1)

    @Test(
        "Any pair of files",
        arguments: [
            ([], []), ([], [1, 2, 3]), ([1, 2, 3], []), ([7], [7]),
            (Array("abcdefg".utf8), Array("abcdefgh".utf8)),
            ([UInt8](repeating: 0, count: 100_000), [UInt8](repeating: 0, count: 70_001)),
            ([UInt8](repeating: 0, count: 70_001), [UInt8](repeating: 1, count: 100_000)),
            (base, base), (base, base.reversed()), (base, Array(base[1...])),
            (base, [9] + base), (Array(base[..<70]), base), (base, base + base),
        ] as [([UInt8], [UInt8])])
    func pairs(old: [UInt8], new: [UInt8]) throws {
        let files = try DeltaFiles(old: old, new: new)
        #expect(try files.applied() == new)
        #expect(try files.leftovers().isEmpty)
    }

    @Test("Random edits, insertions, removals and moves", arguments: 1...60 as ClosedRange<UInt64>)
    func edits(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        var new = Self.base
        for _ in 0..<Int.random(in: 1...40, using: &generator) {
            let place = Int.random(in: 0..<new.count - 2000, using: &generator)
            let size = Int.random(in: 1...1500, using: &generator)
            switch Int.random(in: 0..<4, using: &generator) {
            case 0: new.insert(contentsOf: noise(size, seed: generator.next()), at: place)
            case 1: new.removeSubrange(place..<place + size)
            case 2:
                let block = Array(new[place..<place + size])
                new.removeSubrange(place..<place + size)
                new.insert(
                    contentsOf: block, at: Int.random(in: 0...new.count, using: &generator))
            default:
                for offset in stride(
                    from: 0, to: size, by: Int.random(in: 3...30, using: &generator))
                { new[place + offset] &+= 1 }
            }
            if new.count < 10_000 { new += Self.base }
        }
        let files = try DeltaFiles(old: Self.base, new: new)
        #expect(try files.applied() == new)
    }

    @Test("Bytes that both files share are not in the delta")
    func size() throws {
        // Blocks change places, and every twentieth byte goes up by one.
        var new = Array(Self.base[20_001...] + Self.base[..<20_001])
        for place in stride(from: 0, to: new.count, by: 20) { new[place] &+= 1 }
        let files = try DeltaFiles(old: Self.base, new: new)
        #expect(try files.bytes(files.delta).count < 700)
        #expect(try files.applied() == new)
    }

    @Test("The same files give the same delta")
    func deterministic() throws {
        let new = Self.base + noise(3000, seed: 2)
        let first = try DeltaFiles(old: Self.base, new: new)
        let second = try DeltaFiles(old: Self.base, new: new)
        #expect(try first.bytes(first.delta) == second.bytes(second.delta))
    }

    @Test("A delta refuses every file but its own, and leaves the output unchanged")
    func otherFile() throws {
        let files = try DeltaFiles(old: Self.base, new: Self.base + [1])
        try files.folder.write("result", [42])
        var other = Self.base
        other[49_999] ^= 1
        for bytes in [other, Array(Self.base.dropLast()), Self.base + [0], []] {
            let path = try files.folder.write("other", bytes)
            #expect(throws: BundleDeltaError.otherFile(path: path)) {
                try BundleDelta.apply(files.delta, to: path, writing: files.result)
            }
        }
        #expect(try files.bytes(files.result) == [42])
        #expect(try files.leftovers().isEmpty)
    }

    @Test("The result may take the place of the old file")
    func inPlace() throws {
        let files = try DeltaFiles(old: Self.base, new: Self.base + [1])
        try BundleDelta.apply(files.delta, to: files.old, writing: files.old)
        #expect(try files.bytes(files.old) == Self.base + [1])
    }

    @Test("Files that are not there, and places that cannot be written")
    func paths() throws {
        let files = try DeltaFiles(old: Self.base, new: Self.base + [1])
        let nothing = files.folder.path + "/nothing"
        #expect(throws: BundleDeltaError.missing(path: nothing)) {
            try BundleDelta.apply(nothing, to: files.old, writing: files.result)
        }
        #expect(throws: BundleDeltaError.missing(path: nothing)) {
            try BundleDelta.make(from: files.old, to: nothing, at: files.delta)
        }
        #expect(throws: BundleDeltaError.self) {
            try BundleDelta.apply(files.delta, to: files.old, writing: nothing + "/deeper")
        }
        #expect(throws: BundleDeltaError.tooLarge(path: files.delta, limit: 50_000)) {
            try BundleDelta.apply(
                files.delta, to: files.old, writing: files.result, sizeLimit: 50_000)
        }
    }
}
