public import TransitModel

extension ExtensionTable: WireObject, ListedForm {
    public static var listKey: StaticString { "extensions" }

    init() {
        self.init(table: "", file: "")
    }

    mutating func visit(_ wire: inout some Wire) {
        wire.key("table", &table)
        wire.key("file", &file)
        wire.key("rows", &rows)
        wire.optional("key", &key)
        wire.key("columns", &columns)
    }
}

extension ExtensionColumn: WireObject {
    init() {
        self.init(column: "", name: "")
    }

    mutating func visit(_ wire: inout some Wire) {
        wire.key("column", &column)
        wire.key("name", &name)
    }
}

extension ExtensionRow: WireObject {
    init() {
        self.init(values: [:])
    }

    mutating func visit(_ wire: inout some Wire) {
        wire.columns(&values)
    }
}

extension ExtensionRows: WireObject {
    init() {
        self.init(table: ExtensionTable(), rows: [])
    }

    mutating func visit(_ wire: inout some Wire) {
        wire.key("table", &table)
        wire.key("rows", &rows)
        wire.optional("is_cut", &isCut)
    }
}
