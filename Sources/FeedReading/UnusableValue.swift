/// Why a value that a person wrote, as an option or in a settings file, can not be used: what was
/// wanted instead, without naming the option, which who asked for it knows.
package struct UnusableValue: Error, Equatable, CustomStringConvertible {
    package let description: String

    package init(_ description: String) {
        self.description = description
    }
}
