import BundleWriting

func build(_ zip: String, at path: String) throws -> [String] {
    let report = try BundleBuilder(Feed(zip)).write(to: path)
    return (report.validation?.groups ?? []).map { "\($0.severity) \($0.code): \($0.count)" }
}
