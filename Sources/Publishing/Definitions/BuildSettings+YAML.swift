import FeedCompiling
import FeedReading
import FeedValidation
import GTFSSchedule
import Yams

extension BuildSettings {
    enum Key: String, DefinitionKey {
        case bbox, polygon, agency, route, without, extensions, subpath
        case routeType = "route_type"
        case roundDistances = "round_distances"
        case exactShapes = "exact_shapes"
        case fromDate = "from_date"
        case toDate = "to_date"
        case maxSize = "max_size"
        case allowEmpty = "allow_empty"
        case countryCode = "country_code"
        case maxUnpackedSize = "max_unpacked_size"
        case maxRatio = "max_ratio"
        case maxMembers = "max_members"
        case maxGeoJSONSize = "max_geojson_size"
    }

    init(_ value: DefinitionNode) throws(DefinitionError) {
        let keys = try DefinitionMapping<Key>(value)
        maxSize = try keys[.maxSize]?.size()
        if let allows = try keys[.allowEmpty]?.flag() { allowsEmpty = allows }
        subpath = try keys[.subpath]?.text()
        if let size = try keys[.maxUnpackedSize]?.size() { limits.totalBytes = Int64(size) }
        if let ratio = try keys[.maxRatio]?.integer(from: 1) { limits.ratio = ratio }
        if let count = try keys[.maxMembers]?.integer(from: 1) { limits.memberCount = count }
        if let size = try keys[.maxGeoJSONSize]?.size() { limits.geoJSONBytes = size }
        if let node = keys[.countryCode] {
            let code = try node.text().uppercased()
            guard code.count == 2, code.allSatisfy({ $0.isASCII && $0.isLetter }) else {
                throw node.fail("expected two letters, such as AU")
            }
            countryCode = code
        }
        filter = try Self.filter(keys)
        if let node = keys[.fromDate], case .offset(let days) = try node.day() {
            // Otherwise each night's version would begin later, and none would ever be current.
            guard days <= 0 else { throw node.fail("must not be after today") }
            fromOffset = days
        }
        if let node = keys[.toDate], case .offset(let days) = try node.day() {
            guard days >= 0 else { throw node.fail("must not be before today") }
            toOffset = days
        }
    }

    private static func filter(
        _ keys: DefinitionMapping<Key>
    ) throws(DefinitionError) -> FeedFilter {
        var filter = FeedFilter()
        filter.agencies = Set(try keys[.agency]?.texts().map(AgencyID.init) ?? [])
        filter.routes = Set(try keys[.route]?.texts().map(RouteID.init) ?? [])
        if let node = keys[.routeType] {
            let words = try node.texts()
            let types = try node.read { () throws(UnusableValue) in try RouteTypeList(words) }
            filter.routeTypes = Set(types.codes)
            filter.modes = Set(types.modes)
        }
        if let node = keys[.without] {
            let words = try node.texts()
            filter.without = try node.read { () throws(UnusableValue) in
                try FeedPart.parts(words)
            }
        }
        if let node = keys[.extensions] {
            let names = try node.texts()
            filter.extensions = try node.read { () throws(UnusableValue) in
                try ExtensionChoice(names)
            }
        }
        if let node = keys[.roundDistances] {
            let text = try node.text()
            filter.distanceStep = try node.read { () throws(UnusableValue) in
                try DistanceStep(text: text)
            }
        }
        filter.hasExactShapes = try keys[.exactShapes]?.flag() ?? false
        if case .date(let date) = try keys[.fromDate]?.day() { filter.from = date }
        if case .date(let date) = try keys[.toDate]?.day() { filter.to = date }
        if let from = filter.from, let node = keys[.toDate], let to = filter.to,
            from.yyyymmdd > to.yyyymmdd
        {
            throw node.fail("is before from_date")
        }
        filter.area = try keys[.bbox]?.box()
        if let node = keys[.polygon] {
            guard filter.area == nil else { throw node.fail("cannot be combined with bbox") }
            filter.area = try node.polygons()
        }
        return filter
    }
}

extension DefinitionNode {
    fileprivate func day() throws(DefinitionError) -> WrittenDay {
        let text = try text()
        return try read { () throws(UnusableValue) in try WrittenDay(text: text) }
    }

    fileprivate func box() throws(DefinitionError) -> FilterArea {
        guard isList else {
            let text = try text()
            return try read { () throws(UnusableValue) in try FilterBox(text: text).area }
        }
        let numbers = try texts().map { Double($0) ?? .nan }
        return try read { () throws(UnusableValue) in try FilterBox(numbers).area }
    }

    fileprivate func polygons() throws(DefinitionError) -> FilterArea {
        do {
            return try AreaFile.read(try path())
        } catch let error as DefinitionError {
            throw error
        } catch {
            throw fail("\(error)")
        }
    }
}

extension ValidationPolicy {
    /// Each code must be in the catalogue, because a misspelled one would hide nothing.
    init(ignore: DefinitionNode?, severity: DefinitionNode?) throws(DefinitionError) {
        self.init()
        for node in try ignore?.elements() ?? [] { ignored.insert(try node.noticeCode()) }
        guard let severity else { return }
        guard let mapping = severity.node.mapping else {
            throw severity.fail("expected codes with ERROR, WARNING or INFO")
        }
        for (key, value) in mapping {
            let code = try DefinitionNode(node: key, name: severity.name, file: severity.file)
                .noticeCode()
            let level = DefinitionNode(
                node: value, name: "\(severity.name).\(code)", file: severity.file)
            guard let word = NoticeSeverity(rawValue: try level.text().uppercased()) else {
                throw level.fail("expected ERROR, WARNING or INFO")
            }
            severities[code] = word
        }
    }
}

extension DefinitionNode {
    fileprivate func noticeCode() throws(DefinitionError) -> String {
        let code = try text()
        guard NoticeCatalogue.definition(code) != nil else {
            let near = ClosestWord.to(code, among: NoticeCatalogue.all.map(\.code))
            throw fail(
                "there is no notice \(code)",
                hint: near.map { "did you mean \($0)?" } ?? "gtfs rules lists them")
        }
        return code
    }
}
