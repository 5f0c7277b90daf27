import Foundation
import PackagePlugin

/// Makes `EmbeddedTexts` of the texts that lie among a target's sources: `page.css` is
/// `EmbeddedTexts.page_css`, a string literal.
///
/// SwiftPM's own `.embedInCode` writes a number for each byte: of `openapi.yaml` the compiler then made
/// a literal in 26 s and 2 GB, and of a string in 0.03 s.
@main struct EmbedTexts: BuildToolPlugin {
    /// The endings of names of what is embedded.
    private static let endings: Set<String> = [
        "css", "js", "json", "sql", "svg", "tsv", "txt", "yaml",
    ]

    /// Its arguments are the file that it writes, and the texts. A text that a raw literal would change
    /// (a carriage return), or that ends it, fails the build.
    private static let script = ###"""
        out=$1; shift
        {
            echo '/// The texts among the sources of this module.'
            echo 'enum EmbeddedTexts {'
            for text; do
                if LC_ALL=C grep -q -e "$(printf '\r')" -e '"""##' "$text"; then
                    echo "error: $text has a carriage return, or the end of a literal" >&2
                    exit 1
                fi
                printf '    static let %s = ##"""\n' "$(basename "$text" | tr -c 'A-Za-z0-9\n' _)"
                cat "$text"
                printf '\n"""##\n'
            done
            echo '}'
        } > "$out.new" && mv "$out.new" "$out"
        """###

    func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
        guard let target = target as? SwiftSourceModuleTarget else { return [] }
        let texts = target.sourceFiles.map(\.url)
            .filter { Self.endings.contains($0.pathExtension) }
            .sorted { $0.path < $1.path }
        let output = context.pluginWorkDirectoryURL.appending(path: "EmbeddedTexts.swift")
        return [
            .buildCommand(
                displayName: "Embedding texts of \(target.name)",
                executable: URL(filePath: "/bin/sh"),
                arguments: ["-eu", "-c", Self.script, "sh", output.path] + texts.map(\.path),
                inputFiles: texts, outputFiles: [output])
        ]
    }
}
