import Foundation

/// All figures of one run.
struct WholeReport: Encodable {
    /// Changes when a reader of older files would misread newer ones.
    let format = 1
    let circumstances: Circumstances
    let feeds: [FeedFigures]
    /// What has next to nothing to do.
    let starts: [ReachMeasurement]
    /// Feeds of which each is twice as large as the one before.
    let growth: [GrowthPoint]
    /// Feeds with equally many trips, of 10 and of 40 stops.
    let lengths: [GrowthPoint]

    private static let mostTables = 10

    /// Tables, each below its heading.
    var markdown: String {
        var sections = [
            ("gtfs-bench all", circumstances.text),
            ("Beside its peers", Printing.markdown(PeerTable.rows(feeds.map(\.reach)), left: 3)),
            ("Bundles", Printing.markdown(FeedFigures.table(feeds))),
            ("Largest tables, with their indexes", tables),
        ]
        for figures in feeds {
            sections += [
                ("Queries, \(figures.feed)", Printing.markdown(QueryResult.table(figures.queries))),
                ("The library, \(figures.feed)", figures.library.markdown),
            ]
        }
        sections += [
            ("Start", Printing.markdown(PeerTable.starts(starts), left: 2)),
            ("Growth", Printing.markdown(GrowthPoint.table(growth))),
            ("As many trips with more stops", Printing.markdown(GrowthPoint.table(lengths))),
        ]
        return sections.map { "## \($0.0)\n\n\($0.1)\n" }.joined(separator: "\n")
    }

    private var tables: String {
        let bundles = feeds.map { (feed: $0.feed, bytes: $0.bundle) }
        return Printing.markdown(BundleBytes.table(bundles, most: Self.mostTables), left: 2)
    }

    /// Draws growth, and of each feed its bytes and seconds.
    func draw(into folder: String) throws {
        var drawings = ["growth.svg": GrowthPlot(growth).svg]
        for (index, figures) in feeds.enumerated() {
            // Feeds from two folders may have the same name.
            let isFirst = feeds[..<index].allSatisfy { $0.feed != figures.feed }
            let name = isFirst ? figures.feed : "\(figures.feed)-\(index + 1)"
            drawings["bytes-\(name).svg"] = bytes(of: figures).svg
            drawings["seconds-\(name).svg"] = seconds(of: figures).svg
            drawings["memory-\(name).svg"] = memory(of: figures).svg
        }
        for (name, svg) in drawings {
            try svg.write(toFile: "\(folder)/\(name)", atomically: true, encoding: .utf8)
        }
    }

    private func bytes(of figures: FeedFigures) -> BarPlot {
        let tables = figures.bundle.tables.prefix(Self.mostTables)
        return BarPlot(
            title: "Largest tables of \(figures.feed)", unit: "KB",
            bars: tables.map { BarPlot.Bar(name: $0.name, value: Double($0.bytes) / 1e3) })
    }

    private func seconds(of figures: FeedFigures) -> BarPlot {
        let bars = ([figures.reach.unzip] + figures.reach.measurements).compactMap { one in
            one.seconds.median.map { BarPlot.Bar(name: one.name, value: $0) }
        }
        return BarPlot(title: "Time for \(figures.feed)", unit: "seconds", digits: 2, bars: bars)
    }

    private func memory(of figures: FeedFigures) -> BarPlot {
        let bars = figures.reach.measurements.compactMap { one in
            one.peakBytes.max().map { BarPlot.Bar(name: one.name, value: Double($0) / 1e6) }
        }
        return BarPlot(title: "Memory for \(figures.feed)", unit: "MB at the peak", bars: bars)
    }
}
