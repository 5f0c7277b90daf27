extension Manifest.File {
    /// Whether the name is that of a non-hidden file in the manifest's own folder: code that writes
    /// or serves files of a manifest never leaves that folder.
    package var hasPlainName: Bool { PlainName.isOne(name) }
}

extension Manifest.Version {
    /// Whether the version and all its files have plain names; names of later files are derived
    /// from the version's.
    package var hasPlainNames: Bool {
        PlainName.isOne(version) && files.allSatisfy(\.hasPlainName)
    }
}

/// The allowed names of files in a publish folder.
private enum PlainName {
    static func isOne(_ name: String) -> Bool {
        1...255 ~= name.utf8.count && !name.hasPrefix(".")
            && name.unicodeScalars.allSatisfy {
                $0 != "/" && $0 != "\\" && $0.properties.generalCategory != .control
            }
    }
}
