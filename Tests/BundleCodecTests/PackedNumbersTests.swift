import BundleCodec
import TestSupport
import Testing

@Suite("Packed numbers")
struct PackedNumbersTests {
    /// Packs numbers, reads them as a bundle's reader does, and tells which came back as others.
    private func changed(_ numbers: [Double]) throws -> [String] {
        try [NumberCodes.bytes, .digits].flatMap { form in
            let packed = try #require(PackedNumbers(numbers, as: form))
            let read = try #require(
                try PackedNumbers(
                    base: packed.base, scale: packed.scale, width: Int64(packed.width),
                    codes: packed.codes, as: form, count: numbers.count))
            #expect(read == packed)
            #expect(read.count == numbers.count)
            return numbers.enumerated().compactMap { position, number in
                let found = read[position]
                let isSame =
                    number.isNaN ? found == nil : found?.bitPattern == number.bitPattern
                return isSame ? nil : "\(number) became \(found.map { "\($0)" } ?? "a blank")"
            }
        }
    }

    /// The number that a text of so many decimals gives.
    private func decimal(
        _ digits: Int, upTo largest: Double, _ generator: inout SeededGenerator
    ) -> Double {
        var scale = 1.0
        for _ in 0..<digits { scale *= 10 }
        return (Double.random(in: -largest / 10...largest, using: &generator) * scale).rounded()
            / scale
    }

    private static let edges: [Double] = [
        0, -0.0, .leastNonzeroMagnitude, -.leastNonzeroMagnitude, .leastNormalMagnitude.nextDown,
        1e-300, 1e-20, 0.1, 0.1 + 0.2, 1 / 3, -1 / 3, 1,
        -1, 1.1, 0.901692722877, 9_007_199_254_740_992, 9_007_199_254_740_994,
        123_456_789_012_345_680, 0x1p60, 0x1p61, 0x1p62, 0x1p63, -0x1p63, 1e19, 1e100, 1e308,
        -1e308, .greatestFiniteMagnitude, .leastNormalMagnitude, 0x1p-61, 0x1p-62, .nan,
    ]

    @Test("Edges come back alone, in pairs and all together")
    func edges() throws {
        for one in Self.edges where !one.isNaN {
            #expect(try changed([one]) == [])
            for other in Self.edges { #expect(try changed([one, .nan, other]) == []) }
        }
        #expect(try changed(Self.edges) == [])
    }

    @Test("Any doubles come back", arguments: [1, 2, 30])
    func anyBits(_ count: Int) throws {
        var generator = SeededGenerator(seed: 11)
        for _ in 0..<3000 {
            let numbers = (0..<count).map { _ in
                let number = Double(bitPattern: .random(in: .min ... .max, using: &generator))
                return number.isFinite ? number : 0
            }
            #expect(try changed(numbers) == [])
        }
    }

    @Test("Decimals of up to 17 digits come back, whatever their size", arguments: 0...17)
    func decimals(_ digits: Int) throws {
        var generator = SeededGenerator(seed: 5)
        var widths: Set<Int> = []
        for largest in [0.01, 1, 60, 5000, 70_000, 2e7, 5e9, 9e14] {
            for _ in 0..<60 {
                let numbers = (0..<20).map { _ in
                    Int.random(in: 0..<6, using: &generator) == 0
                        ? .nan : decimal(digits, upTo: largest, &generator)
                }
                #expect(try changed(numbers + [0]) == [])
                widths.insert(PackedNumbers(numbers, as: .bytes)?.width ?? 0)
            }
        }
        #expect(widths.isSubset(of: Set(2...8)))
        // Of more digits than a double has, all take seven or eight bytes.
        #expect(digits > 14 || widths.count > 3)
    }

    @Test("Sums of rounded legs, which have noise in the last digits, come back")
    func sums() throws {
        var generator = SeededGenerator(seed: 3)
        for _ in 0..<300 {
            var sum = 0.0
            let numbers = (0..<40).map { _ in
                sum += decimal(2, upTo: 4, &generator)
                return sum
            }
            #expect(try changed(numbers) == [])
        }
    }

    @Test(
        "The form is the one of the fewest bytes",
        arguments: [
            ([0, 0.9, 65.53], 100, 2), ([0, 655.36], 100, 3), ([0.5, 0.25, 3], 100, 2),
            ([0.511577, 0], 1_000_000, 3), ([0, 0.901692722877, 12.5], 1_000_000_000_000, 6),
            ([100_000, 100_001.5], 10, 2), ([0, 3_000_000_000], 1, 4),
            // As floats of 32 bits are written by programs that compute with doubles.
            ([Double(Float(0.511577)), Double(Float(7.25833))], 1 << 23, 4),
            ([0.1 + 0.2], 100_000_000_000_000_000, 2), ([0, 0.1 + 0.2, 40], 1 << 52, 8),
            ([1e-300, 1], 0, 8),
            ([-0.0, 1], 0, 8),
        ] as [([Double], Int64, Int)])
    func forms(_ numbers: [Double], scale: Int64, width: Int) throws {
        let packed = try #require(PackedNumbers(numbers, as: .bytes))
        #expect(packed.scale == scale)
        #expect(packed.width == width)
        #expect(try changed(numbers) == [])
    }

    @Test("A base is there only where it saves bytes")
    func base() throws {
        #expect(PackedNumbers([100_000, 100_100], as: .bytes)?.base == 100_000)
        #expect(PackedNumbers([100, 60_000], as: .bytes)?.base == 0)
        #expect(PackedNumbers([1_000_000, 2_000_000], as: .bytes)?.base == 0)
        #expect(PackedNumbers([-1, 5], as: .bytes)?.base == -1)
    }

    @Test("A list of blanks only is refused")
    func blanks() throws {
        #expect(PackedNumbers([], as: .bytes) == nil)
        #expect(PackedNumbers([.nan, .nan], as: .bytes) == nil)
        for codes in [nil, []] as [[UInt8]?] {
            let none = try PackedNumbers(
                base: nil, scale: nil, width: nil, codes: codes, as: .bytes, count: 3)
            #expect(none == nil)
        }
    }

    @Test("Numbers with the feed's decimals are marked as such")
    func numbers() throws {
        let decimals = try #require(PackedNumbers([0.9, 12.25], as: .bytes))
        #expect(decimals.number(at: 0) == .decimal(90))
        #expect(decimals.number(at: 2) == nil)
        #expect(decimals.number(at: -1) == nil)
        let noise = try #require(PackedNumbers([0.1 + 0.2, 1], as: .bytes))
        #expect(noise.number(at: 0) == .real(0.1 + 0.2))
        // Its sixteen digits are not the only ones that mean this double.
        let long = try #require(PackedNumbers([8.123456789012346], as: .bytes))
        #expect(long.number(at: 0) == .real(8.123456789012346))
    }

    @Test(
        "An invalid list is refused",
        arguments: [
            (nil, 1, 2, [0, 1]), (0, nil, 2, [0, 1]), (0, 1, nil, [0, 1]),
            (0, 1, 2, [0, 1, 2]), (0, 1, 1, [1]), (0, 1, 9, [1]),
            (0, 1, 0, []), (0, 1, .max, []), (0, 1, .min, []),
            (0, -1, 2, [0, 1]), (0, 0, 2, [0, 1]),
            (.max, 1, 2, [0, 2]), (.min, 1, 2, [0, 2]),
            (0, 1, 8, [0xFF, 0, 0, 0, 0, 0, 0, 0]),
            // The bits of infinity.
            (0, 0, 8, [0x7F, 0xF0, 0, 0, 0, 0, 0, 1]),
        ] as [(Int64?, Int64?, Int64?, [UInt8])])
    func damage(base: Int64?, scale: Int64?, width: Int64?, codes: [UInt8]) {
        #expect(throws: DamagedEncoding.self) {
            try PackedNumbers(
                base: base, scale: scale, width: width, codes: codes, as: .bytes, count: 1)
        }
    }

    @Test("So is a list of another length")
    func length() throws {
        for count in [0, 1, 3, .max, .min] {
            #expect(throws: DamagedEncoding.self) {
                try PackedNumbers(
                    base: 0, scale: 1, width: 2, codes: [0, 1, 0, 2], as: .bytes, count: count)
            }
        }
    }

    @Test(
        "Digits are two a byte, and a double's are those of its halves",
        arguments: [
            ([0, 9998], 1, [0x00, 0x01, 0x99, 0x99]),
            ([0, 9999], 1, [0x00, 0x00, 0x01, 0x01, 0x00, 0x00]),
            ([12.5, .nan], 10, [0x01, 0x26, 0x00, 0x00]),
            (
                [-1, 1e-300], 0,
                [
                    0x32, 0x20, 0x17, 0x68, 0x96, 0x00, 0x00, 0x00, 0x00, 0x01,
                    0x00, 0x27, 0x61, 0x88, 0x47, 0x32, 0x71, 0x09, 0x51, 0x30,
                ]
            ),
        ] as [([Double], Int64, [UInt8])])
    func digits(_ numbers: [Double], scale: Int64, codes: [UInt8]) throws {
        let packed = try #require(PackedNumbers(numbers, as: .digits))
        #expect(packed.scale == scale)
        #expect(packed.codes == codes)
    }

    @Test(
        "Bytes that are no digits, and digits of no number, are refused",
        arguments: [
            (1, 2, [0x00, 0x0A]), (1, 2, [0xA0, 0x00]), (1, 11, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]),
            // 2 to the power of 62, plus 1, and twenty nines.
            (1, 10, [0x04, 0x61, 0x16, 0x86, 0x01, 0x84, 0x27, 0x38, 0x79, 0x05]),
            (1, 10, [0x99, 0x99, 0x99, 0x99, 0x99, 0x99, 0x99, 0x99, 0x99, 0x99]),
            // A half of 2 to the power of 32; infinity.
            (0, 10, [0, 0, 0, 0, 0, 0x42, 0x94, 0x96, 0x72, 0x96]),
            (0, 10, [0x21, 0x46, 0x43, 0x50, 0x72, 0, 0, 0, 0, 0x01]),
            (0, 8, [0, 0, 0, 0, 0, 0, 0, 1]),
        ] as [(Int64, Int64, [UInt8])])
    func noDigits(scale: Int64, width: Int64, codes: [UInt8]) {
        #expect(throws: DamagedEncoding.self) {
            try PackedNumbers(
                base: 0, scale: scale, width: width, codes: codes, as: .digits, count: 1)
        }
    }

    @Test("Any bytes are numbers or refused", arguments: [NumberCodes.bytes, .digits])
    func anyBytes(_ form: NumberCodes) throws {
        var generator = SeededGenerator(seed: 9)
        func any() -> Int64 {
            .random(in: .min ... .max, using: &generator)
                >> Int64.random(in: 0...63, using: &generator)
        }
        for _ in 0..<20_000 {
            let width = Int64.random(in: 1...11, using: &generator)
            let codes = (0..<Int(width) * 3).map { _ in
                UInt8.random(in: .min ... .max, using: &generator)
            }
            guard
                let list = try? PackedNumbers(
                    base: any(), scale: any(), width: width,
                    codes: codes, as: form, count: 3)
            else { continue }
            for position in 0..<list.count {
                #expect(list[position].map(\.isFinite) ?? true)
            }
        }
    }
}
