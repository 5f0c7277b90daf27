import FeedCompiling
import FeedReading
import FeedValidation
import GTFSSchedule
import SystemLayer
import Yams

extension FeedDefinition {
    static let keys = DefinitionKeys<FeedDefinition>(
        required: "source",
        [
            "id": { $0.id = try FeedIdentifier.checked($1.text()) },
            "headers": { feed, node in
                feed.headers = try node.headers()
                try feed.checkDownloads()
            },
            "query": { feed, node in
                feed.query = try node.templates()
                try feed.checkDownloads()
            },
            "licence": { $0.licence = try $1.text() },
            "licence_url": { $0.licenceURL = try $1.text() },
            "attribution": { $0.attribution = try $1.text() },
            "homepage": { $0.homepage = try $1.text() },
            "publish": { $0.publishFolder = try $1.path() },
            "publish_feed": {
                $0.publishedFeed = try $1.value(expected: PublishedFeed.words) {
                    PublishedFeed(rawValue: $0)
                }
            },
            "keep": { $0.keep = try $1.integer(from: 1) },
            "deltas": { $0.deltas = try $1.integer(from: 0) },
            "manifest_days": { $0.manifestDays = try $1.integer(from: 0) },
            "max_age": { $0.maxAge = Int(try $1.duration().components.seconds) },
            "build": { try $1.read(BuildSettings.keys, into: &$0.build) },
            "guards": { try $1.read(GuardSettings.keys, into: &$0.guards) },
            "fetch": { try $1.read(DownloadSettings.keys, into: &$0.fetch) },
            "realtime": { feed, node in
                for node in try node.elements() {
                    let source = try LiveSourceDefinition(node, number: feed.realtime.count + 1)
                    guard !feed.realtime.contains(where: { $0.name == source.name }) else {
                        throw node.fail("names \(source.name) twice")
                    }
                    feed.realtime.append(source)
                }
            },
            "ignore": { try $0.policy.ignore($1, among: NoticeCatalogue.all) },
            "severity": { try $0.policy.grade($1, among: NoticeCatalogue.all) },
            "hook": { $0.hook = try $1.command() },
            "on_failure": { $0.onFailure = try $1.command() },
            "signing_key": { $0.signingKey = try $1.keyPlace() },
        ])

    /// Reads a YAML file, whose keys `schema/feed.schema.json` describes.
    public static func load(_ path: String) throws(DefinitionError) -> FeedDefinition {
        guard let root = try YAMLFile.read(path) else {
            throw DefinitionError(file: path, line: nil, reason: "is empty")
        }
        return try FeedDefinition(root, defaultID: DefinitionFiles.baseName(path))
    }

    private init(_ root: DefinitionNode, defaultID: String) throws(DefinitionError) {
        let mapping = try DefinitionMapping(root, Self.keys)
        self.init(id: defaultID, file: root.file, sources: [])
        let source = try mapping.required()
        for node in try source.elements() { sources.append(try FeedSource(node)) }
        guard !sources.isEmpty else { throw source.fail("has no value") }
        try mapping.read(into: &self)
        guard FeedIdentifier.isValid(id) else {
            throw root.fail("the name of the file is not an id, and there is no key id")
        }
    }

    private func checkDownloads() throws(UnusableValue) {
        guard sources.allSatisfy(\.isLocal) else { return }
        throw UnusableValue("applies only to downloaded sources")
    }
}

extension FeedSource {
    fileprivate init(_ node: DefinitionNode) throws(DefinitionError) {
        let template = try node.template()
        if FeedLocation(template.text).isURL || template.beginsWithVariable {
            self.template = template
        } else if let scheme = template.text.firstRange(of: "://") {
            throw node.fail(
                "expected an http(s) URL or a path, not \(template.text[..<scheme.upperBound])")
        } else {
            self.template = try node.template(
                DefinitionNode.absolute(template.text, beside: node.file))
        }
    }
}

extension DefinitionNode {
    fileprivate func templates() throws(DefinitionError) -> [NamedTemplate] {
        guard let mapping = node.mapping else { throw fail("expected names with values") }
        var templates: [NamedTemplate] = []
        for (key, value) in mapping {
            let word = key.scalar?.string ?? ""
            let child = DefinitionNode(node: value, name: "\(name).\(word)", file: file)
            guard !word.isEmpty else { throw child.fail("has no name") }
            templates.append(NamedTemplate(name: word, value: try child.template()))
        }
        return templates
    }

    func headers() throws(DefinitionError) -> [NamedTemplate] {
        let own: Set = [
            "host", "content-length", "range", "if-range", "if-none-match", "if-modified-since",
        ]
        var names: Set<String> = []
        let headers = try templates()
        for header in headers {
            let name = header.name.lowercased()
            guard HTTPHeader.isName(name) else {
                throw fail("\(header.name) is not the name of a header")
            }
            guard !own.contains(name) else {
                throw fail("\(header.name) is set by the download itself")
            }
            guard names.insert(name).inserted else { throw fail("\(header.name) appears twice") }
            guard !header.value.text.contains(where: \.isNewline) else {
                throw fail("\(header.name) holds a line break")
            }
        }
        return headers
    }

    fileprivate func command() throws(DefinitionError) -> [String] {
        guard node.sequence != nil else { return ["/bin/sh", "-c", try text()] }
        let words = try texts()
        guard !words.isEmpty else { throw fail("has no value") }
        return words
    }

    fileprivate func keyPlace() throws(DefinitionError) -> Template {
        let template = try template()
        guard template.variables.isEmpty else { return template }
        return try self.template(Self.absolute(template.text, beside: file))
    }
}

extension DownloadSettings {
    static let keys = DefinitionKeys<DownloadSettings>([
        "timeout": { $0.limits.idleTimeout = try $1.timeout() },
        "total_timeout": { $0.limits.totalTimeout = try $1.timeout() },
        "retries": { $0.retry.retries = try $1.integer(from: 0, to: 100) },
        "retry_delay": { $0.retry.base = try $1.duration() },
        "max_wait": { $0.retry.longest = try $1.duration() },
        "max_download": { $0.limits.maxBytes = Int64(try $1.size()) },
        "max_redirects": { $0.limits.maxRedirects = try $1.integer(from: 0, to: 100) },
        "allow_private_redirects": { $0.allowsPrivateRedirects = try $1.flag() },
    ])
}

extension DefinitionNode {
    fileprivate func timeout() throws(DefinitionError) -> Duration {
        let time = try duration()
        guard time > .zero else { throw fail("must be longer than 0") }
        return time
    }
}

extension GuardSettings {
    static let keys = DefinitionKeys<GuardSettings>([
        "max_drop_percent": { $0.maxDropPercent = try DropLimits($1) },
        "max_vanished_percent": { $0.maxVanishedPercent = try VanishedLimits($1) },
        "max_lost_route_percent": { $0.maxLostRoutePercent = try $1.percent() },
        "max_weekday_drop_percent": { $0.maxWeekdayDropPercent = try $1.percent() },
        "must_exist_stops": { $0.mustExistStops = try $1.texts() },
        "must_exist_routes": { $0.mustExistRoutes = try $1.texts() },
        "required_modes": { guards, node in
            for node in try node.elements() {
                guards.requiredModes.append(
                    try node.value(expected: "some of \(Mode.words)") { Mode(word: $0) })
            }
        },
        "min_days_valid": { $0.minDaysValid = try $1.integer(from: 0) },
        "allow_unknown_names": { $0.allowUnknownNames = try $1.flag() },
        "allow_expired": { $0.allowExpired = try $1.flag() },
        "allow_new_errors": { $0.allowNewErrors = try $1.flag() },
        "realtime": { $0.realtime = try Realtime($1) },
    ])
}

extension GuardSettings.Realtime {
    static let keys = DefinitionKeys<GuardSettings.Realtime>(
        required: "check",
        [
            "headers": { $0.headers = try $1.headers() },
            "min_match_percent": { $0.minMatchPercent = try $1.percent() },
        ])

    init(_ value: DefinitionNode) throws(DefinitionError) {
        let mapping = try DefinitionMapping(value, Self.keys)
        source = try FeedSource(mapping.required())
        try mapping.read(into: &self)
    }
}

extension GuardSettings.DropLimits {
    static let keys = DefinitionKeys<GuardSettings.DropLimits>([
        "stops": { $0.stops = try $1.percent() },
        "routes": { $0.routes = try $1.percent() },
        // Without limits of their own, runs and departures have that of trips.
        "trips": { limits, node in
            limits.trips = try node.percent()
            (limits.runs, limits.departures) = (limits.trips, limits.trips)
        },
        "runs": { $0.runs = try $1.percent() },
        "departures": { $0.departures = try $1.percent() },
        "service_days": { $0.serviceDays = try $1.percent() },
    ])

    /// One number for all kinds, or a number for some; the others keep the default.
    init(_ value: DefinitionNode) throws(DefinitionError) {
        guard value.isMapping else {
            let limit = try value.percent()
            (stops, routes, trips) = (limit, limit, limit)
            (runs, departures, serviceDays) = (limit, limit, limit)
            return
        }
        try value.read(Self.keys, into: &self)
    }
}

extension GuardSettings.VanishedLimits {
    static let keys = DefinitionKeys<GuardSettings.VanishedLimits>([
        "stops": { $0.stops = try $1.percent() },
        "routes": { $0.routes = try $1.percent() },
    ])

    init(_ value: DefinitionNode) throws(DefinitionError) {
        guard value.isMapping else {
            stops = try value.percent()
            routes = stops
            return
        }
        try value.read(Self.keys, into: &self)
    }
}
