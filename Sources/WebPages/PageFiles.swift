/// The files that all pages share: those of the explorer link to them, reports hold them.
package enum PageFiles {
    /// The style sheet.
    package static let style = String(decoding: PackageResources.page_css, as: UTF8.self)
    /// The map: a module without imports, so that it works in a page that is one file.
    package static let map = String(decoding: PackageResources.map_js, as: UTF8.self)
}
