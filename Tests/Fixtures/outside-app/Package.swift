// swift-tools-version:6.1

import PackageDescription

let package = Package(
    name: "outside-app",
    platforms: [.macOS(.v14)],
    dependencies: [.package(path: "../swift-gtfs", traits: [])],
    targets: [
        .target(name: "ScreenKit"),
        .executableTarget(
            name: "OutsideApp",
            dependencies: [
                "ScreenKit",
                .product(name: "BundleDelta", package: "swift-gtfs"),
                .product(name: "BundleWriting", package: "swift-gtfs"),
                .product(name: "FeedValidation", package: "swift-gtfs"),
                .product(name: "TransitBundle", package: "swift-gtfs"),
                .product(name: "TransitClient", package: "swift-gtfs"),
                .product(name: "TransitModel", package: "swift-gtfs"),
                .product(name: "TransitSample", package: "swift-gtfs"),
                .product(name: "TransitViewModels", package: "swift-gtfs"),
            ]),
    ],
    swiftLanguageModes: [.v6]
)
