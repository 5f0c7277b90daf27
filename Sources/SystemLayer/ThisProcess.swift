#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// This process and the machine that it runs on.
package enum ThisProcess {
    /// Its number.
    package static var number: Int32 { getpid() }

    /// A variable of its environment; nil when it is not set, or empty.
    package static func variable(_ name: String) -> String? {
        guard let value = getenv(name), value.pointee != 0 else { return nil }
        return String(cString: value)
    }

    /// Whether there is a process of a number on this machine, of whatever user.
    package static func isAlive(_ number: Int32) -> Bool {
        kill(number, 0) == 0 || errno != ESRCH
    }

    /// The name of this machine; nil when it has none.
    package static var host: String? {
        var name = [CChar](repeating: 0, count: 256)
        guard gethostname(&name, name.count - 1) == 0 else { return nil }
        return String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    /// How many processors the machine has for it.
    package static var processorCount: Int { max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }

    /// Seconds since 1970 on the machine's clock.
    package static var clockSeconds: Int { time(nil) }

    /// Keeps this thread waiting.
    package static func pause(milliseconds: UInt32) {
        usleep(milliseconds * 1000)
    }

    /// The most memory that it has had so far.
    package static var peakMemoryBytes: Int {
        var usage = rusage()
        #if canImport(Darwin)
            getrusage(RUSAGE_SELF, &usage)
            return usage.ru_maxrss
        #elseif canImport(Glibc)
            // Linux counts in units of 1024 bytes.
            getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
            return usage.ru_maxrss * 1024
        #else
            getrusage(RUSAGE_SELF, &usage)
            return usage.ru_maxrss * 1024
        #endif
    }
}
