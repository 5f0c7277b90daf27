import FeedCompiling
import FeedReading
import GTFSSchedule

extension BuildSettings {
    static let keys = DefinitionKeys<BuildSettings>([
        "max_size": { $0.maxSize = try $1.size() },
        "allow_empty": { $0.allowsEmpty = try $1.flag() },
        "validate_source": { $0.validatesSource = try $1.flag() },
        "subpath": { $0.subpath = try $1.text() },
        "max_unpacked_size": { $0.limits.totalBytes = Int64(try $1.size()) },
        "max_ratio": { $0.limits.ratio = try $1.integer(from: 1) },
        "max_members": { $0.limits.memberCount = try $1.integer(from: 1) },
        "max_geojson_size": { $0.limits.geoJSONBytes = try $1.size() },
        "country_code": { settings, node in
            let code = try node.text().uppercased()
            guard isCountryCode(code) else {
                throw UnusableValue("expected two letters, such as AU")
            }
            settings.countryCode = code
        },
        "agency": { $0.filter.agencies = Set(try $1.texts().map(AgencyID.init)) },
        "route": { $0.filter.routes = Set(try $1.texts().map(RouteID.init)) },
        "route_type": { settings, node in
            let types = try RouteTypeList(node.texts())
            settings.filter.routeTypes = Set(types.codes)
            settings.filter.modes = Set(types.modes)
        },
        "not_agency": { $0.filter.leftOutAgencies = Set(try $1.texts().map(AgencyID.init)) },
        "not_route": { $0.filter.leftOutRoutes = Set(try $1.texts().map(RouteID.init)) },
        "not_type": { settings, node in
            let types = try RouteTypeList(node.texts())
            settings.filter.leftOutTypes = Set(types.codes)
            settings.filter.leftOutModes = Set(types.modes)
        },
        "not_stop": { $0.filter.leftOutStops = Set(try $1.texts().map(StopID.init)) },
        "without": { $0.filter.without = try FeedPart.parts($1.texts()) },
        "extensions": { $0.filter.extensions = try ExtensionChoice($1.texts()) },
        "round_distances": { $0.filter.distanceStep = try DistanceStep(text: $1.text()) },
        "exact_shapes": { $0.filter.hasExactShapes = try $1.flag() },
        "from_date": { settings, node in
            switch try WrittenDay(text: node.text()) {
            case .date(let date): settings.filter.from = date
            case .offset(let days):
                // Otherwise each night's version would begin later, and none would ever be current.
                guard days <= 0 else { throw UnusableValue("must not be after today") }
                settings.fromOffset = days
            }
        },
        "to_date": { settings, node in
            switch try WrittenDay(text: node.text()) {
            case .date(let date):
                guard settings.filter.from.map({ $0 <= date }) ?? true else {
                    throw UnusableValue("is before from_date")
                }
                settings.filter.to = date
            case .offset(let days):
                guard days >= 0 else { throw UnusableValue("must not be before today") }
                settings.toOffset = days
            }
        },
        "bbox": { settings, node in
            let box =
                node.isList
                ? try FilterBox(node.texts().map { Double($0) ?? .nan })
                : try FilterBox(text: node.text())
            settings.filter.area = box.area
        },
        "polygon": { settings, node in
            guard settings.filter.area == nil else {
                throw UnusableValue("cannot be combined with bbox")
            }
            settings.filter.area = try AreaFile.read(node.path())
        },
    ])

    /// Whether a text has the form of a country's code: two letters of ASCII.
    package static func isCountryCode(_ text: String) -> Bool {
        text.count == 2 && text.allSatisfy { $0.isASCII && $0.isLetter }
    }
}
