import Foundation
import TransitBundle

// The second screen of the document, for which see `AppScreensTests`.

struct RouteListView: View {
    @State private var routes: [Route] = []
    @State private var isLoading = true
    @State private var errorMessage: String?

    var body: some View {
        Group {
            if isLoading {
                ProgressView("Loading routes...")
            } else if let error = errorMessage {
                VStack {
                    Image(systemName: "exclamationmark.triangle")
                        .font(.largeTitle)
                        .foregroundColor(.orange)
                    Text("Failed to load routes")
                        .font(.headline)
                    Text(error)
                        .font(.caption)
                        .foregroundColor(.secondary)
                }
            } else {
                routesList
            }
        }
        .navigationTitle("Routes")
        .task {
            await loadRoutes()
        }
    }

    private var routesList: some View {
        List {
            ForEach(groupedRoutes.keys.sorted(by: { $0.rawValue < $1.rawValue }), id: \.self) {
                routeType in
                Section(header: Text(routeType.displayName)) {
                    ForEach(groupedRoutes[routeType] ?? []) { route in
                        RouteRow(route: route)
                    }
                }
            }
        }
    }

    private var groupedRoutes: [RouteType: [Route]] {
        Dictionary(grouping: routes, by: { $0.type })
    }

    private func loadRoutes() async {
        Logger.app.info("route_list_loading")
        isLoading = true

        do {
            let loadedRoutes = try await DatabaseManager.shared.read { db in
                try Route.fetchAll(db)
            }

            await MainActor.run {
                routes = loadedRoutes
                isLoading = false
                Logger.app.info("route_list_loaded", count: loadedRoutes.count)
            }
        } catch {
            await MainActor.run {
                errorMessage = error.localizedDescription
                isLoading = false
                Logger.app.error("route_list_load_failed", error: error.localizedDescription)
            }
        }
    }
}

struct RouteRow: View {
    let route: Route

    var body: some View {
        HStack {
            // Route type badge
            route.type.color
                .frame(width: 8)
                .cornerRadius(4)

            VStack(alignment: .leading, spacing: 4) {
                HStack {
                    Text(route.routeShortName)
                        .font(.headline)

                    Text(route.type.displayName)
                        .font(.caption)
                        .padding(.horizontal, 8)
                        .padding(.vertical, 2)
                        .background(route.type.color.opacity(0.2))
                        .foregroundColor(route.type.color)
                        .cornerRadius(4)
                }

                Text(route.routeLongName)
                    .font(.subheadline)
                    .foregroundColor(.secondary)
            }
        }
        .padding(.vertical, 4)
    }
}

extension RouteListView {
    @MainActor static var preview: some View {
        NavigationStack {
            RouteListView()
        }
    }
}

extension RouteType {
    var color: Color {
        switch self {
        case .rail: return .red
        case .metro: return .purple
        case .bus: return .blue
        case .ferry: return .green
        case .tram: return .orange
        default: return .gray
        }
    }
}
