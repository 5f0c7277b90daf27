import FeedCompiling
import FeedReading
import GTFSSchedule

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
        if let node = keys[.fromDate], case .offset(let days) = try node.value(WrittenDay.init) {
            // Otherwise each night's version would begin later, and none would ever be current.
            guard days <= 0 else { throw node.fail("must not be after today") }
            fromOffset = days
        }
        if let node = keys[.toDate], case .offset(let days) = try node.value(WrittenDay.init) {
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
            let types = try node.list(RouteTypeList.init)
            filter.routeTypes = Set(types.codes)
            filter.modes = Set(types.modes)
        }
        filter.without = try keys[.without]?.list(FeedPart.parts) ?? []
        filter.extensions = try keys[.extensions]?.list(ExtensionChoice.init)
        filter.distanceStep = try keys[.roundDistances]?.value(DistanceStep.init)
        filter.hasExactShapes = try keys[.exactShapes]?.flag() ?? false
        if case .date(let date) = try keys[.fromDate]?.value(WrittenDay.init) { filter.from = date }
        if case .date(let date) = try keys[.toDate]?.value(WrittenDay.init) { filter.to = date }
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
    fileprivate func box() throws(DefinitionError) -> FilterArea {
        guard isList else { return try value(FilterBox.init).area }
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
