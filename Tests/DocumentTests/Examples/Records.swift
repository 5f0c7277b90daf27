import GRDB
import TransitBundle

/// The names of all routes, through a connection of the app's own.
func routeNames(in path: String) throws -> [String] {
    try DatabaseQueue(path: path).read { db in
        try Route.fetchAll(db).map(\.name)
    }
}
