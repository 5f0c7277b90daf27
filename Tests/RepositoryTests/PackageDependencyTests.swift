import Foundation
import TestSupport
import Testing

@Suite("Dependencies of the package", .blocking) struct PackageDependencyTests {
    /// The parts of `swift package dump-package` that are looked at.
    private struct Description: Decodable {
        let products: [Product]
        let targets: [Target]

        struct Product: Decodable {
            let name: String
            let targets: [String]
        }

        struct Target: Decodable {
            let name: String
            let type: String
            let path: String?
            let dependencies: [Dependency]
        }

        /// A target of this package, or a product of another.
        struct Dependency: Decodable {
            let name: String
            var package: String?
            /// The traits one of which must be on; none when it is always there.
            let traits: [String]
            /// The systems that it is for; none when it is for all.
            let platforms: [String]

            private enum Key: String, CodingKey {
                case byName, target, product
            }

            private struct Condition: Decodable {
                let traits: [String]?
                let platformNames: [String]?
            }

            init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: Key.self)
                let key = try #require(container.allKeys.first)
                var values = try container.nestedUnkeyedContainer(forKey: key)
                name = try values.decode(String.self)
                if key == .product {
                    package = try values.decodeIfPresent(String.self)
                    _ = try values.decodeIfPresent([String: String].self)
                }
                let condition = try values.decodeIfPresent(Condition.self)
                traits = condition?.traits ?? []
                platforms = condition?.platformNames ?? []
            }
        }
    }

    /// Read once for all tests, in a folder of its own: their user may have locked the usual one.
    private static let description = Result {
        let folder = try TestFolder()
        let result = try ProcessRun.run(
            "/usr/bin/env",
            [
                "swift", "package", "--package-path", PackageRoot.path, "--scratch-path",
                folder.path + "/build", "dump-package",
            ], folder: folder)
        try #require(result.end == .exited(0), "\(result.standardError)")
        return try JSONDecoder().decode(Description.self, from: Data(result.standardOutput.utf8))
    }

    private let targets: [String: Description.Target]
    private let products: [String: Description.Product]

    init() throws {
        let description = try Self.description.get()
        targets = Dictionary(uniqueKeysWithValues: description.targets.map { ($0.name, $0) })
        products = Dictionary(uniqueKeysWithValues: description.products.map { ($0.name, $0) })
    }

    /// The targets that a product needs, and the products of other packages.
    private func closure(of product: String) throws -> (own: Set<String>, others: Set<String>) {
        var own: Set<String> = []
        var others: Set<String> = []
        // Programs are not declared as products, but SwiftPM makes some of them.
        var rest = products[product]?.targets ?? [product]
        while let name = rest.popLast() {
            guard own.insert(name).inserted else { continue }
            for dependency in try #require(targets[name]).dependencies {
                if dependency.package == nil {
                    rest.append(dependency.name)
                } else {
                    others.insert(dependency.name)
                }
            }
        }
        return (own, others)
    }

    @Test(
        "Libraries for apps need no C library but SQLite and zlib, on Linux OpenSSL, and no package of the commands",
        arguments: [
            "BundleDelta", "GTFSRealtime", "GTFSSchedule", "TransitAPI", "TransitBundle",
            "TransitModel", "TransitRealtime", "TransitSample", "TransitViewModels",
        ])
    func apps(product: String) throws {
        let (own, others) = try closure(of: product)
        let libraries = own.filter { targets[$0]?.type == "system" }
        #expect(libraries.isSubset(of: ["COpenSSL", "CSQLite", "CZlib"]), "\(product)")
        for dependency in own.compactMap({ targets[$0] }).flatMap(\.dependencies)
        where dependency.name == "COpenSSL" {
            #expect(dependency.platforms == ["linux"], "\(product)")
        }
        #expect(others.isSubset(of: ["Logging"]), "\(product)")
    }

    @Test("No program is in the plans of apps, which have it without its traits")
    func programs() throws {
        let programs = targets.values.filter { $0.type == "executable" }.map(\.name)
        #expect(Set(programs).isSuperset(of: ["gtfs", "gtfs-serve"]))
        for product in products.values {
            #expect(Set(product.targets).isDisjoint(with: programs), "\(product.name)")
        }
    }

    @Test("libcurl is linked by no module, and recommended by the package")
    func loaded() throws {
        let map = PackageRoot.path + "/Sources/CCurl/module.modulemap"
        #expect(try !String(contentsOfFile: map, encoding: .utf8).contains("link "))
        let control = PackageRoot.path + "/.ci/debian/control"
        #expect(try String(contentsOfFile: control, encoding: .utf8).contains("libcurl4"))
    }

    @Test("Of the libraries only those that read feeds link libarchive")
    func archives() throws {
        let map = PackageRoot.path + "/Sources/CArchive/module.modulemap"
        #expect(try String(contentsOfFile: map, encoding: .utf8).contains("link \"archive\""))
        let users = try products.keys.filter { try closure(of: $0).own.contains("CArchive") }
        #expect(
            users.sorted() == ["BundleWriting", "FeedReading", "FeedValidation", "Publishing"])
    }

    @Test("Packages that libraries for apps do not need wait for a trait")
    func traits() throws {
        let free: Set = ["swift-log", "swift-metrics"]
        var guarded: [String: [String]] = [:]
        for target in targets.values {
            for dependency in target.dependencies {
                let name = "\(target.name): \(dependency.name)"
                switch (dependency.package, dependency.name) {
                case (nil, "CISAL"): #expect(dependency.traits == ["Programs"], "\(name)")
                case (nil, _): #expect(dependency.traits == [], "\(name)")
                case (let package?, _) where free.contains(package):
                    #expect(dependency.traits == [], "\(name)")
                case (let package?, _):
                    // One use without the trait is enough for all apps to resolve the package.
                    #expect(!dependency.traits.isEmpty, "\(name): see dependenciesOfPrograms")
                    guarded[package] = dependency.traits
                }
            }
        }
        for package in ["GRDB.swift", "hummingbird", "Yams", "swift-argument-parser"] {
            #expect(guarded[package] == ["Programs"])
        }
    }

    @Test("The picture in CONTRIBUTING.md shows which target imports which: .ci/modules makes it")
    func picture() throws {
        let drawn = targets.values.filter {
            ["regular", "executable"].contains($0.type) && !$0.name.hasPrefix("fuzz-")
                && $0.path?.hasPrefix("Tests") != true
        }
        let imports = Dictionary(
            uniqueKeysWithValues: drawn.map { target in
                let names = target.dependencies.filter { $0.package == nil }.map(\.name)
                return (target.name, names.filter { name in drawn.contains { $0.name == name } })
            })
        func all(_ name: String) -> Set<String> {
            let below = imports[name, default: []]
            return below.reduce(into: Set(below)) { $0.formUnion(all($1)) }
        }
        let lines = imports.flatMap { name, below in
            let far = below.reduce(into: Set<String>()) { $0.formUnion(all($1)) }
            return below.filter { !far.contains($0) }.map { "\(name)-imports-\($0)" }
        }
        let picture = try String(
            contentsOfFile: PackageRoot.path + "/.github/pictures/modules.svg", encoding: .utf8)
        #expect(picture.matches(of: /id="([^"]*)"/).map { String($0.1) }.sorted() == lines.sorted())
        for target in drawn { #expect(picture.contains(">\(target.name)</text>")) }
    }
}
