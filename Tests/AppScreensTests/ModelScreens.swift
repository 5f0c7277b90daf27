import Foundation
import TransitBundle
import TransitModel
import TransitViewModels

// The two screens once more, on the models of `TransitViewModels`, and that of a first run: as the
// article "From a feed to a screen" shows them.

/// The app: on its first run, the download; then its screens.
@available(iOS 17, macOS 14, *)
struct AppScreen: View {
    @State private var first: FirstDownloadModel

    init(first: FirstDownloadModel) {
        _first = State(initialValue: first)
    }

    var body: some View {
        Group {
            switch first.state {
            case .waiting: ProgressView("Loading the timetable")
            case .downloading(let fraction):
                ProgressView("Loading the timetable", value: fraction)
            case .failed(let error):
                Text(RiderWords(for: Locale.current.identifier).message(for: error))
                Button("Try again") { first.retry() }
            case .ready(let source): RouteListScreen(source: source)
            }
        }
        .task { await first.load() }
    }
}

/// A stop: what it is, and what leaves next.
@available(iOS 17, macOS 14, *)
struct StopDetailsScreen: View {
    @State private var model: StopDetailsModel

    init(stop: Stop, source: any TransitSource) {
        _model = State(initialValue: StopDetailsModel(stop: stop, source: source))
    }

    var body: some View {
        List {
            Section("Stop Information") {
                LabeledContent("Coordinates", value: model.coordinatesText)
                LabeledContent("Wheelchair", value: model.accessibilityText)
            }
            ForEach(model.alerts) { alert in Text(alert.headerText ?? alert.effect) }
            Section("Departures") {
                if let message = model.departures.errorMessage { Text(message) }
                if let text = model.realtimeText { Text(text) }
                ForEach(model.departures.value ?? []) { departure in
                    DepartureRow(departure: departure)
                }
            }
        }
        .navigationTitle(model.title)
        .toolbar {
            ToolbarItem(placement: .primaryAction) {
                ShareLink(item: model.shareText) {
                    Label("Share", systemImage: "square.and.arrow.up")
                }
            }
        }
        .task {
            await model.load()
            await model.follow()
        }
    }
}

struct DepartureRow: View {
    let departure: StopEvent

    private var time: String {
        let clock = Date.ISO8601FormatStyle(timeZone: departure.timeZone)
        return departure.expectedTime.date.formatted(clock.time(includingFractionalSeconds: false))
    }

    var body: some View {
        HStack {
            Text(time)
            Text(departure.route?.routeShortName ?? "")
            Text(departure.headsign ?? "")
            if let news = departure.realtime?.statusText() { Text(news) }
            if let platform = departure.realtime?.platformText() { Text(platform) }
        }
    }
}

@available(iOS 17, macOS 14, *)
struct RouteListScreen: View {
    @State private var model: RouteListModel

    init(source: any TransitSource) {
        _model = State(initialValue: RouteListModel(source: source))
    }

    var body: some View {
        Group {
            switch model.groups {
            case .loading: ProgressView("Loading routes...")
            case .failed(let message): Text(message)
            case .loaded(let groups):
                List {
                    ForEach(groups) { group in
                        Section(header: Text(group.title)) {
                            ForEach(group.routes) { route in Text(route.name) }
                        }
                    }
                }
            }
        }
        .navigationTitle("Routes")
        .task {
            await model.load()
            await model.follow()
        }
    }
}
