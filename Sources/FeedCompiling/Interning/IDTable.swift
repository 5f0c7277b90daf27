import SystemLayer

/// Numbers distinct byte strings 0, 1, 2, ... in order of first appearance.
///
/// Ids are hashed and compared straight from the bytes of the feed; no `String` is made. All texts
/// lie in one block of memory:
///
///     bytes:    s t o p 1 s t o p 2 s t ...
///     offsets:  0         5         10 ...
///     slots:    [ hash | index + 1 ] open addressing, at most three quarters full
///
/// The part of the hash in a slot also determines its place, so a growing table need not look at
/// the texts again.
package final class IDTable {
    /// Behind a pointer: every access to a stored `var` of a class is checked at run time, and
    /// every row accesses this.
    private let storage: UnsafeMutablePointer<Storage>

    fileprivate struct Storage: ~Copyable {
        var bytes: GrowableMemory
        var byteCount = 0
        /// Where each text begins, and the last one ends: five bytes each, which is enough for a
        /// terabyte.
        var offsets: GrowableMemory
        var slots: UnsafeMutablePointer<Slot>
        var slotCapacity: Int
        var count = 0
        /// The number given out last: consecutive rows often name the same id.
        var last = 0
        /// Stored beside what is read with it, because a static value is checked at every access.
        let seed = ByteHash.seed
    }

    fileprivate struct Slot {
        var hash: UInt32
        /// The text's number plus one; 0 in a free slot.
        var entry: UInt32
    }

    package init(capacity: Int = 64) {
        var slotCapacity = 64
        while slotCapacity * 3 < capacity * 4 { slotCapacity *= 2 }
        let slots = Self.freeSlots(slotCapacity)
        let count = max(capacity, 32)
        storage = .allocate(capacity: 1)
        storage.initialize(
            to: Storage(
                bytes: GrowableMemory(capacity: count * 8),
                offsets: GrowableMemory(capacity: Storage.byteCount(offsets: count + 1)),
                slots: slots, slotCapacity: slotCapacity))
        storage.pointee.setOffset(0, 0)
    }

    fileprivate static func freeSlots(_ count: Int) -> UnsafeMutablePointer<Slot> {
        let memory = LargePages.allocate(byteCount: count * MemoryLayout<Slot>.stride)
        let slots = memory.bindMemory(to: Slot.self, capacity: count)
        slots.initialize(repeating: Slot(hash: 0, entry: 0), count: count)
        return slots
    }

    deinit {
        storage.pointee.slots.deallocate()
        storage.deinitialize(count: 1)
        storage.deallocate()
    }

    package var count: Int { storage.pointee.count }

    /// Valid until the next `intern`.
    package subscript(index: Int) -> UnsafeRawBufferPointer {
        precondition(index >= 0 && index < storage.pointee.count, "no such text")
        return storage.pointee.text(index)
    }

    package func string(_ index: Int) -> String {
        String(decoding: self[index], as: UTF8.self)
    }

    package func find(_ key: UnsafeRawBufferPointer) -> Int? {
        let position = storage.pointee.slotIndex(
            key, UInt32(truncatingIfNeeded: ByteHash.hash(key, seed: storage.pointee.seed)))
        let slot = storage.pointee.slots[position]
        return slot.entry == 0 ? nil : Int(slot.entry) - 1
    }

    /// Faster when the number is the expected one.
    package func find(_ key: UnsafeRawBufferPointer, expecting guess: Int) -> Int? {
        storage.pointee.holds(key, at: guess) ? guess : find(key)
    }

    package func find(_ key: String) -> Int? {
        var key = key
        return key.withUTF8 { find(UnsafeRawBufferPointer($0)) }
    }

    package func intern(_ key: UnsafeRawBufferPointer) -> (index: Int, isNew: Bool) {
        if storage.pointee.holds(key, at: storage.pointee.last) {
            return (storage.pointee.last, false)
        }
        let hash = UInt32(
            truncatingIfNeeded: ByteHash.hash(key, seed: storage.pointee.seed))
        let position = storage.pointee.slotIndex(key, hash)
        let slot = storage.pointee.slots[position]
        if slot.entry != 0 {
            storage.pointee.last = Int(slot.entry) - 1
            return (storage.pointee.last, false)
        }
        storage.pointee.append(key)
        let count = storage.pointee.count
        storage.pointee.last = count - 1
        storage.pointee.slots[position] = Slot(hash: hash, entry: UInt32(count))
        if count * 4 > storage.pointee.slotCapacity * 3 { storage.pointee.growSlots() }
        return (count - 1, true)
    }

    /// Faster when the number is the expected one.
    package func intern(_ key: UnsafeRawBufferPointer, expecting guess: Int) -> Int {
        storage.pointee.holds(key, at: guess) ? guess : intern(key).index
    }

    /// From now on texts are only read, by number.
    package func dropSlots() {
        storage.pointee.slots.deallocate()
        storage.pointee.slotCapacity = 64
        storage.pointee.slots = Self.freeSlots(storage.pointee.slotCapacity)
    }

    package func intern(_ key: String) -> (index: Int, isNew: Bool) {
        var key = key
        return key.withUTF8 { intern(UnsafeRawBufferPointer($0)) }
    }

    package func intern(_ first: Int32, _ second: Int32) -> (index: Int, isNew: Bool) {
        withUnsafeBytes(of: (first, second)) { intern($0) }
    }
}

extension IDTable.Storage {
    @inline(__always)
    fileprivate func text(_ index: Int) -> UnsafeRawBufferPointer {
        let start = offset(index)
        return UnsafeRawBufferPointer(
            start: bytes.bytes + start, count: offset(index + 1) - start)
    }

    private static let offsetSize = 5
    private static let offsetMask: UInt64 = 1 << 40 - 1

    /// The number of bytes that offsets take: each is read and written in a word of eight.
    static func byteCount(offsets count: Int) -> Int { count * offsetSize + 3 }

    @inline(__always)
    private func offset(_ index: Int) -> Int {
        let word = offsets.bytes.loadUnaligned(
            fromByteOffset: index * Self.offsetSize, as: UInt64.self)
        return Int(UInt64(littleEndian: word) & Self.offsetMask)
    }

    /// Sets an offset that no other follows yet.
    @inline(__always)
    mutating func setOffset(_ index: Int, _ offset: Int) {
        precondition(offset <= Self.offsetMask, "more than a terabyte of texts")
        offsets.bytes.storeBytes(
            of: UInt64(offset).littleEndian, toByteOffset: index * Self.offsetSize,
            as: UInt64.self)
    }

    @inline(__always)
    fileprivate func holds(_ key: UnsafeRawBufferPointer, at index: Int) -> Bool {
        index >= 0 && index < count && Bytes.areEqual(key, text(index))
    }

    /// The slot with the key, or the free one where it belongs.
    @inline(__always)
    fileprivate func slotIndex(_ key: UnsafeRawBufferPointer, _ hash: UInt32) -> Int {
        let mask = slotCapacity - 1
        var position = Int(hash) & mask
        while true {
            let slot = slots[position]
            if slot.entry == 0 { return position }
            if slot.hash == hash, Bytes.areEqual(key, text(Int(slot.entry) - 1)) {
                return position
            }
            position = (position &+ 1) & mask
        }
    }

    fileprivate mutating func append(_ key: UnsafeRawBufferPointer) {
        bytes.reserve(byteCount + key.count)
        if let base = key.baseAddress, key.count > 0 {
            (bytes.bytes + byteCount).copyMemory(from: base, byteCount: key.count)
        }
        byteCount += key.count
        count += 1
        offsets.reserve(Self.byteCount(offsets: count + 1))
        setOffset(count, byteCount)
    }

    fileprivate mutating func growSlots() {
        let larger = slotCapacity * 2
        let memory = IDTable.freeSlots(larger)
        let mask = larger - 1
        for place in 0..<slotCapacity where slots[place].entry != 0 {
            var position = Int(slots[place].hash) & mask
            while memory[position].entry != 0 { position = (position &+ 1) & mask }
            memory[position] = slots[place]
        }
        slots.deallocate()
        slots = memory
        slotCapacity = larger
    }
}
