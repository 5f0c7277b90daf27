/// Text of a feed as a key where no other ``TextValue`` fits: names of files and columns, ids of
/// any kind.
///
/// Two `String`s are equal when they look the same, as with `é` as one Unicode character or as an
/// `e` with an accent. Feeds, SQLite and other programs compare bytes, and so does this type.
package struct ExactText: TextValue {
    package let text: String

    package init(_ text: String) {
        self.text = text
    }
}

extension String {
    package var exact: ExactText { ExactText(self) }
}
