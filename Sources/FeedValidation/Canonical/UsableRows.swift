import GTFSSchedule

extension LoadedFeed {
    /// The canonical validator drops the rows of a file with errors.
    func isUsable(_ file: String) -> Bool {
        !options.isCanonical || state(of: file) == .fine
    }

    func usable<Row>(_ table: LoadedTable<Row>) -> [Row] {
        isUsable(Row.file.name) ? table.rows : []
    }
}
