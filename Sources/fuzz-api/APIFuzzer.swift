import BundleCodec
import BundleManifest
import Foundation
import FuzzSupport
import TransitAPI
import TransitModel

/// Reads arbitrary bytes as something that a server sends or is sent. The first byte chooses what;
/// nothing may crash, and what can be read is written to something that reads the same.
@main
enum APIFuzzer {
    static func main() {
        FuzzDriver.run { input in
            guard let first = input.first else { return }
            let rest = Array(input.dropFirst())
            // Space and the characters after it, so that seeds can be written by hand.
            let choice = (Int(first) + 224) % 256
            let forms = WireForms.all
            if choice < forms.count {
                FuzzedAnswer.check(forms[choice].type, rest)
            } else {
                switch (choice - forms.count) % 4 {
                case 0: FuzzedAnswer.checkManifest(rest)
                case 1: FuzzedAnswer.checkPolyline(rest)
                case 2: FuzzedAnswer.checkPath(rest)
                default: FuzzedAnswer.checkQuery(rest)
                }
            }
        }
    }
}

enum FuzzedAnswer {
    static func check<Form: DTO>(_ type: Form.Type, _ bytes: [UInt8]) {
        checkAlone(type, bytes)
        checkAlone(Envelope<Form>.self, bytes)
    }

    private static func checkAlone<Form: DTO>(_ type: Form.Type, _ bytes: [UInt8]) {
        let report = DecodingReport()
        guard let form = read({ try Form.decoded(from: Data(bytes), reportingTo: report) })
        else { return }
        let written = form.jsonBytes
        guard let again = read({ try Form.decoded(from: Data(written)) }) else {
            fatalError("\(type) writes what it does not read: \(text(written))")
        }
        precondition(again.jsonBytes == written, "\(type) writes otherwise: \(text(written))")
        precondition(again == form, "\(type) reads otherwise: \(text(written))")
        _ = report.replacements.map(\.description)
    }

    static func checkManifest(_ bytes: [UInt8]) {
        guard let manifest = read({ try Manifest(json: bytes) }) else { return }
        guard let written = read({ try manifest.json }),
            let again = read({ try Manifest(json: written) })
        else { fatalError("a manifest does not come back") }
        precondition(again == manifest, "a manifest comes back otherwise: \(text(written))")
        _ = ManifestSignature.isName(text(bytes))
    }

    /// A polyline: the second byte is the number of its points.
    static func checkPolyline(_ bytes: [UInt8]) {
        let text = Array(bytes.dropFirst())
        let count = Int(bytes.first ?? 0)
        let decoded = text.withUnsafeBytes { buffer in
            read { try Polyline.decode(buffer, count: count) }
        }
        guard let places = decoded else { return }
        precondition(places.count == count)
        let again = Polyline.encode(places.map { (Int32($0.latitude), Int32($0.longitude)) })
        let places2 = again.withUnsafeBytes { buffer in
            read { try Polyline.decode(buffer, count: count) }
        }
        precondition(places2?.count == count && zip(places, places2 ?? []).allSatisfy { $0 == $1 })
    }

    static func checkPath(_ bytes: [UInt8]) {
        let segments = text(bytes).split(separator: "/", omittingEmptySubsequences: false)
            .map(String.init)
        guard let match = read({ try Endpoint.matching(path: segments) }),
            let question = read({ try Question(match, encodedQuery: "") })
        else { return }
        checkAgain(question, feed: match.feed, version: match.version)
    }

    /// A query: the first byte chooses the endpoint.
    static func checkQuery(_ bytes: [UInt8]) {
        let names = Endpoint.Name.allCases
        let endpoint = Endpoint[names[Int(bytes.first ?? 0) % names.count]]
        let query = text(Array(bytes.dropFirst()))
        guard
            let question = read({
                try Question(
                    endpoint, id: endpoint.path.contains("{") ? "A" : nil,
                    query: PercentCoding.pairs(query: query))
            })
        else { return }
        checkAgain(question, feed: nil, version: nil)
    }

    private static func checkAgain(_ question: Question, feed: String?, version: String?) {
        let address = question.address(feed: feed, version: version)
        let parts = address.dropFirst().split(
            separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let path =
            parts[0].isEmpty
            ? []
            : parts[0].split(
                separator: "/", omittingEmptySubsequences: false
            ).map(String.init)
        guard let match = read({ try Endpoint.matching(path: path) }),
            let again = read({
                try Question(match, encodedQuery: parts.count > 1 ? String(parts[1]) : "")
            })
        else { fatalError("a question does not come back from \(address)") }
        precondition(again == question, "a question comes back otherwise from \(address)")
        precondition(match.feed == feed && match.version == version, address)
    }

    private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

    private static func read<Value>(_ body: () throws -> Value) -> Value? {
        do { return try body() } catch { return nil }
    }
}

enum WireForms {
    static let all: [(schema: String, type: any DTO.Type)] = [
        ("Meta", Meta.self), ("Note", Note.self), ("ErrorEnvelope", ErrorEnvelope.self),
        ("Error", ErrorDTO.self), ("ErrorDetail", ModelDTO<APIFailure.Detail>.self),
        ("Message", MessageDTO.self), ("Feed", FeedDTO.self), ("FeedInfo", ModelDTO<FeedInfo>.self),
        ("Agency", ModelDTO<Agency>.self), ("Attribution", ModelDTO<Attribution>.self),
        ("FeedDays", FeedDaysDTO.self), ("Box", ModelDTO<BoundingBox>.self),
        ("Licence", LicenceDTO.self),
        ("AgencyList", ListDTO<Agency>.self), ("Stop", StopDTO.self),
        ("StopList", ListDTO<StopDTO>.self), ("StopDetails", StopDetailsDTO.self),
        ("Level", ModelDTO<Level>.self), ("FlexibleAccess", ModelDTO<FlexibleAccess>.self),
        ("FlexibleService", ModelDTO<FlexibleService>.self), ("Route", RouteDTO.self),
        ("RouteList", RouteListDTO.self), ("RouteGroup", RouteGroupDTO.self),
        ("RouteDetails", RouteDetailsDTO.self), ("RouteDirection", RouteDirectionDTO.self),
        ("RouteStops", RouteStopsDTO.self), ("Departure", ModelDTO<StopEvent>.self),
        ("Arrival", ModelDTO<StopEvent>.self), ("Board", ModelDTO<Board>.self),
        ("ArrivalBoard", ModelDTO<Board>.self), ("BoardList", ListDTO<Board>.self),
        ("TimetableList", TimetableListDTO.self), ("Timetable", ModelDTO<Timetable>.self),
        ("TimetableRow", ModelDTO<Timetable.Row>.self),
        ("TimetableCell", ModelDTO<Timetable.Cell>.self),
        ("FlexibleTrip", ModelDTO<Timetable.FlexibleTrip>.self),
        ("TripDetails", TripDetailsDTO.self),
        ("Trip", ModelDTO<Trip>.self), ("Headway", ModelDTO<Headway>.self),
        ("Continuation", ModelDTO<Continuation>.self), ("Call", ModelDTO<TimedCall>.self),
        ("FlexWindow", ModelDTO<FlexWindow>.self), ("Shape", ShapeDTO.self),
        ("LineString", LineStringDTO.self), ("MultiLineString", MultiLineStringDTO.self),
        ("Point", PointDTO.self),
        ("ServiceList", ListDTO<ServiceDTO>.self),
        ("Service", ServiceDTO.self), ("FareList", FareListDTO.self),
        ("DestinationList", DestinationListDTO.self), ("Destination", DestinationDTO.self),
        ("TableList", ListDTO<TableDTO>.self), ("Table", TableDTO.self),
        ("RouteFare", ModelDTO<RouteFare>.self), ("TransferList", ListDTO<Transfer>.self),
        ("PathwayList", ListDTO<Pathway>.self),
        ("TranslationList", TranslationListDTO.self), ("FeedList", ListDTO<FeedSummaryDTO>.self),
        ("FeedSummary", FeedSummaryDTO.self), ("Version", VersionDTO.self),
        ("Status", StatusDTO.self), ("FeedStatus", FeedStatusDTO.self),
        ("BundleEvent", BundleEventDTO.self), ("Pathway", ModelDTO<Pathway>.self),
        ("Transfer", ModelDTO<Transfer>.self), ("LocationGroup", ModelDTO<LocationGroup>.self),
        ("Location", ModelDTO<Location>.self), ("BookingRule", ModelDTO<BookingRule>.self),
        ("FareAttribute", ModelDTO<FareAttribute>.self), ("FareRule", ModelDTO<FareRule>.self),
        ("FareProduct", ModelDTO<FareProduct>.self), ("FareMedium", ModelDTO<FareMedium>.self),
        ("RiderCategory", ModelDTO<RiderCategory>.self),
        ("FareLegRule", ModelDTO<FareLegRule>.self),
        ("FareLegJoinRule", ModelDTO<FareLegJoinRule>.self),
        ("FareTransferRule", ModelDTO<FareTransferRule>.self),
        ("Timeframe", ModelDTO<Timeframe>.self), ("Area", ModelDTO<Area>.self),
        ("CallRealtime", ModelDTO<CallRealtime>.self),
        ("RealtimeVehicle", ModelDTO<CallRealtime.Vehicle>.self),
        ("RealtimeMeta", RealtimeMeta.self),
        ("AlertList", ListDTO<ServiceAlert>.self),
        ("Alert", ModelDTO<ServiceAlert>.self),
        ("AlertPeriod", ModelDTO<ServiceAlert.Period>.self),
        ("AlertImage", ModelDTO<ServiceAlert.Image>.self),
        ("InformedEntity", ModelDTO<InformedEntity>.self),
        ("InformedTrip", ModelDTO<InformedEntity.Trip>.self),
        ("VehicleList", ListDTO<LiveVehicle>.self),
        ("Vehicle", ModelDTO<LiveVehicle>.self),
        ("NextCall", ModelDTO<LiveVehicle.NextCall>.self),
        ("Carriage", ModelDTO<LiveVehicle.Carriage>.self),
        ("RealtimeReport", RealtimeReportDTO.self),
        ("Coverage", RealtimeReportDTO.CoverageDTO.self),
        ("RouteCoverage", RealtimeReportDTO.RouteCoverageDTO.self),
        ("TripUpdateOutcome", RealtimeReportDTO.OutcomeDTO.self),
        ("TripUpdateSample", RealtimeReportDTO.SampleDTO.self),
        ("RealtimeSource", RealtimeSourceDTO.self),
        ("RealtimeEvent", RealtimeEventDTO.self),
        ("RemovedRows", RemovedRowsDTO.self),
        ("RowKey", RowKeyDTO.self),
        ("ExtensionList", ListDTO<ExtensionTable>.self),
        ("Extension", ModelDTO<ExtensionTable>.self),
        ("ExtensionColumn", ModelDTO<ExtensionColumn>.self),
        ("ExtensionRow", ModelDTO<ExtensionRow>.self),
        ("ExtensionRows", ModelDTO<ExtensionRows>.self),
        ("FareNetwork", ModelDTO<FareNetwork>.self), ("Translation", ModelDTO<Translation>.self),
    ]

    static let values: Set = ["ServiceDate", "ServiceTime", "Instant", "Mode"]

    static let schemas = all.map(\.schema)

    static func type(_ schema: String) -> (any DTO.Type)? {
        all.first { $0.schema == schema }?.type
    }
}
