import FeedReading
import Foundation
import GTFSRealtime
import GTFSSchedule
import TransitModel
import TransitRealtime

struct DetourCheck {
    let log: CheckLog
    let now: Int
    let named: NamedThings
    let facts: FeedFacts?

    /// The days ahead for which a detour counts as one, and not as a plan.
    private static let mostDays = 7

    // MARK: Shapes

    func check(_ shape: Shape, in part: MessagePart) {
        if let id = UsableValues.id(shape.shapeID) {
            if facts?.shapes.contains(ShapeID(id)) == true {
                log.note(.shapeInFeed, in: part, ["shapeId": id])
            }
        } else {
            log.note(.noShapeID, in: part)
        }
        guard let line = UsableValues.id(shape.encodedPolyline) else {
            log.note(.noPoints, in: part, ["shapeId": shape.shapeID])
            return
        }
        if Self.points(of: line).map({ $0 < 2 }) ?? true {
            log.note(.damagedPoints, in: part, ["shapeId": shape.shapeID])
        }
    }

    /// The number of points of an encoded polyline with five decimals; nil when it is damaged.
    private static func points(of line: String) -> Int? {
        var numbers = 0
        var shift = 0
        var value = 0
        var sums = [0, 0]
        for byte in line.utf8 {
            guard 63...126 ~= byte, shift <= 30 else { return nil }
            let bits = Int(byte - 63)
            value |= (bits & 31) << shift
            shift += 5
            guard bits < 32 else { continue }
            let axis = numbers % 2
            sums[axis] += value & 1 == 0 ? value >> 1 : ~(value >> 1)
            // Degrees times 100,000.
            guard abs(sums[axis]) <= (axis == 0 ? 9_000_000 : 36_000_000) else { return nil }
            numbers += 1
            shift = 0
            value = 0
        }
        return shift == 0 && numbers % 2 == 0 ? numbers / 2 : nil
    }

    // MARK: Modifications

    func check(_ modifications: TripModifications, in part: MessagePart) {
        for date in modifications.serviceDates { check(date, in: part) }
        for selected in modifications.selectedTrips {
            if let id = UsableValues.id(selected.shapeID).map({ ShapeID($0) }), let facts,
                !facts.shapes.contains(id), !named.ownShapes.contains(id)
            {
                log.note(.unknownDetourShape, in: part, ["shapeId": id.text])
            }
            for id in selected.tripIDs where named.replaced.contains(TripID(id)) {
                log.note(.alsoReplaced, in: part, ["tripId": id])
            }
        }
        for modification in modifications.modifications { check(modification, in: part) }
    }

    private func check(_ date: String, in part: MessagePart) {
        guard let day = UsableValues.day(date) else {
            log.note(.badDetourDay, in: part, ["serviceDate": date])
            return
        }
        let days = Double(day) - Double(now) / 86_400
        if days > Double(Self.mostDays) {
            log.note(.farDetourDay, in: part, ["serviceDate": date])
        }
    }

    private func check(_ modification: TripModifications.Modification, in part: MessagePart) {
        if modification.startStopSelector == nil { log.note(.noDetourStart, in: part) }
        for selector in [modification.startStopSelector, modification.endStopSelector] {
            guard let selector else { continue }
            let id = UsableValues.id(selector.stopID)
            if id == nil, selector.stopSequence == nil {
                log.note(.emptySelector, in: part)
            }
            if let id, let facts, facts.isOtherPlace(id) == nil {
                log.note(.unknownSelectorStop, in: part, ["stopId": id])
            }
        }
        var travel: Int32?
        for stop in modification.replacementStops {
            if let time = stop.travelTimeToStop {
                if let before = travel, time < before {
                    log.note(
                        .fallingTravel, in: part,
                        ["stopId": stop.stopID, "seconds": Int(time), "before": Int(before)])
                }
                travel = time
            }
            facts?.check(
                stop: stop.stopID, beside: named.ownStops, unknown: .unknownReplacement,
                otherPlace: .stationReplacement, log, in: part)
        }
    }
}
