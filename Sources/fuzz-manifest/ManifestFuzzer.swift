import BundleManifest
import FuzzSupport

/// Reads arbitrary bytes as a manifest, and acts on it like a client that trusts it. Nothing
/// outside the folder of the manifest may be requested, read, written or removed, whatever its
/// names are. The first byte says who reads it:
///
/// | byte | by |
/// | --- | --- |
/// | `l` | a client, from a folder of its own machine |
/// | `p` | the publisher: look, sweep, roll back, rename |
/// | else | a client, from a server |
///
/// With a capital letter, the files of the manifest are made to match it, which a liar can do as
/// well.
@main
enum ManifestFuzzer {
    static let scratch = ScratchFolder()

    static func main() {
        for name in ["keep", "made", "client", "published"] { scratch.makeFolder(name) }
        scratch.write("keep/secret.sqlite", Array("not yours".utf8))
        FuzzDriver.run { input in
            guard let first = input.first else { return }
            let isHelped = first & 0x20 == 0
            let json = Array(input.dropFirst())
            let manifest = isHelped ? ForgedContent.helped(json) : json
            switch first | 0x20 {
            case UInt8(ascii: "p"): PublishedFolder.check(manifest)
            case UInt8(ascii: "l"): Client.check(manifest, isLocal: true)
            default: Client.check(manifest, isLocal: false)
            }
            precondition(scratch.names(in: "keep") == ["secret.sqlite"])
            precondition(scratch.read("keep/secret.sqlite") == Array("not yours".utf8))
        }
    }
}
