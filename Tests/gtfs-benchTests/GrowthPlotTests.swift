import Foundation
import Testing

@testable import gtfs_bench

#if canImport(FoundationXML)
    import FoundationXML
#endif

@Suite("The plot of growth") struct GrowthPlotTests {
    private static func points(_ factors: [Int]) -> [GrowthPoint] {
        factors.map {
            GrowthPoint(
                stopTimes: $0 * 1_000_000, feedBytes: $0 * 5_000_000, seconds: Double($0) * 0.5,
                cpuSeconds: Double($0), peakBytes: 40_000_000 + $0 * 1_000_000,
                bundleBytes: $0 * 4_000_000)
        }
    }

    @Test("Axes end at round numbers")
    func axes() {
        #expect(GrowthPlot.ceiling(0) == 1)
        #expect(GrowthPlot.ceiling(0.3) == 0.4)
        #expect(GrowthPlot.ceiling(1) == 1)
        #expect(GrowthPlot.ceiling(3.1) == 4)
        #expect(GrowthPlot.ceiling(48) == 50)
        #expect(GrowthPlot.ceiling(501) == 1000)
    }

    @Test("It is well-formed, and has a mark for each figure of each feed")
    func marks() {
        let svg = GrowthPlot(Self.points([1, 2, 4, 8])).svg
        #expect(XMLParser(data: Data(svg.utf8)).parse())
        #expect(svg.components(separatedBy: "<circle ").count - 1 == 12)
        #expect(svg.components(separatedBy: "class=\"proportional\"").count - 1 == 3)
        #expect(svg.contains("<desc>1.00 million: 1.00 seconds of processor time, "))
    }

    @Test("What grows in proportion lies on the dashed line")
    func proportion() {
        let svg = GrowthPlot(Self.points([1, 10])).svg
        let lines = svg.split(separator: "\n")
        let values = lines.filter { $0.contains("class=\"value\"") }
        let dashed = lines.filter { $0.contains("class=\"proportional\"") }
        // One second and ten, of axes that both end at 10.
        #expect(values[0].contains("M71 175L305 40"))
        #expect(dashed[0].contains("M45 190L305 40"))
    }
}
