import Testing

@testable import TransitServer

@Suite("Pieces of downloads")
struct DownloadRoomTests {
    @Test("A few downloads get large pieces, many share the room, and none gets too little")
    func pieces() {
        let room = DownloadRoom()
        func pieces(of downloads: [Int]) -> [Int] {
            var count = 0
            return downloads.map { wanted in
                while count < wanted {
                    room.enter()
                    count += 1
                }
                while count > wanted {
                    room.leave()
                    count -= 1
                }
                return room.piece(after: .max) >> 10
            }
        }
        #expect(
            pieces(of: [0, 1, 32, 64, 512, 5000, 128, 0]) == [
                1024, 1024, 1024, 512, 64, 64, 256, 1024,
            ])
    }

    @Test("A piece is no larger than what has gone out before it")
    func growth() {
        let room = DownloadRoom()
        room.enter()
        var sent = 0
        let pieces = (0..<7).map { _ in
            let piece = room.piece(after: sent)
            sent += piece
            return piece >> 10
        }
        #expect(pieces == [64, 64, 128, 256, 512, 1024, 1024])
    }
}
