import TransitModel
import WebPages

struct RouteFares: PagePart {
    let context: ExplorerContext
    let route: Route

    private static let mostPages = 10

    func section() async throws -> HTML? {
        let lists = try await context.everyPage(most: Self.mostPages) {
            try await context.fares(ofRoute: route.routeID, cursor: $0)
        }.all
        let fares = lists.flatMap(\.routeFares)
        let wanted = Set(
            lists.flatMap(\.fares.legRules).filter { rule in
                rule.networkID != nil && rule.networkID == route.networkID.map { NetworkID($0) }
            }.compactMap(\.fareProductID))
        let own = lists.flatMap(\.fares.products)
            .filter { $0.fareProductID.map(wanted.contains) ?? false }
        guard !fares.isEmpty || !own.isEmpty else { return nil }
        return Pieces.section(
            "fares-title", "\(texts("fares.title"))", "\(table(fares))\(table(own))")
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
        return texts.table(
            "fares", caption: "fares.title", isUnseen: true,
            columns: [
                "fares.name", "fares.price", "fares.zones", "fares.payment", "fares.transfers",
            ], rows: rows)
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
        return texts.table(
            "products", caption: "fares.products", isUnseen: true,
            columns: ["fares.name", "fares.price", "fares.riders", "fares.media"], rows: rows)
    }

    private func price(_ amount: CurrencyAmount?, _ currency: CurrencyCode?) -> String {
        [amount?.text, currency?.text].compactMap { $0 }.joined(separator: " ")
    }
}
