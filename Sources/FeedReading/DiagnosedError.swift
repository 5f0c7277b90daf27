package import SystemLayer

/// An error that says itself, in one line, what the user needs to know, and what the command exits
/// with. Every layer has such a type; whatever else is thrown is a mistake of this program.
package protocol DiagnosedError: Error, CustomStringConvertible {
    /// What the command exits with, in the numbers of `sysexits.h` where those have one.
    var exitCode: Int32 { get }
    /// Further lines that help to put it right; most errors need none.
    var details: [String] { get }
}

extension DiagnosedError {
    package var details: [String] { [] }
}

extension FileError: DiagnosedError {
    package var exitCode: Int32 {
        switch self {
        case .cannotCreate: 73
        case .cannotWrite, .cannotRead: 74
        }
    }
}
