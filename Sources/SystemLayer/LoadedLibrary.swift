#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// A library that is loaded while the program runs, and then stays.
package struct LoadedLibrary {
    private let handle: UnsafeMutableRawPointer

    /// Loads the first of some libraries that is there; nil when none is.
    package init?(_ names: [String]) {
        let opened = names.lazy.compactMap { dlopen($0, RTLD_NOW | RTLD_LOCAL) }.first
        guard let opened else { return nil }
        handle = opened
    }

    /// The address of a function; nil when the library does not have it.
    package func address(of function: String) -> UnsafeMutableRawPointer? {
        dlsym(handle, function)
    }
}
