import Testing

@testable import TransitServer

@Suite("Pieces of a download")
struct PieceSizeTests {
    @Test("Who takes pieces at once gets larger ones, up to a limit; who does not, small ones")
    func sizes() {
        var size = PieceSize()
        var sizes = [size.bytes]
        for seconds in [0, 0.05, 0.01, 0.049, 0, 0, 0, 9, 9] {
            size.note(seconds: seconds)
            sizes.append(size.bytes)
        }
        #expect(sizes.map { $0 >> 10 } == [1024, 1024, 64, 128, 256, 512, 1024, 1024, 64, 64])
    }
}
