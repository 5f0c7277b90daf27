/// The files that all pages share: the explorer's pages link to them, reports contain them.
package enum PageFiles {
    /// The style sheet.
    package static let style = String(decoding: PackageResources.page_css, as: UTF8.self)
    /// The map: a module without imports, so that it works in a single-file page.
    package static let map = String(decoding: PackageResources.map_js, as: UTF8.self)
}
