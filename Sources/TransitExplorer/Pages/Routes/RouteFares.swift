import TransitAPI
import TransitModel
import WebPages

struct RouteFares {
    private let context: ExplorerContext
    private let texts: ExplorerTexts
    private let route: Route

    init(_ context: ExplorerContext, _ route: Route) {
        self.context = context
        texts = context.texts
        self.route = route
    }

    private static let mostPages = 10

    func section() async throws -> HTML? {
        var fares: [RouteFare] = []
        var products: [FareProduct] = []
        var rules: [FareLegRule] = []
        var cursor: String?
        for _ in 0..<Self.mostPages {
            let answer = try await context.ask(
                .fares, [("route", route.routeID), ("cursor", cursor)]
            ) { $0.fares }
            fares += answer.data.fares
            products += answer.data.products
            rules += answer.data.legRules
            cursor = answer.meta.next
            if cursor == nil { break }
        }
        let wanted = Set(
            rules.filter { rule in
                rule.networkID != nil && rule.networkID == route.networkID.map { NetworkID($0) }
            }.compactMap(\.fareProductID))
        let own = products.filter { $0.fareProductID.map(wanted.contains) ?? false }
        guard !fares.isEmpty || !own.isEmpty else { return nil }
        return """
            <section aria-labelledby="fares-title">
            <h2 id="fares-title">\(texts("fares.title"))</h2>
            \(table(fares))\(table(own))
            </section>
            """
    }

    private func table(_ fares: [RouteFare]) -> HTML? {
        guard !fares.isEmpty else { return nil }
        let rows = fares.map { fare -> HTML in
            let row = fare.fare
            let zones = Set(
                fare.rules.compactMap { rule -> String? in
                    guard rule.originID != nil || rule.destinationID != nil else { return nil }
                    return "\(rule.originID?.text ?? "…") → \(rule.destinationID?.text ?? "…")"
                }
            ).sorted().joined(separator: ", ")
            let payment = row.paymentMethod.map { texts("fares.payment.\($0 == .onBoard ? 0 : 1)") }
            let transfers = row.transfers.map {
                texts("fares.transfers.\(min(max($0.code, 0), 2))")
            }
            return """
                <tr><th scope="row">\(context.name(row.fareID?.text ?? ""))</th>\
                <td>\(price(row.price, row.currencyType))</td><td>\(zones)</td>\
                <td>\(payment ?? "")</td><td>\(transfers ?? texts("fares.transfers.any"))</td></tr>

                """
        }
        return Pieces.table(
            id: "fares", caption: "\(texts("fares.title"))",
            head: ["fares.name", "fares.price", "fares.zones", "fares.payment", "fares.transfers"]
                .map { texts($0) }, rows: rows)
    }

    private func table(_ products: [FareProduct]) -> HTML? {
        guard !products.isEmpty else { return nil }
        let rows = products.map { product -> HTML in
            """
            <tr><th scope="row">\(context.name(product.fareProductName ?? product.fareProductID?.text ?? ""))</th>\
            <td>\(price(product.amount, product.currency))</td>\
            <td>\(product.riderCategoryID.map { context.name($0.text) })</td>\
            <td>\(product.fareMediaID.map { context.name($0.text) })</td></tr>

            """
        }
        return Pieces.table(
            id: "products", caption: "\(texts("fares.products"))",
            head: ["fares.name", "fares.price", "fares.riders", "fares.media"].map { texts($0) },
            rows: rows)
    }

    private func price(_ amount: CurrencyAmount?, _ currency: CurrencyCode?) -> String {
        [amount?.text, currency?.text].compactMap { $0 }.joined(separator: " ")
    }
}
