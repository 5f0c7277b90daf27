#if os(Linux)
    import BundleDelta
    import Foundation

    actor UnpackedBody {
        private static let mostBytes = 256 << 20
        private static let partSize = 1 << 16

        private let body: ArrivingBody
        private var inflater: WrappedInflater?
        private var packed = Data()
        private var count = 0

        init(_ body: ArrivingBody) {
            self.body = body
            inflater = try? WrappedInflater(.gzip)
        }

        /// Nil at the end, if the checksum is correct.
        func next() async throws -> Data? {
            guard let inflater else { throw TransportError(.malformed, "there is no memory") }
            while true {
                let part = try unpack(inflater)
                if !part.isEmpty { return part }
                guard let more = try await body.answer.part() else {
                    guard inflater.isAtEnd else {
                        throw TransportError(.cut, "the connection ended before the answer did")
                    }
                    return nil
                }
                packed += more
            }
        }

        private func unpack(_ inflater: WrappedInflater) throws -> Data {
            guard !packed.isEmpty else { return Data() }
            var part = Data(count: Self.partSize)
            var left = 0
            let size = packed.withUnsafeBytes { packed in
                var input = packed
                defer { left = input.count }
                return part.withUnsafeMutableBytes { inflater.unpack(&input, into: $0) }
            }
            guard let size, !inflater.isAtEnd || left == 0 else {
                throw TransportError(.malformed, "the answer is not gzip")
            }
            packed = packed.suffix(left)
            count += size
            guard count <= Self.mostBytes else {
                throw TransportError(.malformed, "the answer is too large")
            }
            return part.prefix(size)
        }
    }
#endif
