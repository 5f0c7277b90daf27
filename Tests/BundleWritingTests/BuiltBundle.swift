import BundleWriting
import FeedReading
import Foundation
import GRDB
import TestSupport

final class BuiltBundle {
    let path: String
    let summary: BundleReport
    private let folder: TestFolder
    private let queue: DatabaseQueue

    init(
        _ feed: String, in folder: TestFolder, _ options: BundleBuild.Options = .init()
    ) throws {
        self.folder = folder
        path = folder.path + "/bundle-\(UUID().uuidString).sqlite"
        let archive = try FeedArchive.open(
            feed, options: ArchiveOptions(temporaryDirectory: folder.temporaryDirectory))
        summary = try BundleBuild(options).run(archive, to: path) { _ in }
        queue = try Self.open(path)
    }

    convenience init(_ feed: TestFeed, _ options: BundleBuild.Options = .init()) throws {
        let folder = try TestFolder()
        try self.init(try feed.write(to: folder), in: folder, options)
    }

    static func sample(_ options: BundleBuild.Options = .init()) throws -> BuiltBundle {
        try BuiltBundle(PackageRoot.path + "/feeds/sample", in: TestFolder(), options)
    }

    /// Opens a bundle as its documentation says.
    static func open(_ path: String) throws -> DatabaseQueue {
        var configuration = Configuration()
        configuration.readonly = true
        return try DatabaseQueue(
            path: "file:\(path)?immutable=1&mode=ro", configuration: configuration)
    }

    func read<Value>(_ body: (Database) throws -> Value) throws -> Value {
        try queue.read(body)
    }

    /// The rows of a query, each as its values with bars between; NULL is nothing.
    func lines(_ sql: String, _ arguments: StatementArguments = []) throws -> [String] {
        try read { db in
            try Row.fetchAll(db, sql: sql, arguments: arguments).map { row in
                row.map { Self.text($0.1) }.joined(separator: "|")
            }
        }
    }

    func count(_ sql: String, _ arguments: StatementArguments = []) throws -> Int {
        try read { try Int.fetchOne($0, sql: sql, arguments: arguments) ?? 0 }
    }

    var bytes: Data { get throws { try Data(contentsOf: URL(fileURLWithPath: path)) } }

    /// How often a notice was given.
    func count(_ notice: NoticeDefinition) -> Int {
        summary.notices.first { $0.definition == notice }?.count ?? 0
    }

    private static func text(_ value: DatabaseValue) -> String {
        switch value.storage {
        case .null: ""
        case .int64(let number): String(number)
        case .double(let number): number == number.rounded() ? String(Int(number)) : "\(number)"
        case .string(let text): text
        case .blob(let data): data.map { String($0, radix: 16) }.joined()
        }
    }
}
