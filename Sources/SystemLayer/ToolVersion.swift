/// The release of the programs, by Semantic Versioning; `.ci/version` reads it, too.
package enum ToolVersion {
    package static let text = "0.1.0"
}
