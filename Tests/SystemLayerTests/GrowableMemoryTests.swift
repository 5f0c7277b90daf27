import SystemLayer
import Testing

@Suite("Growing memory")
struct GrowableMemoryTests {
    @Test("Contents stay when the memory moves")
    func growth() {
        var memory = GrowableMemory(capacity: 0)
        var count = 0
        while count < 3 << 20 {
            memory.reserve(count + 1021)
            #expect(memory.capacity >= count + 1021)
            for index in count..<count + 1021 {
                memory.bytes.storeBytes(
                    of: UInt8(truncatingIfNeeded: index &* 7), toByteOffset: index, as: UInt8.self)
            }
            count += 1021
        }
        let differing = (0..<count).first {
            memory.bytes.load(fromByteOffset: $0, as: UInt8.self)
                != UInt8(truncatingIfNeeded: $0 &* 7)
        }
        #expect(differing == nil)
    }

    @Test("It grows by half, so that growing costs no more than filling it")
    func steps() {
        var memory = GrowableMemory(capacity: 64)
        memory.reserve(64)
        #expect(memory.capacity == 64)
        memory.reserve(65)
        #expect(memory.capacity == 96)
        memory.reserve(1000)
        #expect(memory.capacity == 1000)
    }
}
