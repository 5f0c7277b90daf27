package import Logging
package import TransitExplorer

/// The settings with which a server is started.
@available(iOS 17, macOS 14, *)
package struct ServerSettings: Sendable {
    /// The title in `GET /`; nil for the feed's publisher and "API".
    package var title: String?
    /// The pages from which browsers may ask.
    package var origins = OriginPolicy()
    /// The most bytes of cached bodies.
    var cacheBytes = 64 << 20
    /// The most bytes of hours of boards: a usual hour of a stop takes 10 KB.
    var boardBytes = 32 << 20
    /// The limits of connections.
    package var limits = ConnectionLimits()
    /// The number of requests of each client in a minute; nil for no limit.
    package var limiter: RateLimiter?
    /// The proxies that are believed about a client's address.
    package var proxies = TrustedProxies()
    /// The keys that requests must present; nil for none.
    package var keys: AccessKeys?
    /// Where answers are logged; nil for nowhere.
    package var accessLog: AccessLog?
    /// The interval at which the server looks for newly published files.
    var refreshSeconds = 5
    /// The streets under the explorer's maps; nil for none.
    package var tiles: MapTiles?
    /// The source of "now".
    package var clock = ServerClock.system
    /// Where the server's own failures are logged.
    package var logger = Logger(label: "gtfs-serve")

    /// The default settings.
    package init() {}
}
