import FeedCompiling
import FeedReading
import FeedValidation
import GTFSSchedule
import Yams

extension FeedDefinition {
    enum Key: String, DefinitionKey {
        case id, source, headers, query, licence, attribution, homepage, publish, keep, deltas
        case build, guards, fetch, realtime, hook, ignore, severity
        case licenceURL = "licence_url"
        case manifestDays = "manifest_days"
        case maxAge = "max_age"
        case onFailure = "on_failure"
        case signingKey = "signing_key"
    }

    package static func load(_ path: String) throws(DefinitionError) -> FeedDefinition {
        guard let root = try YAMLFile.read(path) else {
            throw DefinitionError(file: path, line: nil, reason: "is empty")
        }
        return try FeedDefinition(root, defaultID: DefinitionFiles.baseName(path))
    }

    private init(_ root: DefinitionNode, defaultID: String) throws(DefinitionError) {
        let keys = try DefinitionMapping<Key>(root)
        let id = try keys[.id]?.text() ?? defaultID
        guard FeedIdentifier.isValid(id) else {
            throw (keys[.id] ?? root).fail(
                keys[.id] == nil
                    ? "the name of the file is not an id, and there is no key id"
                    : FeedIdentifier.words)
        }
        guard let source = keys[.source] else { throw root.fail("there is no key source") }
        var sources: [FeedSource] = []
        for node in try source.elements() { sources.append(try FeedSource(node)) }
        guard !sources.isEmpty else { throw source.fail("has no value") }
        self.init(id: id, file: root.file, sources: sources)

        headers = try keys[.headers]?.headers() ?? []
        query = try keys[.query]?.templates() ?? []
        licence = try keys[.licence]?.text()
        licenceURL = try keys[.licenceURL]?.text()
        attribution = try keys[.attribution]?.text()
        homepage = try keys[.homepage]?.text()
        publishFolder = try keys[.publish]?.path()
        if let count = try keys[.keep]?.integer(from: 1) { keep = count }
        if let count = try keys[.deltas]?.integer(from: 0) { deltas = count }
        if let count = try keys[.manifestDays]?.integer(from: 0) { manifestDays = count }
        if let age = try keys[.maxAge]?.duration() { maxAge = Int(age.components.seconds) }
        if let node = keys[.build] { build = try BuildSettings(node) }
        if let node = keys[.guards] { guards = try GuardSettings(node) }
        if let node = keys[.fetch] { fetch = try FetchSettings(node) }
        for node in try keys[.realtime]?.elements() ?? [] {
            let source = try LiveSourceDefinition(node, number: realtime.count + 1)
            guard !realtime.contains(where: { $0.name == source.name }) else {
                throw node.fail("names \(source.name) twice")
            }
            realtime.append(source)
        }
        policy = try ValidationPolicy(
            ignore: keys[.ignore], severity: keys[.severity], among: NoticeCatalogue.all)
        hook = try keys[.hook]?.command()
        onFailure = try keys[.onFailure]?.command()
        signingKey = try keys[.signingKey]?.keyPlace()
        for node in [keys[.headers], keys[.query]].compactMap({ $0 })
        where sources.allSatisfy(\.isLocal) {
            throw node.fail("applies only to downloaded sources")
        }
    }

    package static var knownKeys: [String: [String]] {
        func words<Key: DefinitionKey>(_: Key.Type) -> [String] { Key.allCases.map(\.rawValue) }
        return [
            "": words(Key.self),
            "build": words(BuildSettings.Key.self),
            "guards": words(GuardSettings.Key.self),
            "realtime": words(LiveSourceDefinition.Key.self),
            "guards.max_drop_percent": words(GuardSettings.DropLimits.Key.self),
            "guards.realtime": words(GuardSettings.Realtime.Key.self),
            "fetch": words(FetchSettings.Key.self),
        ]
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
            let path = DefinitionNode.absolute(template.text, besides: node.file)
            self.template = try node.read { () throws(UnusableValue) in
                try Template(path, file: node.file, line: node.line)
            }
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
        let path = Self.absolute(template.text, besides: file)
        return try read { () throws(UnusableValue) in
            try Template(path, file: file, line: line)
        }
    }
}

extension FetchSettings {
    enum Key: String, DefinitionKey {
        case timeout, retries
        case totalTimeout = "total_timeout"
        case retryDelay = "retry_delay"
        case maxWait = "max_wait"
        case maxDownload = "max_download"
        case maxRedirects = "max_redirects"
        case allowPrivateRedirects = "allow_private_redirects"
    }

    init(_ value: DefinitionNode) throws(DefinitionError) {
        let keys = try DefinitionMapping<Key>(value)
        if let time = try keys[.timeout]?.timeout() { timeout = time }
        if let time = try keys[.totalTimeout]?.timeout() { totalTimeout = time }
        if let count = try keys[.retries]?.integer(from: 0, to: 100) { retries = count }
        if let time = try keys[.retryDelay]?.duration() { retryDelay = time }
        if let time = try keys[.maxWait]?.duration() { maxWait = time }
        if let size = try keys[.maxDownload]?.size() { maxDownload = Int64(size) }
        if let count = try keys[.maxRedirects]?.integer(from: 0, to: 100) { maxRedirects = count }
        allowsPrivateRedirects = try keys[.allowPrivateRedirects]?.flag() ?? false
    }
}

extension DefinitionNode {
    fileprivate func timeout() throws(DefinitionError) -> Duration {
        let time = try duration()
        guard time > .zero else { throw fail("must be longer than 0") }
        return time
    }
}

extension GuardSettings {
    enum Key: String, DefinitionKey {
        case maxDropPercent = "max_drop_percent"
        case mustExistStops = "must_exist_stops"
        case mustExistRoutes = "must_exist_routes"
        case requiredModes = "required_modes"
        case minDaysValid = "min_days_valid"
        case allowUnknownNames = "allow_unknown_names"
        case allowExpired = "allow_expired"
        case allowNewErrors = "allow_new_errors"
        case realtime
    }

    init(_ value: DefinitionNode) throws(DefinitionError) {
        let keys = try DefinitionMapping<Key>(value)
        if let node = keys[.maxDropPercent] { maxDropPercent = try DropLimits(node) }
        mustExistStops = try keys[.mustExistStops]?.texts() ?? []
        mustExistRoutes = try keys[.mustExistRoutes]?.texts() ?? []
        for node in try keys[.requiredModes]?.elements() ?? [] {
            guard let mode = Mode(word: try node.text()) else {
                throw node.fail("expected some of \(Mode.words)")
            }
            requiredModes.append(mode)
        }
        minDaysValid = try keys[.minDaysValid]?.integer(from: 0)
        allowUnknownNames = try keys[.allowUnknownNames]?.flag() ?? false
        allowExpired = try keys[.allowExpired]?.flag() ?? false
        allowNewErrors = try keys[.allowNewErrors]?.flag() ?? false
        if let node = keys[.realtime] { realtime = try Realtime(node) }
    }
}

extension GuardSettings.Realtime {
    enum Key: String, DefinitionKey {
        case check, headers
        case minMatchPercent = "min_match_percent"
    }

    init(_ value: DefinitionNode) throws(DefinitionError) {
        let keys = try DefinitionMapping<Key>(value)
        guard let check = keys[.check] else { throw value.fail("there is no key check") }
        source = try FeedSource(check)
        headers = try keys[.headers]?.headers() ?? []
        if let percent = try keys[.minMatchPercent]?.number(0...100) { minMatchPercent = percent }
    }
}

extension GuardSettings.DropLimits {
    enum Key: String, DefinitionKey {
        case stops, routes, trips, runs, departures
        case serviceDays = "service_days"
    }

    /// One number for all kinds, or a number for some; the others keep the default, and that of
    /// trips applies to runs and departures too.
    init(_ value: DefinitionNode) throws(DefinitionError) {
        let percent = 0.0...100.0
        guard value.isMapping else {
            let limit = try value.number(percent)
            (stops, routes, trips) = (limit, limit, limit)
            (runs, departures, serviceDays) = (limit, limit, limit)
            return
        }
        let keys = try DefinitionMapping<Key>(value)
        if let limit = try keys[.stops]?.number(percent) { stops = limit }
        if let limit = try keys[.routes]?.number(percent) { routes = limit }
        if let limit = try keys[.trips]?.number(percent) {
            (trips, runs, departures) = (limit, limit, limit)
        }
        if let limit = try keys[.runs]?.number(percent) { runs = limit }
        if let limit = try keys[.departures]?.number(percent) { departures = limit }
        if let limit = try keys[.serviceDays]?.number(percent) { serviceDays = limit }
    }
}
