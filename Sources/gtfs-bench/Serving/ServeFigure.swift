/// One line of the output of `gtfs-bench serve`: our server, and nginx where it does the same.
struct ServeFigure {
    /// The promised figure.
    enum Target {
        /// At least this fraction of nginx's figure.
        case ratio(Double)
        case atLeast(Double)
        case atMost(Double)
        /// At most 2 ms more than the query takes without a server.
        case beyondQuery(milliseconds: Double)

        var text: String {
            switch self {
            case .ratio(let ratio): ">= \(ratio) x nginx"
            case .atLeast(let least): ">= \(Printing.number(least, 0))"
            case .atMost(let most): "<= \(Printing.number(most, 0))"
            case .beyondQuery(let query): "<= query (\(Printing.number(query, 2))) + 2"
            }
        }
    }

    let name: String
    /// The figures of each round.
    var ours: [Double] = []
    var nginx: [Double] = []
    var digits = 0
    var target: Target?

    /// Our server's figure as a multiple of nginx's, by the medians.
    var ratio: Double? {
        guard let ours = ours.median, let nginx = nginx.median, nginx > 0 else { return nil }
        return ours / nginx
    }

    /// Whether the target is reached; nil without a target, and where nothing could be measured.
    var isReached: Bool? {
        switch target {
        case nil: nil
        case .ratio(let least): ratio.map { $0 >= least }
        case .atLeast(let least): ours.median.map { $0 >= least }
        case .atMost(let most): ours.median.map { $0 <= most }
        case .beyondQuery(let query): ours.median.map { $0 <= query + 2 }
        }
    }

    static func table(_ figures: [ServeFigure]) -> [[String]] {
        [["", "gtfs-serve", "nginx", "ratio", "target", ""]] + figures.map(\.cells)
    }

    private var cells: [String] {
        [
            name, Printing.number(ours.median, digits), Printing.number(nginx.median, digits),
            Printing.number(ratio, 2),
            target?.text ?? "", isReached == false ? "MISSED" : "",
        ]
    }
}
