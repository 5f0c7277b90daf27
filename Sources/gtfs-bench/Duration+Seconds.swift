extension Duration {
    /// As a number, for ratios and tables.
    var seconds: Double {
        Double(components.seconds) + Double(components.attoseconds) / 1e18
    }
}
