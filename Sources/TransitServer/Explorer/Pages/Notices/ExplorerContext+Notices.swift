import WebPages

@available(iOS 17, macOS 14, *)
extension ExplorerContext {
    /// The notices about a stop, as a section; nil when there are none.
    func noticesAbout(stop id: String) throws -> HTML? {
        try noticesAbout(.stop, id: id, address: links.page("notices", query: [("stop", id)]))
    }

    /// The notices about a route, as a section; nil when there are none.
    func noticesAbout(route id: String) throws -> HTML? {
        try noticesAbout(.route, id: id, address: links.page("notices", query: [("route", id)]))
    }

    private func noticesAbout(
        _ thing: ReportedThing, id: String, address: String
    ) throws -> HTML? {
        guard let report = try report() else { return nil }
        let groups = report.groups(about: thing, id)
        guard !groups.isEmpty else { return nil }
        let items = groups.map { group -> HTML in
            let count = group.samples(about: thing, id).count
            return """
                <li class="notice \(group.look)"><p><b class="\(group.look)">\
                \(texts("notices.severity.\(group.look)"))</b> <code>\(group.code)</code> \
                <span class="quiet">\(count)</span></p>
                \(NoticeText(group, texts).html)</li>

                """
        }
        return """
            <section class="noprint">
            <h2>\(texts("notices.here"))</h2>
            <ul id="notices" class="links">
            \(items)</ul>
            <p><a href="\(address)">\(texts("notices.here.more"))</a></p>
            </section>

            """
    }
}
