import Foundation
import TestSupport
import Testing

/// Users of a library find out from its documentation what a value means, in which unit, and what
/// it means that there is none.
@Suite("Documentation") struct DocumentationTests {
    /// The targets that apps and servers import.
    private static let libraries = [
        "BundleDelta", "FeedReading", "FeedValidation", "GTFSRealtime", "GTFSSchedule",
        "TransitAPI", "TransitBundle", "TransitClient", "TransitModel", "TransitRealtime",
        "TransitSample", "TransitViewModels",
    ]

    /// Requirements of the standard library and Foundation, which mean the same everywhere.
    private static let known: Set<String> = [
        "id", "description", "debugDescription", "errorDescription", "hash(into:)", "==(__:)",
        "==(left:right:)", "<(left:right:)", "encode(to:)", "init(from:)", "rawValue",
        "init(rawValue:)", "init(stringLiteral:)", "init(dictionaryLiteral:)",
        "CodingKeys", "Element", "Failure", "makeAsyncIterator()",
    ]

    private static let declarations = Result {
        try PublicDeclarations(
            inFilesAt: libraries.flatMap {
                PackageRoot.files(below: "Sources/" + $0, suffix: ".swift")
            })
    }

    @Test("Every public declaration is documented")
    func documented() throws {
        let declarations = try Self.declarations.get()
        for one in declarations.all where !one.isDocumented {
            let isKnown =
                Self.known.contains(one.name) || one.owner == "CodingKeys"
                // The documentation of a requirement holds for every type that fulfils it.
                || !one.isRequirement && declarations.fulfilsDocumentedRequirement(one)
            #expect(isKnown, "\(one.file):\(one.line): \(one.owner).\(one.name)")
        }
    }

    /// `TransitBundle.Thing` means a member of the class, not of the module, where both have one name:
    /// an app that has a `Thing` of its own could not say that of such a module.
    @Test("No public name can be hidden for good")
    func qualified() throws {
        let all = try Self.declarations.get().all
        let types: Set = ["struct", "class", "enum", "protocol", "actor"]
        let modulesOfTheirType = ["BundleDelta", "TransitBundle", "TransitClient"]
        for module in modulesOfTheirType {
            let own = all.filter {
                $0.owner.isEmpty && types.contains($0.keyword) && $0.file.contains("/\(module)/")
            }
            #expect(own.contains { $0.name == module })
            for type in own where !type.name.contains("Bundle") && type.name != module {
                let hasAlias = all.contains {
                    $0.keyword == "typealias" && $0.owner == module
                        && $0.file == type.file
                }
                #expect(hasAlias, "\(module) has \(type.name)")
            }
        }
        for module in Self.libraries where !modulesOfTheirType.contains(module) {
            #expect(!all.contains { $0.owner.isEmpty && $0.name == module }, "\(module)")
        }
    }

    @Test("Only existing files are read")
    func found() throws {
        let all = try Self.declarations.get().all
        #expect(all.count > 1000)
        for (owner, name) in [
            ("Stop", "stopCode"), ("TransitSource", "stops(near:count:kinds:)"),
            ("RouteType", "displayName"), ("TransitBundleError", "truncated"),
            ("TransitBundleStore", "replace(with:sha256:)"),
        ] {
            #expect(all.contains { $0.owner == owner && $0.name == name }, "\(owner).\(name)")
        }
    }

    @Test("The reader tells documented declarations from others")
    func reader() {
        let source = """
            /// A thing.
            public struct Thing: Sendable {
                public var bare: Int
                /// Documented.
                @inlinable
                public func act(
                    _ one: Int, on two: [Int: String] = [:]
                ) -> Int {
                    let local = "public var text: Int { "
                    return local.count
                }
                var hidden = 1
            }
            public enum Kind { // public var comment: Int
                case first
                func hidden() {}
            }
            public protocol Asking {
                /// Documented.
                func ask() async
            }
            extension Thing: Asking {
                public func ask() async {}
                @discardableResult public static func make() -> Thing { Thing(bare: 1) }
                package func inside() {}
            }
            """
        let declarations = PublicDeclarations(path: "x.swift", text: source)
        let found = declarations.all.map {
            "\($0.line) \($0.owner) \($0.name) \($0.isDocumented) \($0.isRequirement)"
        }
        let fulfilled = declarations.all.filter(declarations.fulfilsDocumentedRequirement)
        #expect(fulfilled.map(\.line) == [20, 23])
        #expect(
            found == [
                "2  Thing true false", "3 Thing bare false false",
                "6 Thing act(_:on:) true false", "14  Kind false false",
                "15 Kind first false false", "18  Asking false false",
                "20 Asking ask() true true", "23 Thing ask() false false",
                "24 Thing make() false false",
            ])
    }
}
