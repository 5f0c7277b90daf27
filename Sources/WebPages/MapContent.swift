/// What a map shows: lines, places, and where it looks.
package struct MapContent: Sendable {
    /// A path.
    package struct Line: Sendable {
        /// An encoded polyline with five decimals.
        package var polyline: String
        /// Six hexadecimal digits; nil for that of quiet things.
        package var color: String?
    }

    /// A place with a name, which can be a link.
    package struct Mark: Sendable {
        package var latitude: Double
        package var longitude: Double
        package var name: String
        /// The address of its page.
        package var link: String?
        /// A word that gives the mark its look: `stop`, `station`, `here`, `error`, `warning`, `info`,
        /// `added`, `removed`, `changed`.
        package var kind: String
    }

    package var lines: [Line]
    package var marks: [Mark]

    package init(lines: [Line] = [], marks: [Mark] = []) {
        self.lines = lines
        self.marks = marks
    }
}
