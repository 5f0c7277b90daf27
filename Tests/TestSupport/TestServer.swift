import Foundation
import SystemLayer

/// An HTTP server on 127.0.0.1 that does whatever a test scripts, each connection on its own
/// thread.
///
///     let honest = ServedFile(zip, etag: "\"1\"")
///     let server = try TestServer { request, number in
///         number < 3 ? .status("503 Service Unavailable") : honest.reply(to: request)
///     }
///     run("update", "--source", server.url("/feed.zip"))
///     #expect(server.requests.map(\.path) == [...])
///
/// It ends when it is let go: connections are closed, and their threads end, but for one that a script
/// holds up.
package final class TestServer: Sendable {
    /// The answer, by the request and the number of earlier ones for its path.
    package typealias Script = @Sendable (_ request: ServedRequest, _ number: Int) -> ServedReply

    /// The state that the threads share. They do not keep the server itself, which would then never end.
    private struct State {
        var received: [ServedRequest] = []
        var connections: [ObjectIdentifier: ServedConnection] = [:]
        var isOver = false
    }

    package var port: UInt16 { listener.port }
    private let listener: Listener
    private let state: Shared

    package var requests: [ServedRequest] { state.locked.withLock { $0.received } }

    package init(_ script: @escaping Script) throws {
        listener = try Listener()
        let state = Shared()
        self.state = state
        listener.start { descriptor in
            let connection = ServedConnection(descriptor)
            Thread.detachNewThread {
                if state.begin(connection) {
                    state.serve(connection, script)
                    connection.finish()
                }
                state.end(connection)
            }
        }
    }

    deinit {
        listener.stop()
        state.endAll()
    }

    package func url(_ path: String) -> String { "http://127.0.0.1:\(port)\(path)" }

    private final class Shared: Sendable {
        let locked = Locked(State())

        /// False when the server has ended already.
        func begin(_ connection: ServedConnection) -> Bool {
            locked.withLock { state in
                state.connections[ObjectIdentifier(connection)] = connection
                return !state.isOver
            }
        }

        func serve(_ connection: ServedConnection, _ script: Script) {
            var text = ""
            while !text.contains("\r\n\r\n") {
                let bytes = connection.receive()
                guard !bytes.isEmpty else { return }
                text += String(decoding: bytes, as: UTF8.self)
            }
            let request = ServedRequest(text)
            let number = locked.withLock { state in
                state.received.append(request)
                return state.received.dropLast().count { $0.path == request.path }
            }
            script(request, number).send(to: connection)
        }

        func end(_ connection: ServedConnection) {
            locked.withLock { _ = $0.connections.removeValue(forKey: ObjectIdentifier(connection)) }
            connection.close()
        }

        func endAll() {
            let open = locked.withLock { state in
                state.isOver = true
                return Array(state.connections.values)
            }
            for connection in open { connection.end() }
        }
    }
}
