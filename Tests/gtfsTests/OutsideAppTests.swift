import Foundation
import TestSupport
import Testing

/// `Tests/Fixtures/outside-app` is an app as a user would write it: a package of its own, which
/// depends on this one and has its public names only.
///
/// It is built anew from the dependencies on, which takes minutes, so `.ci/run` asks for it and other
/// runs of the tests do not: `OUTSIDE_APP=1`. What was built stays in `.build/outside-app` for the
/// next time.
@Suite("An app outside of the package", .blocking)
struct OutsideAppTests {
    private static let isWanted = ProcessInfo.processInfo.environment["OUTSIDE_APP"] != nil

    /// A folder with the app, beside a link to this package that has the package's name.
    private func scratch(_ folder: TestFolder) throws -> String {
        let manager = FileManager.default
        try manager.copyItem(
            atPath: PackageRoot.path + "/Tests/Fixtures/outside-app",
            toPath: folder.path + "/outside-app")
        try manager.createSymbolicLink(
            atPath: folder.path + "/swift-gtfs", withDestinationPath: PackageRoot.path)
        // The versions that this package is tested with.
        let pins = "/Package.resolved"
        if manager.fileExists(atPath: PackageRoot.path + pins) {
            try manager.copyItem(
                atPath: PackageRoot.path + pins, toPath: folder.path + "/outside-app" + pins)
        }
        return folder.path + "/outside-app"
    }

    @Test("runs, then builds, and gets the answers that it expects", .enabled(if: isWanted))
    func app() throws {
        let folder = try TestFolder()
        let package = try scratch(folder)
        let products = PackageRoot.path + "/.build/outside-app"
        // A zip, because zlib inflates without the traits.
        let feed = try TestFeed.sample().pack(as: .zip(options: ""), to: folder, as: "sample.zip")
        let bundle = folder.path + "/sample.sqlite"
        let made = try Command(["build", feed, "-o", bundle], folder: folder).wait()
        try #require(made.code == 0)
        // A build takes over the plan of a run, so programs of this package must not be in that:
        // without their traits they do not compile. A shell finds `swift`, and hides from it that
        // this is a run of tests.
        let build = try ProcessRun.run(
            "/bin/sh",
            [
                "-ec",
                """
                unset GTFS_CI GTFS_FUZZ GTFS_TESTS
                swift_() {
                    command=$1; shift
                    swift $command --package-path "$package" --scratch-path "$products" \
                        -Xswiftc -gnone "$@" 2>&1
                }
                package=$0 products=$1
                swift_ run OutsideApp "$2" "$3"
                swift_ run OutsideApp "$2" "$3"
                swift_ build
                swift_ build --build-tests
                """, package, products, bundle, feed,
            ], folder: folder)
        try #require(build.end == .exited(0), "\(build.standardOutput.suffix(3000))")

        let run = try ProcessRun.run(
            products + "/debug/OutsideApp", [bundle, feed], folder: folder)
        #expect(run.end == .exited(0), "\(run.standardError)")
        #expect(run.standardOutput == Self.expected)
    }

    private static let expected = """
        Home is Quayside
        a row of stops.txt is no Stop
        badge of 12.0, red 0.9764705882352941, #F99D1C
        its path has points: true
        records: 8
        in 0 min: L2 Quayside Plaza
        in 10 min: L2 Quayside Plaza
        boards: ["Central Junction 1", "Quayside 1"]
        bundle: Port Lumen Transit
          found: ["Quayside, Stand C", "Quayside", "Quayside, Wharf 4", "Quayside Plaza"]
          routes: ["Train 1", "Metro 1", "Bus 4", "Ferry 1", "Tram 1"]
          Quayside, Stand C: 20 departures
          from a bundle with a version: true
        preview: Sydney Transit
          found: ["Circular Quay Station", "Circular Quay, Wharf 3", "Circular Quay, Stand A", \
        "Circular Quay Station, Platform 1", "Circular Quay Station, Platform 2"]
          routes: ["Train 1", "Bus 1", "Ferry 1"]
          Circular Quay Station: 20 departures
          made up
        offline: The network is away.
          found: []
          routes: []
          failed: The network is away.
        server: Quay of the server, live
        server: Please log in again to continue
        server away: Quayside, from the bundle
        missing: /nowhere.sqlite
        not a bundle
        not found: stop NOWHERE
        This is not in the timetable any more. Please search again
        The timetable cannot be read now. Please try again
        errors: 0
        app_colorless_route: 1
        no folder none
        /nowhere.zip: no such file or folder
        trips: ["B333 5", "F1 4", "FX1 2", "L2 2", "M1 2", "T1 7"]
        built: 0 rejected rows
        opened: 8 routes

        """
}
