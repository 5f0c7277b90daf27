// swift-tools-version:6.1

import PackageDescription

let package = Package(
    name: "swift-gtfs",
    platforms: [.macOS(.v13), .iOS(.v16)],
    products: [
        .library(name: "GTFSSchedule", targets: ["GTFSSchedule"]),
        .executable(name: "gtfs", targets: ["gtfs"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    ],
    targets: [
        .systemLibrary(
            name: "CArchive", pkgConfig: "libarchive", providers: [.apt(["libarchive-dev"])]),
        .target(name: "GTFSSchedule"),
        .target(
            name: "FeedReading",
            dependencies: [
                "CArchive", "GTFSSchedule", .product(name: "Crypto", package: "swift-crypto"),
            ]),
        .target(name: "FeedCompiling", dependencies: ["FeedReading", "GTFSSchedule"]),
        .target(
            name: "BundleWriting",
            dependencies: [
                "FeedCompiling", "FeedReading", "GTFSSchedule",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "GRDBSQLite", package: "GRDB.swift"),
            ],
            resources: [.embedInCode("bundle.sql")]),
        .target(
            name: "FeedExporting",
            dependencies: [
                "BundleWriting", "CArchive", "FeedCompiling", "FeedReading", "GTFSSchedule",
                .product(name: "GRDBSQLite", package: "GRDB.swift"),
            ]),
        .executableTarget(
            name: "gtfs",
            dependencies: [
                "BundleWriting", "FeedCompiling", "FeedExporting", "FeedReading", "GTFSSchedule",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]),
        .testTarget(
            name: "GTFSScheduleTests", dependencies: ["GTFSSchedule"],
            resources: [.copy("Fixtures")]),
        .target(name: "TestSupport", dependencies: ["CArchive"], path: "Tests/TestSupport"),
        .testTarget(
            name: "FeedReadingTests",
            dependencies: ["CArchive", "FeedReading", "GTFSSchedule", "TestSupport"]),
        .testTarget(
            name: "FeedCompilingTests",
            dependencies: [
                "FeedCompiling", "FeedReading", "GTFSSchedule", "TestSupport",
                .product(name: "GRDB", package: "GRDB.swift"),
            ]),
        .testTarget(
            name: "BundleWritingTests",
            dependencies: [
                "BundleWriting", "FeedCompiling", "FeedReading", "GTFSSchedule", "TestSupport",
                "gtfs", .product(name: "GRDB", package: "GRDB.swift"),
            ]),
        .testTarget(
            name: "FeedExportingTests",
            dependencies: [
                "BundleWriting", "FeedCompiling", "FeedExporting", "FeedReading", "GTFSSchedule",
                "TestSupport", .product(name: "GRDB", package: "GRDB.swift"),
            ]),
        .testTarget(
            name: "gtfsTests",
            dependencies: [
                "TestSupport", "gtfs", .product(name: "GRDB", package: "GRDB.swift"),
            ]),
    ],
    swiftLanguageModes: [.v6]
)

/// Every target speaks the same dialect, so that code can move between targets unchanged.
for target in package.targets where target.type != .system {
    target.swiftSettings =
        (target.swiftSettings ?? []) + [
            .enableUpcomingFeature("ExistentialAny"),
            .enableUpcomingFeature("MemberImportVisibility"),
            .enableUpcomingFeature("InternalImportsByDefault"),
        ]
}
