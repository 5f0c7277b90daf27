import BundleWriting
import TransitBundle

/// Builds a bundle of the trams of a feed.
func trams(of zip: String, at path: String) async throws -> (routes: [String], last: String) {
    var builder = BundleBuilder(try Feed(zip))
    builder.filter.modes = [.tram]
    builder.filter.without = [.fares]
    let (steps, end) = AsyncStream<BuildStep>.makeStream()
    try await builder.write(to: path) { end.yield($0) }
    end.finish()
    var last = ""
    for await step in steps { last = "\(step)" }
    let bundle = try TransitBundle(path: path)
    return (try await bundle.routes().map(\.name), last)
}

/// The example in the comment of `BundleBuilder`.
struct BundleWritingExamples {
    let zip: String
    let bundle: String

    func build() throws -> Int {
        var builder = BundleBuilder(try Feed(zip))
        builder.filter.modes = [.tram]
        let report = try builder.write(to: bundle)
        return report.rejectedRows
    }
}
