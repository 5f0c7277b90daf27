import Testing

@testable import TransitServer

@Suite("Pieces of downloads")
struct DownloadRoomTests {
    @Test("A few downloads get large pieces, many share what there is, and none gets too little")
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
                return room.piece >> 10
            }
        }
        #expect(
            pieces(of: [0, 1, 64, 128, 1024, 5000, 256, 0]) == [
                1024, 1024, 1024, 512, 64, 64, 256, 1024,
            ])
    }
}
