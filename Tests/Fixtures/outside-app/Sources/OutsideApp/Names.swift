import ScreenKit
import TransitBundle
import TransitModel

/// The app's own word for where its user gets off: it hides the library's `Stop` in this module.
struct Stop {
    var nickname: String
    var saved: TransitModel.Stop
}

/// `Shape` and `Color` are the framework's, without a module in front of them.
struct RouteBadge: Shape {
    let route: Route
    let outline = Circle(radius: 2)

    var area: Double { outline.area }

    var color: Color {
        let (red, green, blue) = route.color.components
        return Color(red: red, green: green, blue: blue)
    }
}

/// Names that clash or could clash, each of them meant.
func names(_ bundle: TransitBundle) async throws {
    let home = Stop(nickname: "Home", saved: try await bundle.stop(id: "QUAY"))
    print("\(home.nickname) is \(home.saved.stopName)")
    let row: GTFSSchedule.Stop.Type = GTFSSchedule.Stop.self
    print("a row of \(row.file.name) is no \(TransitModel.Stop.self)")
    let badge = RouteBadge(route: try await bundle.route(id: "T1"))
    print("badge of \(badge.area), red \(badge.color.red), \(badge.route.color.css)")
    let path: TripShape? = try await bundle.shapes(of: badge.route, direction: 0).first
    print("its path has points: \(path?.points.isEmpty == false)")
}
