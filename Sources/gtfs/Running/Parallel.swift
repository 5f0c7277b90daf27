import Foundation
import SystemLayer

enum Parallel {
    /// The results in the order of the inputs, of which some are worked on at the same time.
    static func map<Input: Sendable, Output: Sendable>(
        _ inputs: [Input], atMost count: Int, _ work: @escaping @Sendable (Input) -> Output
    ) -> [Output] {
        let outputs = Locked([Output?](repeating: nil, count: inputs.count))
        let queue = OperationQueue()
        queue.maxConcurrentOperationCount = count
        for (index, input) in inputs.enumerated() {
            queue.addOperation {
                let output = work(input)
                outputs.withLock { $0[index] = output }
            }
        }
        queue.waitUntilAllOperationsAreFinished()
        return outputs.withLock { $0.compactMap { $0 } }
    }
}
