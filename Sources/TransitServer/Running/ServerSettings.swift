package import Logging
package import TransitExplorer

@available(iOS 17, macOS 14, *)
package struct ServerSettings: Sendable {
    package var title: String?
    package var origins = OriginPolicy()
    var cacheBytes = 64 << 20
    /// The maximum number of bytes for hours of boards: a typical hour of a stop takes 10 KB.
    var boardBytes = 32 << 20
    package var limits = ConnectionLimits()
    package var limiter: RateLimiter?
    package var proxies = TrustedProxies()
    package var keys: AccessKeys?
    package var accessLog: AccessLog?
    var refreshSeconds = 5
    package var tiles: MapTiles?
    package var clock = ServerClock.system
    package var logger = Logger(label: "gtfs-serve")

    package init() {}
}
