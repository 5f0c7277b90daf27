// swift-tools-version:6.1

import PackageDescription

/// What pkg-config is asked for. It tells where Homebrew has a library; on Debian compilers find all of
/// them by themselves, and SwiftPM would warn every app that libarchive is missing, which it does not use.
#if os(Linux)
    func pkgConfig(_ library: String) -> String? { nil }
#else
    func pkgConfig(_ library: String) -> String? { library }
#endif

let package = Package(
    name: "swift-gtfs",
    platforms: [.macOS(.v13), .iOS(.v16)],
    products: [
        .library(name: "BundleDelta", targets: ["BundleDelta"]),
        .library(name: "BundleWriting", targets: ["BundleWriting"]),
        .library(name: "GTFSRealtime", targets: ["GTFSRealtime"]),
        .library(name: "GTFSSchedule", targets: ["GTFSSchedule"]),
        .library(name: "FeedReading", targets: ["FeedReading"]),
        .library(name: "FeedValidation", targets: ["FeedValidation"]),
        .library(name: "Publishing", targets: ["Publishing"]),
        .library(name: "TransitModel", targets: ["TransitModel"]),
        .library(name: "TransitBundle", targets: ["TransitBundle"]),
        .library(name: "TransitAPI", targets: ["TransitAPI"]),
        .library(name: "TransitClient", targets: ["TransitClient"]),
        .library(name: "TransitServer", targets: ["TransitServer"]),
        .library(name: "TransitRealtime", targets: ["TransitRealtime"]),
        .library(name: "TransitSample", targets: ["TransitSample"]),
        .library(name: "TransitViewModels", targets: ["TransitViewModels"]),
        // No executables: SwiftPM makes products of them here, where it builds this package itself. As
        // declared products they would be in the plan of each app's `swift run`, which the next
        // `swift build` takes over and builds whole, also where their traits are off.
    ],
    traits: [
        // One, because SwiftPM passes traits to the compiler in the order of a set, which is another in
        // each run: with several, any second build may compile everything again.
        .trait(
            name: "Programs",
            description: "The packages of the programs, and on Linux ISA-L. Apps need none of them."
        ),
        .default(enabledTraits: ["Programs"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(
            url: "https://github.com/apple/swift-http-types.git", from: "1.8.0", traits: []),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.0"),
        .package(url: "https://github.com/apple/swift-metrics.git", from: "2.13.0"),
        .package(url: "https://github.com/apple/swift-nio.git", from: "2.101.0"),
        .package(url: "https://github.com/apple/swift-nio-extras.git", from: "1.34.0"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(
            url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1", traits: []),
        .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
        .package(
            url: "https://github.com/swift-server/swift-service-lifecycle.git", from: "2.9.0"),
    ],
    targets: [
        .systemLibrary(
            name: "CArchive", pkgConfig: pkgConfig("libarchive"),
            providers: [.apt(["libarchive-dev"]), .brew(["libarchive"])]),
        // Headers only: `CurlLibrary` loads the library.
        .systemLibrary(
            name: "CCurl", providers: [.apt(["libcurl4-openssl-dev"]), .brew(["curl"])]),
        .systemLibrary(
            name: "CISAL", pkgConfig: pkgConfig("libisal"),
            providers: [.apt(["libisal-dev"]), .brew(["isa-l"])]),
        // For Linux only: Apple's systems have CryptoKit.
        .systemLibrary(name: "COpenSSL", providers: [.apt(["libssl-dev"]), .brew(["openssl"])]),
        // Without pkgConfig, as CZlib. Only programs call gtfs_sqlite_count_no_memory, which says how all
        // of a process uses SQLite.
        .systemLibrary(
            name: "CSQLite", providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite"])]),
        .systemLibrary(
            name: "CXXHash", pkgConfig: pkgConfig("libxxhash"),
            providers: [.apt(["libxxhash-dev"]), .brew(["xxhash"])]),
        // Without pkgConfig: apps use it, and every Mac has zlib, but not pkg-config.
        .systemLibrary(name: "CZlib", providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]),
        .plugin(name: "EmbedTexts", capability: .buildTool(), path: "Sources/EmbedTexts"),
        .target(name: "CFlag"),
        .target(name: "CTrigonometry"),
        .target(
            name: "SystemLayer",
            dependencies: [.target(name: "COpenSSL", condition: .when(platforms: [.linux]))]),
        .target(name: "CurlLayer", dependencies: ["CCurl", "SystemLayer"]),
        .target(
            name: "SQLiteLayer", dependencies: ["BundleCodec", "CSQLite", "SystemLayer"]),
        .target(
            name: "BundleDelta",
            dependencies: ["CZlib", "SystemLayer", "TransitModel"]),
        .target(name: "BundleCodec"),
        .target(
            name: "BundleManifest",
            dependencies: ["SystemLayer"]),
        .target(name: "GTFSRealtime"),
        .target(name: "GTFSSchedule"),
        .target(
            name: "FeedReading",
            dependencies: [
                "CArchive", "CCurl", "CFlag", "CISAL", "CXXHash", "CZlib", "CurlLayer",
                "GTFSSchedule",
                "SystemLayer",
            ],
            swiftSettings: [.define("ISAL", .when(platforms: [.linux], traits: ["Programs"]))]),
        .target(
            name: "FeedCompiling",
            dependencies: ["BundleCodec", "FeedReading", "GTFSSchedule", "SystemLayer"]),
        .target(
            name: "FeedValidation",
            dependencies: [
                "CTrigonometry", "FeedCompiling", "FeedReading", "GTFSSchedule", "SystemLayer",
                "TransitModel", "WebPages",
            ],
            plugins: ["EmbedTexts"]),
        .target(
            name: "BundleWriting",
            dependencies: [
                "BundleCodec", "FeedCompiling", "FeedReading", "FeedValidation", "GTFSSchedule",
                "SQLiteLayer", "SystemLayer",
            ],
            plugins: ["EmbedTexts"]),
        .target(name: "TransitModel", dependencies: ["BundleCodec", "GTFSSchedule"]),
        .target(
            name: "TransitBundle",
            dependencies: [
                "BundleCodec", "SQLiteLayer", "SystemLayer", "TransitModel",
            ]),
        .target(
            name: "TransitRealtime",
            dependencies: [
                "BundleCodec", "BundleDelta", "GTFSRealtime", "SystemLayer", "TransitBundle",
                "TransitModel",
            ]),
        .target(
            name: "TransitSample",
            dependencies: [
                "GTFSRealtime", "GTFSSchedule", "TransitBundle", "TransitModel", "TransitRealtime",
            ],
            resources: [.copy("sample.sqlite")]),
        .target(
            name: "RealtimeValidation",
            dependencies: [
                "BundleCodec", "FeedReading", "FeedValidation", "GTFSRealtime", "GTFSSchedule",
                "TransitBundle", "TransitModel", "TransitRealtime",
            ],
            plugins: ["EmbedTexts"]),
        .target(
            name: "FeedExporting",
            dependencies: [
                "BundleCodec", "BundleWriting", "CArchive", "FeedCompiling", "FeedReading",
                "GTFSSchedule", "SQLiteLayer", "SystemLayer",
            ]),
        .target(
            name: "BundleDiffing",
            dependencies: [
                "BundleCodec", "BundleWriting", "FeedCompiling", "FeedReading", "GTFSSchedule",
                "SQLiteLayer",
                "SystemLayer", "WebPages",
            ]),
        .target(
            name: "BundleStatistics",
            dependencies: [
                "BundleCodec", "BundleWriting", "GTFSSchedule", "SQLiteLayer", "SystemLayer",
            ]),
        .target(
            name: "Publishing",
            dependencies: [
                "BundleCodec", "BundleDelta", "BundleDiffing", "BundleManifest", "BundleWriting",
                "FeedCompiling", "FeedExporting", "FeedReading", "FeedValidation", "GTFSRealtime",
                "GTFSSchedule", "RealtimeValidation", "SQLiteLayer", "SystemLayer", "TransitBundle",
                "TransitModel", "TransitRealtime",
                .product(name: "Yams", package: "Yams"),
            ]),
        .target(
            name: "TransitViewModels",
            dependencies: ["TransitModel", .product(name: "Logging", package: "swift-log")]),
        .target(
            name: "TransitAPI",
            dependencies: ["BundleCodec", "GTFSSchedule", "SystemLayer", "TransitModel"]),
        .target(
            name: "TransitAnswers",
            dependencies: [
                "GTFSSchedule", "SystemLayer", "TransitAPI", "TransitBundle", "TransitModel",
                "TransitRealtime",
            ]),
        .target(
            name: "BundleUpdating",
            dependencies: [
                "BundleCodec", "BundleDelta", "BundleManifest", "GTFSSchedule", "SQLiteLayer",
                "SystemLayer",
            ]),
        .target(
            name: "TransitClient",
            dependencies: [
                "BundleDelta", "BundleManifest", "BundleUpdating", "GTFSSchedule", "SystemLayer",
                "TransitAPI", "TransitBundle", "TransitModel", "TransitRealtime",
                .target(name: "CCurl", condition: .when(platforms: [.linux])),
                .target(name: "CurlLayer", condition: .when(platforms: [.linux])),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "Metrics", package: "swift-metrics"),
            ]),
        .target(
            name: "WebPages",
            dependencies: ["BundleCodec", "SystemLayer"],
            plugins: ["EmbedTexts"]),
        .target(
            name: "TransitExplorer",
            dependencies: [
                "BundleManifest", "GTFSSchedule", "SystemLayer", "TransitAPI", "TransitBundle",
                "TransitModel", "WebPages",
            ],
            plugins: ["EmbedTexts"]),
        .target(
            name: "TransitServer",
            dependencies: [
                "BundleDelta", "BundleManifest", "GTFSSchedule", "SystemLayer", "TransitAPI",
                "TransitAnswers", "TransitBundle", "TransitExplorer", "TransitModel",
                "TransitRealtime",
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HummingbirdCore", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOExtras", package: "swift-nio-extras"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
                .product(name: "NIOHTTPTypesHTTP1", package: "swift-nio-extras"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "UnixSignals", package: "swift-service-lifecycle"),
            ],
            plugins: ["EmbedTexts"]),
        .executableTarget(
            name: "gtfs-serve",
            dependencies: [
                "CSQLite", "FeedReading", "SystemLayer", "TransitExplorer", "TransitRealtime",
                "TransitServer",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Logging", package: "swift-log"),
            ]),
        .executableTarget(
            name: "gtfs",
            dependencies: [
                "BundleDelta", "BundleDiffing", "BundleManifest", "BundleStatistics",
                "BundleUpdating", "BundleWriting", "CArchive", "CSQLite", "CurlLayer",
                "FeedCompiling", "FeedExporting", "FeedReading", "FeedValidation", "GTFSRealtime",
                "GTFSSchedule", "Publishing", "RealtimeValidation", "SQLiteLayer", "SystemLayer",
                "TransitAPI", "TransitAnswers", "TransitBundle", "TransitRealtime",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]),
        .executableTarget(
            name: "gtfs-bench",
            dependencies: [
                "CArchive", "FeedReading", "GTFSRealtime", "GTFSSchedule", "SQLiteLayer",
                "SystemLayer", "TransitBundle", "TransitClient", "TransitModel",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
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
                "BundleDiffing", "BundleWriting", "FeedCompiling", "FeedReading", "GTFSSchedule",
                "TestSupport",
                .product(name: "GRDB", package: "GRDB.swift"),
            ]),
        .testTarget(
            name: "BundleStatisticsTests",
            dependencies: [
                "BundleStatistics", "BundleWriting", "FeedReading", "GTFSSchedule", "TestSupport",
                "TransitBundle",
            ]),
        .testTarget(name: "WebPagesTests", dependencies: ["WebPages"]),
        .testTarget(name: "RepositoryTests", dependencies: ["SystemLayer", "TestSupport"]),
        // What the pages show is what is compiled, run and validated here.
        .testTarget(
            name: "DocumentTests",
            dependencies: [
                "BundleDelta", "BundleWriting", "FeedReading", "FeedValidation", "GTFSRealtime",
                "GTFSSchedule", "Publishing", "TestSupport", "TransitAPI", "TransitBundle",
                "TransitClient",
                "TransitModel", "TransitRealtime", "TransitSample", "TransitViewModels", "gtfs",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "Yams", package: "Yams"),
            ],
            exclude: ["Promises"]),
        .testTarget(
            name: "SQLiteLayerTests",
            dependencies: [
                "CSQLite", "SQLiteLayer", "SystemLayer", "TestSupport",
            ]),
        .testTarget(name: "SystemLayerTests", dependencies: ["SystemLayer", "TestSupport"]),
        .testTarget(name: "GTFSRealtimeTests", dependencies: ["GTFSRealtime", "TestSupport"]),
        .testTarget(
            name: "GTFSScheduleTests", dependencies: ["GTFSSchedule", "TestSupport"],
            resources: [.copy("Fixtures")]),
        .target(
            name: "TestSupport",
            dependencies: [
                "CArchive", "SQLiteLayer", "SystemLayer",
                .product(name: "Yams", package: "Yams"),
            ],
            path: "Tests/TestSupport"),
        .testTarget(
            name: "FeedReadingTests",
            dependencies: [
                "CArchive", "CCurl", "CurlLayer", "FeedReading", "GTFSSchedule", "SystemLayer",
                "TestSupport",
            ]),
        .testTarget(
            name: "TransitModelTests", dependencies: ["GTFSSchedule", "TransitModel"]),
        .testTarget(
            name: "TransitRealtimeTests",
            dependencies: [
                "BundleWriting", "FeedReading", "GTFSRealtime", "SystemLayer", "TestSupport",
                "TransitBundle", "TransitModel", "TransitRealtime",
            ]),
        .testTarget(
            name: "TransitSampleTests",
            dependencies: [
                "BundleWriting", "FeedReading", "TestSupport", "TransitModel", "TransitSample",
                .product(name: "GRDB", package: "GRDB.swift"),
            ]),
        .testTarget(
            name: "RealtimeValidationTests",
            dependencies: [
                "BundleWriting", "FeedReading", "FeedValidation", "GTFSRealtime",
                "RealtimeValidation", "TestSupport", "TransitBundle", "TransitRealtime",
            ]),
        .testTarget(
            name: "TransitBundleTests",
            dependencies: [
                "BundleWriting", "FeedCompiling", "FeedReading", "GTFSSchedule", "SystemLayer",
                "TestSupport", "TransitAPI", "TransitBundle",
                .product(name: "GRDB", package: "GRDB.swift"),
            ]),
        .testTarget(
            name: "AppScreensTests",
            dependencies: [
                "BundleDelta", "BundleWriting", "FeedReading", "FeedValidation", "TestSupport",
                "TransitAPI", "TransitBundle", "TransitClient", "TransitModel", "TransitSample",
                "TransitViewModels",
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
                "FeedCompiling", "FeedReading", "FeedValidation", "GTFSSchedule", "SystemLayer",
                "TestSupport",
            ]),
        .testTarget(
            name: "gtfsTests",
            dependencies: [
                "BundleWriting", "FeedReading", "TestSupport", "gtfs",
                .product(name: "GRDB", package: "GRDB.swift"),
            ]),
        .testTarget(
            name: "gtfs-benchTests", dependencies: ["GTFSSchedule", "TestSupport", "gtfs-bench"]),
        .testTarget(
            name: "PublishingTests",
            dependencies: [
                "BundleDelta", "BundleManifest", "BundleUpdating", "BundleWriting", "FeedCompiling",
                "FeedExporting", "FeedReading", "FeedValidation", "GTFSSchedule", "Publishing",
                "SystemLayer", "TestSupport",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "Yams", package: "Yams"),
            ]),
        .testTarget(
            name: "TransitAPITests",
            dependencies: [
                "GTFSSchedule", "TestSupport", "TransitAPI", "TransitModel", "TransitSample",
                .product(name: "Yams", package: "Yams"),
            ]),
        .testTarget(
            name: "BundleUpdatingTests",
            dependencies: [
                "BundleDelta", "BundleManifest", "BundleUpdating", "BundleWriting", "FeedReading",
                "Publishing", "SystemLayer", "TestSupport", "TransitBundle", "gtfs",
            ]),
        // An app of some sixty lines, as somebody would write it; its tests start it.
        .executableTarget(
            name: "departure-board",
            dependencies: ["TransitBundle", "TransitClient", "TransitModel"],
            path: "Tests/DepartureBoard"),
        // The same without a server.
        .executableTarget(
            name: "live-board",
            dependencies: ["TransitBundle", "TransitClient", "TransitModel", "TransitRealtime"],
            path: "Tests/LiveBoard"),
        // An app with search, boards, trips and favorites; its tests start it.
        .executableTarget(
            name: "sample-app",
            dependencies: ["TransitBundle", "TransitClient", "TransitModel"],
            path: "Tests/SampleApp"),
        .testTarget(
            name: "TransitClientTests",
            dependencies: [
                "BundleManifest", "BundleUpdating", "BundleWriting", "COpenSSL", "FeedReading",
                "GTFSSchedule",
                "Publishing", "ServerTestSupport", "SystemLayer", "TestSupport", "TransitAPI",
                "TransitAnswers", "TransitBundle", "TransitClient", "TransitModel",
                "TransitRealtime", "TransitSample",
                "TransitServer", "TransitViewModels", "departure-board", "live-board",
                "sample-app",
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "Metrics", package: "swift-metrics"),
            ]),
        .target(
            name: "ServerTestSupport",
            dependencies: [
                "SystemLayer", "TransitServer",
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOEmbedded", package: "swift-nio"),
            ],
            path: "Tests/ServerTestSupport"),
        .testTarget(
            name: "TransitServerTests",
            dependencies: [
                "BundleManifest", "BundleWriting", "FeedReading", "GTFSSchedule", "Publishing",
                "ServerTestSupport", "SystemLayer", "TestSupport", "TransitAPI", "TransitAnswers",
                "TransitBundle", "TransitExplorer", "TransitModel", "TransitRealtime",
                "TransitServer", "WebPages", "gtfs",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOEmbedded", package: "swift-nio"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "Yams", package: "Yams"),
            ]),
        .testTarget(
            name: "TransitViewModelsTests",
            dependencies: [
                "BundleWriting", "FeedReading", "GTFSSchedule", "TransitBundle", "TransitModel",
                "TransitSample", "TransitViewModels", .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "Logging", package: "swift-log"),
            ]),
    ],
    swiftLanguageModes: [.v6]
)

/// Hummingbird needs macOS 14. What of the server touches it says so (`@available`), but test suites
/// cannot. So on a Mac its tests are a part of the package only for who asks for them, and then all
/// of the package needs macOS 14: `GTFS_SERVER_TESTS=1 swift test`.
#if !os(Linux)
    if Context.environment["GTFS_SERVER_TESTS"] == "1" {
        package.platforms = [.macOS(.v14), .iOS(.v16)]
    } else {
        package.targets.removeAll {
            ["TransitClientTests", "TransitServerTests"].contains($0.name)
        }
    }
#endif

/// Packages, and a library, that are there for programs: without their trait a package is not even
/// resolved.
let dependenciesOfPrograms: Set<String> = [
    "CISAL", "GRDB.swift", "Yams", "hummingbird", "swift-argument-parser",
    "swift-http-types", "swift-nio", "swift-nio-extras", "swift-service-lifecycle",
]
for target in package.targets {
    target.dependencies = target.dependencies.map { dependency in
        switch dependency {
        case .productItem(let name, let package?, let aliases, nil)
        where dependenciesOfPrograms.contains(package):
            .product(
                name: name, package: package, moduleAliases: aliases,
                condition: .when(traits: ["Programs"]))
        case .byNameItem("CISAL", nil):
            .target(name: "CISAL", condition: .when(platforms: [.linux], traits: ["Programs"]))
        default: dependency
        }
    }
}

/// Every target speaks the same dialect, so that code can move between targets unchanged.
for target in package.targets where ![.plugin, .system].contains(target.type) {
    target.swiftSettings =
        (target.swiftSettings ?? []) + [
            .enableUpcomingFeature("ExistentialAny"),
            .enableUpcomingFeature("MemberImportVisibility"),
            .enableUpcomingFeature("InternalImportsByDefault"),
        ]
}

/// In release, tests are not optimized: what they test is, and they compile in a fraction of the time.
for target in package.targets where target.type == .test || target.name.hasSuffix("TestSupport") {
    target.swiftSettings?.append(.unsafeFlags(["-Onone"], .when(configuration: .release)))
}

/// Names of test targets, with blanks between them: the package then has no others, so that `swift test`
/// builds only what these need.
if let names = Context.environment["GTFS_TESTS"]?.split(separator: " ").map(String.init) {
    package.targets.removeAll { $0.type == .test && !names.contains($0.name) }
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
        .target(
            name: "FuzzSupport", dependencies: ["SystemLayer"], path: "Sources/fuzz-support"),
        .executableTarget(
            name: "fuzz-api",
            dependencies: [
                "BundleCodec", "BundleManifest", "FuzzSupport", "TransitAPI", "TransitModel",
            ]),
        .executableTarget(name: "fuzz-csv", dependencies: ["FeedReading", "FuzzSupport"]),
        .executableTarget(
            name: "fuzz-build",
            dependencies: [
                "BundleWriting", "FeedCompiling", "FeedReading", "FeedValidation", "FuzzSupport",
                "GTFSSchedule",
                "SQLiteLayer", "SystemLayer",
            ]),
        .executableTarget(
            name: "fuzz-delta", dependencies: ["BundleDelta", "FuzzSupport", "SystemLayer"]),
        .executableTarget(
            name: "fuzz-manifest",
            dependencies: [
                "BundleDelta", "BundleManifest", "BundleUpdating", "FeedReading", "FuzzSupport",
                "Publishing", "SystemLayer",
            ]),
        .executableTarget(
            name: "fuzz-realtime",
            dependencies: [
                "BundleWriting", "FeedReading", "FuzzSupport", "GTFSRealtime", "TransitBundle",
                "TransitModel", "TransitRealtime",
            ]),
        .executableTarget(
            name: "fuzz-definitions",
            dependencies: [
                "FeedCompiling", "FeedReading", "FeedValidation", "FuzzSupport", "GTFSSchedule",
                "Publishing",
            ]),
    ]
    for target in fuzzTargets {
        target.swiftSettings = [.unsafeFlags(instrumentation)]
        target.linkerSettings = [.unsafeFlags(["-sanitize=address"])]
    }
    package.targets += fuzzTargets
}

/// Who writes documentation sets this, and nobody else pays for it: CONTRIBUTING.md has the command.
if Context.environment["GTFS_DOCC"] != nil {
    package.dependencies.append(
        .package(url: "https://github.com/swiftlang/swift-docc-plugin", exact: "1.5.0"))
}

/// `.ci/package` sets this: an object with less of ICU's data than the static runtime has. Only among a
/// program's own objects does it come before the library.
if let object = Context.environment["GTFS_ICU_DATA"] {
    for target in package.targets where target.type == .executable {
        target.linkerSettings = (target.linkerSettings ?? []) + [.unsafeFlags([object])]
    }
}
