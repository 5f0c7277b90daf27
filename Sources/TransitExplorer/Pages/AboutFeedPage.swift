import TransitModel
import WebPages

struct AboutFeedPage: PagePart {
    let context: ExplorerContext

    func page() async throws -> ExplorerPage {
        let feed = try await context.feed()
        let about = feed.description
        let sizes = TableSizes(try await context.tables(), texts)
        let published = FeedVersions(context: context)
        let calendar = try await FeedServices(context: context).sections()
        return ExplorerPage(
            title: texts("feed.title"),
            body: """
                \(tabs)
                \(validity(about.validity))
                \(publisher(about, feed.languages))
                \(counts(feed.counts))
                \(try await LiveSourcesSection(context: context).section())
                \(calendar)
                <h2 id="bytes">\(texts("feed.tables.title"))</h2>
                \(sizes.picture)
                \(sizes.table)
                \(extensions)
                \(try published.section)
                \(try published.downloads)
                """)
    }

    private var tabs: HTML {
        Pieces.tabs(
            texts("feed.tabs"),
            [
                ("\(texts("feed.title"))", links.page("feed"), true),
                ("\(texts("nav.notices"))", links.page("notices"), false),
                ("\(texts("nav.changes"))", links.page("changes"), false),
            ], isPrinted: true)
    }

    private var extensions: HTML? {
        guard context.hasExtensions else { return nil }
        return """
            <p id="extensions"><a href="\(links.page("extensions"))">\
            \(texts("extensions.title"))</a></p>
            """
    }

    // MARK: Days

    private func validity(_ days: FeedValidity) -> HTML {
        let today = context.today
        var says: HTML = "<p class=\"quiet\">\(texts("feed.days.open"))</p>"
        if let end = days.end {
            let left = end.days(since: today)
            let kind = left < 0 ? "error" : left <= Self.soon ? "warning" : "info"
            let words =
                left < 0
                ? texts("feed.expired", count: -left)
                : left == 0 ? texts("feed.expires.today") : texts("feed.expires", count: left)
            says = "<p id=\"validity\" class=\"notice \(kind)\">\(words)</p>"
        }
        if let start = days.start, start > today {
            let words = texts("feed.begins", count: start.days(since: today))
            says += "<p id=\"begins\" class=\"notice warning\">\(words)</p>"
        }
        return """
            <h2>\(texts("feed.days.title"))</h2>
            \(says)
            <dl id="days" class="pairs">
            <dt>\(texts("feed.days.feed"))</dt>
            <dd>\(span(days.feedStart, days.feedEnd))</dd>
            <dt>\(texts("feed.days.service"))</dt>
            <dd>\(span(days.firstServiceDay, days.lastServiceDay))</dd>
            </dl>
            """
    }

    private func span(_ first: ServiceDate?, _ last: ServiceDate?) -> HTML {
        first == nil && last == nil
            ? "\(texts("feed.days.none"))"
            : "\(Figures.time(first, texts)) – \(Figures.time(last, texts))"
    }

    /// A feed that ends within this many days needs a successor, as the reference asks of
    /// publishers.
    private static let soon = 30

    // MARK: Whose it is

    private func publisher(_ feed: FeedDescription, _ languages: [String]) -> HTML {
        let info = feed.info
        var pairs = HTML()
        func add(_ key: String, _ value: HTML?) {
            guard let value, !value.isEmpty else { return }
            pairs += "<dt>\(texts(key))</dt><dd>\(value)</dd>"
        }
        add(
            "feed.publisher",
            info?.feedPublisherName.map { Figures.link(info?.feedPublisherURL, $0) })
        add("feed.contact", contact(info))
        add("feed.version", info?.feedVersion.map { "<bdi>\($0)</bdi>" })
        add("feed.zone", Pieces.zone(texts, feed.timeZoneName, isAssumed: feed.isTimeZoneAssumed))
        add(
            "feed.language",
            HTML.joined(
                [info?.feedLang, info?.defaultLang == info?.feedLang ? nil : info?.defaultLang]
                    .compactMap { $0.map { "<bdi>\($0)</bdi>" } },
                separator: ", "))
        add("feed.translations", translations(languages))
        let hasLicence = feed.licence != nil || feed.licenceURL != nil || feed.attribution != nil
        add(
            "feed.licence",
            hasLicence
                ? Figures.link(feed.licenceURL, feed.licence ?? feed.licenceURL ?? "") : nil)
        add("feed.attribution", feed.attribution.map { "<bdi>\($0)</bdi>" })
        return """
            <h2>\(texts("feed.about"))</h2>
            <dl id="about" class="pairs">\(pairs)</dl>
            \(agencies(feed.agencies))
            \(attributions(feed.attributions))
            """
    }

    private func contact(_ info: FeedInfo?) -> HTML {
        var contact: [HTML] = []
        if let address = info?.feedContactEmail, address.contains("@") {
            contact.append("<a href=\"mailto:\(address)\"><bdi>\(address)</bdi></a>")
        }
        if let address = info?.feedContactURL { contact.append(Figures.link(address, address)) }
        return HTML.joined(contact, separator: ", ")
    }

    private func translations(_ languages: [String]) -> HTML {
        HTML.joined(
            languages.map { tag -> HTML in
                "<a href=\"\(links.speaking(tag).page("feed"))\"><bdi>\(tag)</bdi></a>"
            }, separator: ", ")
    }

    private func agencies(_ agencies: [Agency]) -> HTML {
        let rows = agencies.map { agency -> HTML in
            """
            <tr><th scope="row">\(Figures.link(agency.agencyURL, agency.agencyName ?? ""))</th>
            <td><bdi>\(agency.agencyPhone ?? "")</bdi></td>
            <td><bdi>\(agency.agencyEmail ?? "")</bdi></td>
            <td>\(agency.agencyTimezone ?? "")</td></tr>
            """
        }
        return texts.table(
            "agencies", caption: "feed.agencies",
            columns: ["feed.agency", "feed.phone", "feed.email", "feed.zone"], rows: rows)
    }

    private func attributions(_ attributions: [Attribution]) -> HTML? {
        guard !attributions.isEmpty else { return nil }
        let rows = attributions.map { attribution -> HTML in
            let roles = [
                ("feed.producer", attribution.isProducer),
                ("feed.operator", attribution.isOperator),
                ("feed.authority", attribution.isAuthority),
            ].filter { $0.1 == 1 }.map { texts($0.0) }
            return """
                <tr><th scope="row">\(Figures.link(
                    attribution.attributionURL, attribution.organizationName ?? ""))</th>
                <td>\(roles.joined(separator: ", "))</td>
                <td><bdi>\(attribution.attributionEmail ?? attribution.attributionPhone ?? "")</bdi></td></tr>
                """
        }
        return texts.table(
            "attributions", caption: "feed.attributions",
            columns: ["feed.organization", "feed.role", "feed.contact"], rows: rows)
    }

    // MARK: How much

    private func counts(_ counts: [String: Int]) -> HTML {
        let items = ["agency", "stops", "routes", "trips", "stop_times", "shapes"]
            .compactMap { name -> HTML? in
                counts[name].map {
                    "<li><b>\(Figures.grouped($0))</b> \(texts("feed.count." + name, count: $0))</li>"
                }
            }
        return "<h2>\(texts("feed.counts"))</h2><ul id=\"counts\" class=\"counts\">\(items)</ul>"
    }
}
