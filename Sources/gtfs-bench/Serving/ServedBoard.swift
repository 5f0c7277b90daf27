import Foundation
import GTFSSchedule
import TransitBundle

/// The board that is requested.
struct ServedBoard {
    /// Its departures.
    private static let count = 8

    let stop: String
    let date: ServiceDate

    /// Its path; `{at}` stands for the time when none is given.
    func path(at time: String = "{at}") -> String {
        let safe = CharacterSet.alphanumerics.intersection(
            CharacterSet(charactersIn: Unicode.Scalar(0)..<Unicode.Scalar(128))
        ).union(CharacterSet(charactersIn: "-._~"))
        let id = stop.addingPercentEncoding(withAllowedCharacters: safe) ?? stop
        return "/api/v1/stops/\(id)/departures?at=\(time)&n=\(Self.count)"
    }

    /// The path of the board that is requested again and again.
    var fixedPath: String {
        // Without the Z: a time of the clock at the stop.
        path(at: String(Timestamp.text(WrkLoad.start(on: date, hour: 8)).dropLast()))
    }

    /// The time that the same question takes without a server, asked for one time after the other.
    func queries(of bundle: String) async throws -> Latencies {
        let bundle = try TransitBundle(path: bundle)
        let stop = try await bundle.stop(id: stop)
        let start = WrkLoad.start(on: date, hour: 6)
        var milliseconds: [Double] = []
        for number in 0..<1000 {
            let time = Date(timeIntervalSince1970: TimeInterval(start + number * 43))
            let begin = ContinuousClock.now
            _ = try await bundle.nextDepartures(from: stop, at: time, count: Self.count)
            milliseconds.append((ContinuousClock.now - begin).seconds * 1000)
        }
        return Latencies(milliseconds)
    }
}
