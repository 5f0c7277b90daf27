import BundleCodec
import FeedReading

extension StopTimesCompiler {
    func decode(_ trip: Int) throws(FeedError) -> [StopTimeRow] {
        let pattern = Int(trips.columns.pattern[trip]) - 1
        var rows: [StopTimeRow] = []
        patterns.forEachCall(pattern) { call in
            var row = StopTimeRow()
            row.stop = call.stop
            row.sequence = call.sequence
            row.codes = patterns.codes(call.codes)
            rows.append(row)
        }
        if trips.columns.timing[trip] != 0 {
            let origin = trips.columns.origin[trip]
            let times: TimingOffsets
            do throws(DamagedEncoding) {
                times = try timings.offsets(Int(trips.columns.timing[trip]) - 1)
            } catch {
                throw .internalFailure(reason: error.reason)
            }
            for position in rows.indices {
                if let offset = times.departure(position) {
                    rows[position].departure = origin + Int32(offset)
                }
                if let offset = times.arrival(position) {
                    rows[position].arrival = origin + Int32(offset)
                }
            }
        }
        if trips.columns.distances[trip] != 0 {
            let values = try distances.values(trips.columns.distances[trip])
            for position in rows.indices { rows[position].distance = values[position] }
        }
        let detail = trips.details[trips.columns.detail[trip]]
        if detail.stopHeadsigns != 0 {
            for entry in stopHeadsignLists[Int(detail.stopHeadsigns) - 1] {
                rows[Int(entry.position)].headsign = entry.value + 1
            }
        }
        if detail.flex != 0 {
            for entry in flexLists[Int(detail.flex) - 1] {
                rows[Int(entry.position)].flex = entry.value + 1
            }
        }
        if let unknown, case let list = unknown.list(of: trip).number, list > 0 {
            let entries = unknown.lists[Int(list) - 1]
            var next = 0
            for position in rows.indices {
                while next < entries.count, entries[next].position <= rows[position].sequence {
                    next += 1
                }
                if next > 0 { rows[position].unknown = entries[next - 1].value }
            }
        }
        return rows
    }
}
