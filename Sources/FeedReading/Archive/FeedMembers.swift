import GTFSSchedule

struct FeedMembers {
    struct Duplicate: Sendable {
        let used: ArchiveEntry
        let other: ArchiveEntry
    }

    let entries: [ArchiveEntry]
    /// Names of the reference may differ in case.
    let duplicates: [Duplicate]
    private let byName: [ExactText: ArchiveEntry]

    /// If `isCanonical`, the first of names that differ in case counts, and the others remain
    /// entries; otherwise an exact name counts, or else the first.
    init(_ all: [ArchiveEntry], isCanonical: Bool) {
        var duplicates: [Duplicate] = []
        var entries = Self.distinct(all, &duplicates)
        if !isCanonical { entries = Self.ofOneCase(entries, &duplicates) }
        let lowercase = entries.reversed().map { ($0.name.lowercased().exact, $0) }
        let exact = isCanonical ? [] : entries.map { (String($0.name).exact, $0) }
        byName = Dictionary(lowercase + exact) { _, last in last }
        self.entries = entries
        self.duplicates = duplicates.sorted { $0.other.position < $1.other.position }
    }

    /// An exact name counts before one that differs in case.
    func entry(named name: String) -> ArchiveEntry? {
        byName[name.exact] ?? byName[name.lowercased().exact]
    }

    /// With a slash in front, a zip has a file of the root too, but for most programs it is another
    /// than the feed's own.
    private static func distinct(
        _ all: [ArchiveEntry], _ duplicates: inout [Duplicate]
    ) -> [ArchiveEntry] {
        var used: [ExactText: ArchiveEntry] = [:]
        for entry in all {
            let other = used[String(entry.name).exact]
            let isBetter = other.map { other in
                entry.path.exact == other.path.exact
                    ? !entry.countsFirst : entry.path.utf8.count < other.path.utf8.count
            }
            if isBetter ?? true { used[String(entry.name).exact] = entry }
        }
        return all.filter { entry in
            guard let used = used[String(entry.name).exact], used.position != entry.position else {
                return true
            }
            duplicates.append(Duplicate(used: used, other: entry))
            return false
        }
    }

    /// For files of the reference whose names differ in case.
    private static func ofOneCase(
        _ entries: [ArchiveEntry], _ duplicates: inout [Duplicate]
    ) -> [ArchiveEntry] {
        var used: [String: ArchiveEntry] = [:]
        for entry in entries {
            let name = entry.name.lowercased()
            if FeedFileNames.all.contains(name), used[name] == nil || entry.name == name {
                used[name] = entry
            }
        }
        return entries.filter { entry in
            guard let used = used[entry.name.lowercased()], used.position != entry.position else {
                return true
            }
            duplicates.append(Duplicate(used: used, other: entry))
            return false
        }
    }
}

package enum FeedFileNames {
    package static let all = Set(Schedule.tables.map(\.file.name))

    /// The files that the canonical validator looks for in folders; it omits those of
    /// on-demand service and some about fares.
    package static let soughtInFolders: Set<String> = all.subtracting([
        "timeframes.txt", "rider_categories.txt", "fare_leg_join_rules.txt", "networks.txt",
        "route_networks.txt", "location_groups.txt", "location_group_stops.txt",
        "locations.geojson", "booking_rules.txt",
    ])

    /// A nested folder with two of them counts as a feed.
    static let core: Set<String> = [
        "agency.txt", "stops.txt", "routes.txt", "trips.txt", "stop_times.txt",
    ]
}

/// Archives write names in several encodings.
enum MemberName {
    /// The name with `/` between folders, and without the `./` that tar often puts in front.
    ///
    /// A zip says whether a name is UTF-8, but many programs write UTF-8 without saying so. All
    /// other names are in code page 437, as the zip format defines. Windows programs separate
    /// folders with `\`, which no GTFS file has in its name.
    static func decode(
        _ bytes: ArraySlice<UInt8>, isUTF8: Bool, unicodePath: ArraySlice<UInt8>? = nil
    ) -> String {
        text(bytes, isUTF8: isUTF8, unicodePath: unicodePath).utf8
            .split(omittingEmptySubsequences: false) {
                $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "\\")
            }
            .map(Substring.init)
            .filter { $0 != "." }
            .joined(separator: "/")
    }

    private static func text(
        _ bytes: ArraySlice<UInt8>, isUTF8: Bool, unicodePath: ArraySlice<UInt8>?
    ) -> String {
        for bytes in [unicodePath, bytes] {
            guard let bytes else { continue }
            // Decoding repairs invalid UTF-8, so the name differs.
            let name = String(decoding: bytes, as: UTF8.self)
            if name.utf8.elementsEqual(bytes) { return name }
        }
        if isUTF8 { return String(decoding: bytes, as: UTF8.self) }
        var name = ""
        for byte in bytes {
            name.unicodeScalars.append(
                byte < 0x80 ? Unicode.Scalar(byte) : upperHalf[Int(byte) - 0x80])
        }
        return name
    }

    static func decode(cString name: UnsafePointer<CChar>) -> String {
        let bytes = sequence(first: name) { $0 + 1 }.lazy
            .map { UInt8(bitPattern: $0.pointee) }
            .prefix { $0 != 0 }
        return decode(Array(bytes)[...], isUTF8: false)
    }

    /// The characters of code page 437 for the bytes from 0x80 on.
    private static let upperHalf = Array(
        ("ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»"
            + "░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀"
            + "αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u{A0}").unicodeScalars)
}
