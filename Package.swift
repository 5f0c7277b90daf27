// swift-tools-version:6.1

import PackageDescription

let package = Package(
    name: "swift-gtfs",
    platforms: [.macOS(.v13), .iOS(.v16)],
    products: [
        .library(name: "BundleDelta", targets: ["BundleDelta"]),
        .library(name: "GTFSSchedule", targets: ["GTFSSchedule"]),
        .library(name: "FeedValidation", targets: ["FeedValidation"]),
        .library(name: "TransitModel", targets: ["TransitModel"]),
        .library(name: "TransitBundle", targets: ["TransitBundle"]),
        .library(name: "TransitViewModels", targets: ["TransitViewModels"]),
        .executable(name: "gtfs", targets: ["gtfs"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.0"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
    ],
    targets: [
        .systemLibrary(
            name: "CArchive", pkgConfig: "libarchive", providers: [.apt(["libarchive-dev"])]),
        .systemLibrary(name: "CCurl", providers: [.apt(["libcurl4-openssl-dev"])]),
        .systemLibrary(name: "CISAL", pkgConfig: "libisal", providers: [.apt(["libisal-dev"])]),
        .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
        .target(
            name: "SystemLayer", dependencies: [.product(name: "Crypto", package: "swift-crypto")]),
        .target(
            name: "SQLiteLayer", dependencies: [.product(name: "GRDBSQLite", package: "GRDB.swift")]
        ),
        .target(
            name: "BundleDelta",
            dependencies: [
                "CZlib", "SystemLayer", .product(name: "Crypto", package: "swift-crypto"),
            ]),
        .target(name: "BundleCodec"),
        .target(name: "GTFSSchedule"),
        .target(
            name: "FeedReading",
            dependencies: [
                "CArchive", "CCurl", "CISAL", "GTFSSchedule", "SystemLayer",
                .product(name: "Crypto", package: "swift-crypto"),
            ]),
        .target(
            name: "FeedCompiling",
            dependencies: ["BundleCodec", "FeedReading", "GTFSSchedule", "SystemLayer"]),
        .target(
            name: "FeedValidation",
            dependencies: ["FeedCompiling", "FeedReading", "GTFSSchedule", "SystemLayer"],
            resources: [.embedInCode("Facts/PhoneNumbers.tsv")]),
        .target(
            name: "BundleWriting",
            dependencies: [
                "BundleCodec", "FeedCompiling", "FeedReading", "GTFSSchedule", "SQLiteLayer",
                "SystemLayer",
            ],
            resources: [.embedInCode("bundle.sql")]),
        .target(name: "TransitModel", dependencies: ["GTFSSchedule"]),
        .target(
            name: "TransitBundle",
            dependencies: [
                "BundleCodec", "SQLiteLayer", "SystemLayer", "TransitModel",
                .product(name: "GRDB", package: "GRDB.swift"),
            ]),
        .target(
            name: "FeedExporting",
            dependencies: [
                "BundleCodec", "BundleWriting", "CArchive", "FeedCompiling", "FeedReading",
                "GTFSSchedule", "SQLiteLayer", "SystemLayer",
            ]),
        .target(
            name: "BundleDiffing",
            dependencies: [
                "BundleCodec", "BundleWriting", "FeedReading", "GTFSSchedule", "SQLiteLayer",
                "SystemLayer",
            ]),
        .target(
            name: "Publishing",
            dependencies: [
                "BundleCodec", "BundleDelta", "BundleDiffing", "BundleWriting", "FeedCompiling",
                "FeedReading", "FeedValidation", "GTFSSchedule", "SQLiteLayer", "SystemLayer",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "Yams", package: "Yams"),
            ]),
        .target(
            name: "TransitViewModels",
            dependencies: ["TransitModel", .product(name: "Logging", package: "swift-log")]),
        .executableTarget(
            name: "gtfs",
            dependencies: [
                "BundleDelta", "BundleDiffing", "BundleWriting", "FeedCompiling", "FeedExporting",
                "FeedReading", "FeedValidation", "GTFSSchedule", "Publishing", "SystemLayer",
                "TransitBundle", .product(name: "Yams", package: "Yams"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]),
        .executableTarget(
            name: "gtfs-bench",
            dependencies: [
                "CArchive", "GTFSSchedule", "SystemLayer", "TransitBundle",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "GRDB", package: "GRDB.swift"),
            ]),
        .testTarget(
            name: "BundleCodecTests",
            dependencies: [
                "BundleCodec", "TestSupport", .product(name: "GRDB", package: "GRDB.swift"),
            ]),
        .testTarget(
            name: "BundleDeltaTests",
            dependencies: [
                "BundleDelta", "BundleWriting", "FeedCompiling", "FeedReading", "TestSupport",
            ]),
        .testTarget(
            name: "BundleDiffingTests",
            dependencies: [
                "BundleDiffing", "BundleWriting", "FeedReading", "GTFSSchedule", "TestSupport",
                .product(name: "GRDB", package: "GRDB.swift"),
            ]),
        .testTarget(name: "RepositoryTests", dependencies: ["TestSupport"]),
        .testTarget(
            name: "SQLiteLayerTests",
            dependencies: [
                "SQLiteLayer", "TestSupport", .product(name: "GRDBSQLite", package: "GRDB.swift"),
            ]),
        .testTarget(name: "SystemLayerTests", dependencies: ["SystemLayer", "TestSupport"]),
        .testTarget(
            name: "GTFSScheduleTests", dependencies: ["GTFSSchedule"],
            resources: [.copy("Fixtures")]),
        .target(
            name: "TestSupport", dependencies: ["CArchive", "SystemLayer"],
            path: "Tests/TestSupport"),
        .testTarget(
            name: "FeedReadingTests",
            dependencies: [
                "CArchive", "CCurl", "FeedReading", "GTFSSchedule", "SystemLayer", "TestSupport",
            ]),
        .testTarget(
            name: "TransitModelTests", dependencies: ["GTFSSchedule", "TransitModel"]),
        .testTarget(
            name: "TransitBundleTests",
            dependencies: [
                "BundleWriting", "FeedCompiling", "FeedReading", "GTFSSchedule", "TestSupport",
                "TransitBundle",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "GRDB", package: "GRDB.swift"),
            ]),
        .testTarget(
            name: "FeedCompilingTests",
            dependencies: [
                "FeedCompiling", "FeedReading", "GTFSSchedule", "TestSupport",
                .product(name: "GRDB", package: "GRDB.swift"),
            ]),
        .testTarget(
            name: "BundleWritingTests",
            dependencies: [
                "BundleCodec", "BundleWriting", "FeedCompiling", "FeedExporting", "FeedReading",
                "FeedValidation", "GTFSSchedule", "SQLiteLayer", "SystemLayer", "TestSupport",
                "gtfs",
                .product(name: "GRDB", package: "GRDB.swift"),
            ]),
        .testTarget(
            name: "FeedExportingTests",
            dependencies: [
                "BundleWriting", "FeedCompiling", "FeedExporting", "FeedReading", "GTFSSchedule",
                "SystemLayer", "TestSupport", .product(name: "GRDB", package: "GRDB.swift"),
            ]),
        .testTarget(
            name: "FeedValidationTests",
            dependencies: [
                "FeedReading", "FeedValidation", "GTFSSchedule", "SystemLayer", "TestSupport",
            ]),
        .testTarget(
            name: "gtfsTests",
            dependencies: [
                "TestSupport", "gtfs", .product(name: "GRDB", package: "GRDB.swift"),
            ]),
        .testTarget(
            name: "PublishingTests",
            dependencies: [
                "BundleDelta", "FeedCompiling", "FeedReading", "FeedValidation", "GTFSSchedule",
                "Publishing", "TestSupport",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "Yams", package: "Yams"),
            ]),
        .testTarget(
            name: "TransitViewModelsTests",
            dependencies: [
                "BundleWriting", "FeedReading", "GTFSSchedule", "TransitBundle",
                "TransitViewModels", .product(name: "GRDB", package: "GRDB.swift"),
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

/// `.ci/run` sets this: a warning in our sources is then an error. (Not in tests: what the testing
/// macros expand to warns.)
if Context.environment["GTFS_CI"] != nil {
    for target in package.targets where [.regular, .executable].contains(target.type) {
        target.swiftSettings?.append(.unsafeFlags(["-warnings-as-errors"]))
    }
}

/// `.ci/fuzz` sets this: the fuzz targets, and all our code compiled so that libFuzzer sees which
/// way an input takes and AddressSanitizer what it breaks.
if Context.environment["GTFS_FUZZ"] != nil {
    let instrumentation = ["-sanitize=fuzzer,address"]
    for target in package.targets where [.regular, .executable].contains(target.type) {
        target.swiftSettings?.append(.unsafeFlags(instrumentation))
    }
    let fuzzTargets: [Target] = [
        .executableTarget(name: "fuzz-csv", dependencies: ["FeedReading"]),
        .executableTarget(
            name: "fuzz-build",
            dependencies: [
                "BundleWriting", "FeedReading", "FeedValidation", "GTFSSchedule", "SystemLayer",
                .product(name: "GRDB", package: "GRDB.swift"),
            ]),
    ]
    for target in fuzzTargets {
        target.swiftSettings = [.unsafeFlags(instrumentation)]
        target.linkerSettings = [.unsafeFlags(["-sanitize=address"])]
    }
    package.targets += fuzzTargets
}
