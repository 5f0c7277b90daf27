#if canImport(Darwin)
    package import Darwin
#elseif canImport(Glibc)
    package import Glibc
#elseif canImport(Musl)
    package import Musl
#endif

/// The settings of `posix_spawn`, before anything is said: structures on Linux, pointers on Darwin.
package enum SpawnSettings {
    #if canImport(Darwin)
        package static var attributes: posix_spawnattr_t? { nil }
        package static var actions: posix_spawn_file_actions_t? { nil }
    #else
        package static var attributes: posix_spawnattr_t { posix_spawnattr_t() }
        package static var actions: posix_spawn_file_actions_t { posix_spawn_file_actions_t() }
    #endif
}
