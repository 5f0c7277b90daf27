import FeedReading
import GTFSSchedule
import Testing

@Suite("JSON values") struct JSONValueTests {
    private static let text = #"{"b": 2.0, "a": [1e16, 0.5, -0.0], "b": "other", "c": null}"#

    @Test("Members are in the order of the text, and the first of a name counts")
    func order() throws {
        let content = try JSONReader.object(Array(Self.text.utf8))
        #expect(content.duplicateName == "b")
        guard case .object(let members) = content.root else {
            Issue.record("not an object")
            return
        }
        #expect(members.map(\.name) == ["b", "a", "b", "c"])
        #expect(content.root["b"] == .integer(2))
        #expect(content.root["c"] == .null)
        #expect(content.root.members?.map(\.name) == ["b", "a", "b"])
        #expect(content.root.dictionary?.count == 3)
        #expect(content.root["a"]?.elements?.count == 3)
    }

    @Test("Written, members are in the order of their names, and whole numbers have no point")
    func writing() throws {
        let content = try JSONReader.object(Array(Self.text.utf8))
        #expect(content.root.text == #"{"a":[10000000000000000,0.5,0],"b":2,"c":null}"#)
        let value = JSONValue(["b": .integer(1), "a": .array([.string("x/y"), .bool(true)])])
        #expect(value.text == #"{"a":["x/y",true],"b":1}"#)
        #expect(JSONValue(text: value.text) == value)
        #expect(value["a"]?.texts == ["x/y"])
    }

    @Test("Members whose names look the same are two, and both are written")
    func lookalikes() throws {
        let text = "{\"a\":[{\"e\u{301}\":1,\"\u{E9}\":2,\"e\u{301}\":3}]}"
        let content = try JSONReader.object(Array(text.utf8))
        let inner = try #require(content.root["a"]?.elements?.first)
        #expect(inner["\u{E9}"] == .integer(2) && inner["e\u{301}"] == .integer(1))
        #expect(
            content.root.text.exact
                == "{\"a\":[{\"e\u{301}\":1,\"\u{E9}\":2}]}".exact)
    }
}
