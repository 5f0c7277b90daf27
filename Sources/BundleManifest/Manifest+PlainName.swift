extension Manifest.File {
    /// Whether the name is that of a file in the folder of the manifest itself, and not of a hidden one:
    /// who writes or serves what a manifest names never leaves that folder.
    package var hasPlainName: Bool { PlainName.isOne(name) }
}

extension Manifest.Version {
    /// Whether the version and all its files have plain names: those of later files are made of the
    /// version's.
    package var hasPlainNames: Bool {
        PlainName.isOne(version) && files.allSatisfy(\.hasPlainName)
    }
}

/// What a file of a publish folder may be called.
private enum PlainName {
    static func isOne(_ name: String) -> Bool {
        1...255 ~= name.utf8.count && !name.hasPrefix(".")
            && name.unicodeScalars.allSatisfy {
                $0 != "/" && $0 != "\\" && $0.properties.generalCategory != .control
            }
    }
}
