import FeedReading
import SystemLayer
import TestSupport

extension TestFolder {
    func options(
        limits: ArchiveLimits = .standard, subpath: String? = nil
    ) -> ArchiveOptions {
        var options = ArchiveOptions(
            limits: limits, subpath: subpath, temporaryDirectory: temporaryDirectory)
        options.download.retry.retries = 0
        return options
    }

    func open(
        _ bytes: [UInt8], limits: ArchiveLimits = .standard, subpath: String? = nil
    ) throws(FeedError) -> FeedArchive {
        let file: String
        do {
            file = try write("feed.zip", bytes)
        } catch {
            throw .internalFailure(reason: "\(error)")
        }
        return try FeedArchive.open(file, options: options(limits: limits, subpath: subpath))
    }
}

extension FeedArchive {
    /// The whole content of the member with a name, read through a buffer of any size.
    func text(of name: String, bufferSize: Int = 64) throws(FeedError) -> String? {
        guard let member = member(named: name) else { return nil }
        return try text(of: member, bufferSize: bufferSize)
    }

    func text(of member: Member, bufferSize: Int = 64) throws(FeedError) -> String {
        let stream = try open(member)
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: bufferSize, alignment: 1)
        defer { buffer.deallocate() }
        var bytes: [UInt8] = []
        while true {
            let count = try stream.read(into: buffer)
            bytes += buffer.prefix(count)
            if count < bufferSize { return String(decoding: bytes, as: UTF8.self) }
        }
    }

    var names: [String] { members.map(\.name) }
}

func feedError<Value>(_ body: () throws(FeedError) -> Value) -> FeedError? {
    do throws(FeedError) {
        _ = try body()
        return nil
    } catch {
        return error
    }
}
