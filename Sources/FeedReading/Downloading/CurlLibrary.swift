import CCurl

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// libcurl, loaded when something is to be downloaded.
///
/// With the forty libraries that it needs in turn it would make every start 10 ms longer, which is
/// more than a small feed takes to be checked.
///
/// `@unchecked Sendable`: addresses of functions, which never change.
struct CurlLibrary: @unchecked Sendable {
    /// Nil where there is none.
    static let shared = CurlLibrary()

    #if canImport(Darwin)
        private static let names = ["libcurl.4.dylib"]
    #else
        private static let names = ["libcurl.so.4", "libcurl-gnutls.so.4"]
    #endif

    typealias Handle = UnsafeMutableRawPointer
    typealias List = UnsafeMutablePointer<curl_slist>

    // The types are those of curl/curl.h.
    typealias Start = @convention(c) (Int) -> CURLcode
    typealias NewHandle = @convention(c) () -> Handle?
    typealias Perform = @convention(c) (Handle) -> CURLcode
    typealias Free = @convention(c) (Handle) -> Void
    typealias Append = @convention(c) (List?, UnsafePointer<CChar>) -> List?
    typealias FreeList = @convention(c) (List?) -> Void
    typealias Describe = @convention(c) (CURLcode) -> UnsafePointer<CChar>?

    let newHandle: NewHandle
    let perform: Perform
    let free: Free
    let append: Append
    let freeList: FreeList
    let describe: Describe
    // These take any number of arguments, and so are called by the functions of `CCurl`.
    let setOption: UnsafeMutableRawPointer
    let getInformation: UnsafeMutableRawPointer

    private init?() {
        let opened = Self.names.lazy.compactMap { dlopen($0, RTLD_NOW | RTLD_LOCAL) }.first
        guard let library = opened else { return nil }
        func function<Function>(_ name: String, _ type: Function.Type) -> Function? {
            dlsym(library, name).map { unsafeBitCast($0, to: type) }
        }
        guard let start = function("curl_global_init", Start.self),
            let newHandle = function("curl_easy_init", NewHandle.self),
            let perform = function("curl_easy_perform", Perform.self),
            let free = function("curl_easy_cleanup", Free.self),
            let append = function("curl_slist_append", Append.self),
            let freeList = function("curl_slist_free_all", FreeList.self),
            let describe = function("curl_easy_strerror", Describe.self),
            let setOption = dlsym(library, "curl_easy_setopt"),
            let getInformation = dlsym(library, "curl_easy_getinfo"),
            start(Int(CURL_GLOBAL_ALL)) == CURLE_OK
        else { return nil }
        self.newHandle = newHandle
        self.perform = perform
        self.free = free
        self.append = append
        self.freeList = freeList
        self.describe = describe
        self.setOption = setOption
        self.getInformation = getInformation
    }
}
