import Foundation
import TransitBundle
import TransitModel
import TransitViewModels

/// A problem that a preview wants to show.
struct Offline: LocalizedError {
    var errorDescription: String? { "The network is away." }
}

/// The screens of the library on any source.
@MainActor func screens(
    _ title: String, _ source: any TransitSource, typing text: String, at time: Date
) async throws {
    let home = HomeModel(source: source, pause: .zero)
    await home.load(at: time)
    print("\(title): \(home.feed.value?.info?.feedPublisherName ?? home.feed.errorMessage ?? "?")")
    home.searchText = text
    await home.searchFinished()
    print("  found: \(home.results.value?.stops.map(\.stop.stopName) ?? [])")
    let list = RouteListModel(source: source)
    await list.load()
    print("  routes: \(list.groups.value?.map { "\($0.title) \($0.count)" } ?? [])")
    if let error = list.groups.errorMessage { print("  failed: \(error)") }
    guard let stop = home.results.value?.stops.first?.stop else { return }
    let details = StopDetailsModel(stop: stop, source: source)
    await details.load(at: time)
    print("  \(details.title): \(details.departures.value?.count ?? 0) departures")
    switch details.origin {
    case .bundle(let version, _, _): print("  from a bundle with a version: \(version != nil)")
    case .canned: print("  made up")
    case .live, .cached, nil: print("  from elsewhere")
    }
}
