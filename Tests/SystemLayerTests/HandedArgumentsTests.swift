import Foundation
import SystemLayer
import Testing

@Suite("Arguments that are handed over") struct HandedArgumentsTests {
    @Test("They take the place of a descriptor, and are in no argument of the process")
    func journey() throws {
        let secret = ["--realtime-header", "a=Key: s3cret ä", "", "--realtime", "a=https://h"]
        let whole = try HandedArguments.give(secret) { handed in
            #expect(!handed.joined().contains("s3cret"))
            return try HandedArguments.taken(["bundle.sqlite"] + handed + ["--port", "0"])
        }
        #expect(whole == ["bundle.sqlite"] + secret + ["--port", "0"])
    }

    @Test("Without any there is no descriptor, and a wrong one is an error")
    func none() throws {
        #expect(try HandedArguments.give([]) { $0 }.isEmpty)
        #expect(try HandedArguments.taken(["--port", "0"]) == ["--port", "0"])
        #expect(throws: FileError.self) {
            try HandedArguments.taken(["--arguments-in-descriptor", "999999"])
        }
    }
}
