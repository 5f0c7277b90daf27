import BundleDelta
import FeedValidation
import Foundation
import TransitBundle

/// Every error of the products, caught by its case.
func failures(_ bundle: TransitBundle, feed: String) async throws {
    do {
        _ = try TransitBundle(path: "/nowhere.sqlite")
    } catch TransitBundleError.missing(let path) {
        print("missing: \(path)")
    }
    do {
        _ = try TransitBundle(path: #filePath)
    } catch TransitBundleError.notABundle {
        print("not a bundle")
    }
    do {
        _ = try await bundle.stop(id: "NOWHERE")
    } catch TransitSourceError.notFound(let kind, let id) {
        print("not found: \(kind) \(id)")
    }
    do {
        _ = try await bundle.stop(id: "NOWHERE")
    } catch {
        print(error.localizedDescription)
    }
    do {
        try BundleDelta.apply("/nowhere.delta", to: bundle.path, writing: bundle.path + ".new")
    } catch let error as BundleDeltaError {
        guard case .missing = error else { throw error }
        print(error.localizedDescription)
    }
}

/// Says which routes have no color of their own.
struct ColorlessRule: RowRule {
    static let colorless = NoticeDefinition(
        code: "app_colorless_route", severity: .info, summary: "A route has no color.",
        file: "routes.txt", fields: ["route_color"])
    static let notices = [colorless]

    func check(_ row: GTFSSchedule.Route, in context: RowContext, into bin: NoticeBin) {
        guard row.routeColor == nil else { return }
        bin.add(Self.colorless, ["csvRowNumber": context.row, "routeId": row.routeID])
    }
}

/// A validation with a rule of the app, with limits, and of what is not there.
func validation(of feed: String) async throws {
    guard let date = ServiceDate(yyyymmdd: 20_261_123) else { return }
    var options = ValidationOptions(date: date, countryCode: "AU")
    options.ownRules = [ColorlessRule()]
    let report = try await Validator(Feed(feed), options).validate()
    print("errors: \(report.total(.error))")
    for group in report.groups where group.code == ColorlessRule.colorless.code {
        print("\(group.code): \(group.count)")
    }
    do {
        let access = FeedAccess(limits: ArchiveLimits(totalBytes: 1_000_000), subpath: "none")
        _ = try Feed(feed, access: access)
    } catch FeedError.subpathNotFound(_, let subpath, _) {
        print("no folder \(subpath)")
    }
    do {
        _ = try Feed("/nowhere.zip")
    } catch {
        guard case .inputMissing = error else { throw error }
        print(error.localizedDescription)
    }
}
