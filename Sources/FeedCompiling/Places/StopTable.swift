package import GTFSSchedule

/// A stop's number is its place in `stops.txt`; the bundle identifies it by its key (`sid`).
package final class StopTable {
    package let ids = IDTable(capacity: 1024)
    package private(set) var keys: [Int32] = []
    package private(set) var latitudes: [Double] = []
    package private(set) var longitudes: [Double] = []
    private(set) var locationTypes: [Int16] = []
    package private(set) var accessibility: [Int16] = []
    /// By number: the number in `parentIDs`, plus one, of the parent station as the feed wrote it.
    private var parents: [Int32] = []
    private let parentIDs = IDTable()
    private var numbers: [Int32: Int32] = [:]
    /// Ids that other files name and `stops.txt` does not have; the key of the first is -1.
    package let dangling = IDTable()

    package init() {}

    package var count: Int { ids.count }

    /// The id must be new to `ids`.
    func append(key: Int32, _ row: StopRow) {
        numbers[key] = Int32(keys.count)
        keys.append(key)
        latitudes.append(row.latitude ?? .nan)
        longitudes.append(row.longitude ?? .nan)
        locationTypes.append(row.locationType.flatMap(Int16.init(exactly:)) ?? StopTimeRow.noCode)
        accessibility.append(
            row.wheelchairBoarding.flatMap(Int16.init(exactly:)) ?? StopTimeRow.noCode)
        parents.append(
            row.parentStation.isEmpty ? 0 : Int32(parentIDs.intern(row.parentStation).index) + 1)
    }

    struct StopRow {
        let latitude: Double?
        let longitude: Double?
        let locationType: Int?
        let wheelchairBoarding: Int?
        let parentStation: UnsafeRawBufferPointer
    }

    func danglingKey(_ id: UnsafeRawBufferPointer) -> Int32 {
        -Int32(dangling.intern(id).index) - 1
    }

    /// Nil for dangling keys.
    package func number(ofKey key: Int32) -> Int? {
        numbers[key].map(Int.init)
    }

    func position(_ key: Int32) -> Interpolation.Position? {
        guard let number = number(ofKey: key) else { return nil }
        // NaN stands for a blank.
        return Interpolation.Position(latitude: latitudes[number], longitude: longitudes[number])
    }

    /// Nil when it names none of which it can be part.
    private func parent(_ number: Int) -> Int? {
        guard parents[number] != 0, let parent = ids.find(parentIDs[Int(parents[number]) - 1]),
            kind(number).canBePart(of: kind(parent))
        else { return nil }
        return parent
    }

    /// The stop and what it is part of.
    func lineage(_ number: Int) -> [Int] { [number] + (parent(number).map(lineage) ?? []) }

    private func kind(_ number: Int) -> LocationType {
        let type = locationTypes[number]
        return type == StopTimeRow.noCode ? .stop : LocationType(code: Int(type))
    }

    package func effectiveAccessibility(_ number: Int) -> Accessibility {
        let own = accessibility[number]
        // No place can be part of itself, so the kinds end every chain.
        return Accessibility.effective(
            own: own == StopTimeRow.noCode ? nil : Accessibility(code: Int(own)),
            locationType: kind(number), parent: parent(number).map(effectiveAccessibility))
    }
}
