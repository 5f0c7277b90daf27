import TransitAPI
import WebPages

/// Samples of a notice as a table, in which each id of a stop, route or trip is a link.
@available(iOS 17, macOS 14, *)
struct NoticeSamples {
    let links: ExplorerLinks
    let texts: ExplorerTexts

    /// The table; nil when the samples are empty.
    ///
    /// - Parameter id: the id of the table.
    func table(_ samples: some Sequence<[String: ReportValue]>, id: String) -> HTML? {
        let samples = Array(samples)
        let names = Self.columns(samples)
        guard !names.isEmpty else { return nil }
        let heads = names.map { "<th scope=\"col\">\($0)</th>" as HTML }
        let rows = samples.map { sample -> HTML in
            let cells = names.map { name -> HTML in
                "<td\(Self.look(sample[name]))>\(cell(sample[name], name))</td>"
            }
            return "<tr>\(cells)</tr>\n"
        }
        return """
            <div class="scroll" role="region" tabindex="0" aria-labelledby="\(id)-caption">
            <table id="\(id)"><caption id="\(id)-caption">\(texts("notices.samples"))</caption>
            <thead><tr>\(heads)</tr></thead>
            <tbody>
            \(rows)</tbody></table></div>

            """
    }

    /// First where it is, then what it is about, then the rest.
    static func columns(_ samples: [[String: ReportValue]]) -> [String] {
        let first = ["filename", "csvRowNumber", "fieldName", "fieldValue"]
        func rank(_ name: String) -> Int {
            first.firstIndex(of: name) ?? (ReportedThing(field: name) == nil ? 5 : 4)
        }
        return Set(samples.flatMap(\.keys)).sorted { (rank($0), $0) < (rank($1), $1) }
    }

    private static func look(_ value: ReportValue?) -> HTML? {
        if case .number? = value { " class=\"number\"" } else { nil }
    }

    private func cell(_ value: ReportValue?, _ name: String) -> HTML {
        guard let value else { return "" }
        let words: HTML = "<bdi>\(value.plain)</bdi>"
        guard case .text(let id) = value, !id.isEmpty, let thing = ReportedThing(field: name) else {
            return words
        }
        let address =
            switch thing {
            case .stop: links.stop(id)
            case .route: links.route(id)
            case .trip: links.trip(id, date: nil)
            }
        return "<a href=\"\(address)\">\(words)</a>"
    }
}
