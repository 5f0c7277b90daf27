import Foundation
import FuzzSupport
import GTFSRealtime

/// Reads arbitrary bytes as a message of GTFS Realtime, all values of it, and writes its JSON.
///
/// Both readers must agree; what can be read of a cut message is the beginning of the whole; JSON is
/// valid, with a line for each entity; and no more memory is taken than the message has bytes. Then the
/// message is laid over the sample feed.
@main
enum RealtimeFuzzer {
    /// Room for pieces of JSON and single values, besides the bytes of the message.
    private static let room = 256 << 10

    static func main() throws {
        let live = try LiveWalk()
        AllocatedBytes.startCounting()
        FuzzDriver.run { input in
            do { try live.run(FeedMessage.readable(input).message) } catch {
                fatalError("\(error)")
            }
            let lines = check(input)
            for end in [input.count / 2, input.count - 1] where end >= 0 {
                let before = json(FeedMessage.readable(Array(input[..<end])).message, .lines)
                precondition(lines.starts(with: before), "a cut at \(end) has other entities")
            }
            // Several messages one after the other are one, in which singular messages come again.
            if input.count.isMultiple(of: 8) {
                check([[UInt8]](repeating: input, count: 16).flatMap { $0 })
            }
        }
    }

    @discardableResult
    private static func check(_ bytes: [UInt8]) -> [UInt8] {
        let (message, damage) = FeedMessage.readable(bytes)
        var refusal: RealtimeDamage?
        do throws(RealtimeDamage) {
            _ = try FeedMessage(bytes)
        } catch {
            refusal = error
        }
        precondition(
            damage == nil && !message.header.hasVersion
                ? refusal != nil : refusal == damage,
            "\(damage.debugDescription), \(refusal.debugDescription)")
        if let damage {
            precondition(0...bytes.count ~= damage.position, "\(damage)")
            precondition(!damage.description.contains("\n"), "\(damage)")
        }
        let used = AllocatedBytes.most {
            FieldWalk.run(message)
            write(message, .indented) { _ in }
        }
        precondition(used <= bytes.count + room, "\(used) bytes for a message of \(bytes.count)")
        let lines = json(message, .lines)
        let entities = lines.split(separator: UInt8(ascii: "\n"))
        precondition(entities.count == message.entities.count, "\(entities.count) lines")
        for entity in entities { checkJSON(Array(entity)) }
        checkJSON(json(message, .indented))
        return lines
    }

    private static func json(_ message: FeedMessage, _ form: FeedMessage.JSONForm) -> [UInt8] {
        var json: [UInt8] = []
        write(message, form) { json += $0.utf8 }
        return json
    }

    private static func write(
        _ message: FeedMessage, _ form: FeedMessage.JSONForm, to sink: (String) -> Void
    ) {
        do {
            try message.writeJSON(form, to: sink)
        } catch {
            fatalError("\(error)")
        }
    }

    private static func checkJSON(_ json: [UInt8]) {
        do {
            let value = try JSONSerialization.jsonObject(with: Data(json))
            precondition(value is [String: Any], "no object")
        } catch {
            fatalError("\(error): \(String(decoding: json, as: UTF8.self))")
        }
    }
}

/// Counts what is allocated, by the hooks of the sanitizers.
enum AllocatedBytes {
    nonisolated(unsafe) private static var current = 0
    nonisolated(unsafe) private static var peak = 0

    static func startCounting() {
        let count = installHooks(
            { _, size in
                AllocatedBytes.current += size
                AllocatedBytes.peak = max(AllocatedBytes.peak, AllocatedBytes.current)
            },
            { address in
                // Older allocations are not in the count.
                if let address { AllocatedBytes.current -= allocatedSize(address) }
            })
        precondition(count > 0, "there are no hooks")
    }

    static func most(of body: () -> Void) -> Int {
        let before = current
        peak = current
        body()
        return peak - before
    }
}

@_silgen_name("__sanitizer_install_malloc_and_free_hooks")
private func installHooks(
    _ allocated: @convention(c) (UnsafeRawPointer?, Int) -> Void,
    _ freed: @convention(c) (UnsafeRawPointer?) -> Void
) -> CInt

@_silgen_name("__sanitizer_get_allocated_size")
private func allocatedSize(_ address: UnsafeRawPointer) -> Int
