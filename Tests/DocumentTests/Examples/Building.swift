import BundleWriting

func build(_ zip: String, at path: String) throws -> [String] {
    let report = try BundleBuilder(Feed(zip)).write(to: path)
    return (report.validation?.groups ?? []).filter { $0.severity == .error }.map(\.code)
}
