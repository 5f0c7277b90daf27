import Foundation

package enum ThisProcess {
    package static var number: Int32 { getpid() }

    /// Nil when it is not set, or empty.
    package static func variable(_ name: String) -> String? {
        guard let value = getenv(name), value.pointee != 0 else { return nil }
        return String(cString: value)
    }

    package static func isAlive(_ number: Int32) -> Bool {
        kill(number, 0) == 0 || errno != ESRCH
    }

    package static var host: String? {
        var name = [CChar](repeating: 0, count: 256)
        guard gethostname(&name, name.count - 1) == 0 else { return nil }
        return String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    /// With links resolved; nil when the system does not tell.
    package static var programPath: String? {
        #if canImport(Darwin)
            var size = UInt32(0)
            _ = _NSGetExecutablePath(nil, &size)
            var path = [CChar](repeating: 0, count: Int(size) + 1)
            guard _NSGetExecutablePath(&path, &size) == 0 else { return nil }
            return Files.realPath(
                String(
                    decoding: path.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self))
        #else
            return Files.realPath("/proc/self/exe")
        #endif
    }

    /// The program gets this one's environment and streams; returns only on failure.
    ///
    /// Signals that this process handles itself reach the program as usual.
    @available(tvOS, unavailable)
    @available(watchOS, unavailable)
    package static func becomeProgram(_ path: String, arguments: [String]) -> SystemError {
        var none = sigset_t()
        sigemptyset(&none)
        pthread_sigmask(SIG_SETMASK, &none, nil)
        signal(SIGPIPE, SIG_DFL)
        signal(SIGXFSZ, SIG_DFL)
        var texts = ([path] + arguments).map { strdup($0) } + [nil]
        defer { for text in texts { free(text) } }
        execv(path, &texts)
        return .last
    }

    /// Raises it to the highest limit that the system allows.
    package static func raiseDescriptorLimit() -> Int {
        #if canImport(Glibc)
            let kind = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        #else
            let kind = RLIMIT_NOFILE
        #endif
        var limit = rlimit()
        guard getrlimit(kind, &limit) == 0 else { return 1024 }
        let old = limit.rlim_cur
        limit.rlim_cur = limit.rlim_max
        // Darwin reports no limit, but then refuses such a number.
        if setrlimit(kind, &limit) != 0 { limit.rlim_cur = old }
        return Int(clamping: limit.rlim_cur)
    }

    package static func askToEnd() {
        kill(getpid(), SIGTERM)
    }

    package static var processorCount: Int { max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }

    /// Since 1970.
    package static var clockSeconds: Int { time(nil) }

    package static func pause(milliseconds: UInt32) {
        usleep(milliseconds * 1000)
    }

    package static var peakMemoryBytes: Int {
        var usage = rusage()
        #if canImport(Glibc)
            getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        #else
            getrusage(RUSAGE_SELF, &usage)
        #endif
        return usage.peakBytes
    }

    /// Since some instant, on a clock that cannot be set.
    package static var steadySeconds: Double { seconds(CLOCK_MONOTONIC) }

    package static var processorSeconds: Double { seconds(CLOCK_PROCESS_CPUTIME_ID) }

    private static func seconds(_ clock: clockid_t) -> Double {
        var time = timespec()
        clock_gettime(clock, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}

extension rusage {
    var peakBytes: Int {
        #if canImport(Darwin)
            ru_maxrss
        #else
            // Linux counts in units of 1024 bytes.
            ru_maxrss * 1024
        #endif
    }

    var processorSeconds: Double {
        Double(ru_utime.tv_sec + ru_stime.tv_sec)
            + Double(ru_utime.tv_usec + ru_stime.tv_usec) / 1e6
    }
}

package enum StandardStream: Int32, Sendable {
    case input = 0
    case output = 1
    case error = 2

    package var isTerminal: Bool { isatty(rawValue) == 1 }

    package func waitForEnd() {
        var bytes = [UInt8](repeating: 0, count: 256)
        do throws(SystemError) {
            while try systemCall({ read(rawValue, &bytes, bytes.count) }) > 0 {}
        } catch {
            // An unreadable stream counts as ended.
            return
        }
    }

    package func write(_ text: String) throws(SystemError) {
        try Array(text.utf8).withUnsafeBufferPointer { (bytes) throws(SystemError) in
            try writeAll(UnsafeRawBufferPointer(bytes), to: rawValue)
        }
    }

    /// In columns; nil when the terminal does not say. It may be resized at any time.
    package var width: Int? {
        var size = winsize()
        guard ioctl(rawValue, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
        return Int(size.ws_col)
    }
}

package struct LocalTime: Sendable {
    /// Since 1970.
    package let seconds: Int
    package let offsetSeconds: Int

    package init() {
        var now = time(nil)
        var local = tm()
        tzset()
        localtime_r(&now, &local)
        seconds = now
        offsetSeconds = local.tm_gmtoff
    }
}

package struct LoadedLibrary {
    private let handle: UnsafeMutableRawPointer

    package init?(_ names: [String]) {
        let opened = names.lazy.compactMap { dlopen($0, RTLD_NOW | RTLD_LOCAL) }.first
        guard let opened else { return nil }
        handle = opened
    }

    package func address(of function: String) -> UnsafeMutableRawPointer? {
        dlsym(handle, function)
    }
}
