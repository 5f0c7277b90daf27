extension Manifest.File {
    /// Whether the name is that of a file in the folder of the manifest itself, and not of a hidden one:
    /// who writes or serves what a manifest names never leaves that folder.
    package var hasPlainName: Bool {
        1...255 ~= name.utf8.count && !name.hasPrefix(".")
            && name.unicodeScalars.allSatisfy {
                $0 != "/" && $0 != "\\" && $0.properties.generalCategory != .control
            }
    }
}
