// The names of libcurl without libcurl, which is loaded when a download begins (`CurlLibrary`): nothing
// in here may call it by name, and nothing links it.
#define CURL_DISABLE_TYPECHECK
#include <curl/curl.h>
#include <sys/socket.h>

// The functions that are used, with the types of curl/curl.h.
#define GTFS_CURL_FUNCTIONS(F) \
    F(curl_global_init) F(curl_version) \
    F(curl_easy_init) F(curl_easy_cleanup) F(curl_easy_setopt) F(curl_easy_getinfo) \
    F(curl_easy_perform) F(curl_easy_pause) F(curl_easy_strerror) \
    F(curl_slist_append) F(curl_slist_free_all) \
    F(curl_multi_init) F(curl_multi_cleanup) F(curl_multi_add_handle) F(curl_multi_remove_handle) \
    F(curl_multi_perform) F(curl_multi_info_read) F(curl_multi_poll) F(curl_multi_wakeup)

struct gtfs_curl_functions {
#define GTFS_CURL_FUNCTION(name) __typeof__(name) *_Nonnull name;
    GTFS_CURL_FUNCTIONS(GTFS_CURL_FUNCTION)
#undef GTFS_CURL_FUNCTION
};

// Their names in the same order, each with a space behind it.
static inline const char *_Nonnull gtfs_curl_names(void)
{
#define GTFS_CURL_FUNCTION(name) #name " "
    return GTFS_CURL_FUNCTIONS(GTFS_CURL_FUNCTION);
#undef GTFS_CURL_FUNCTION
}

// libcurl's functions with "..." cannot be called from Swift.
#define GTFS_CURL_SETTER(name, type) \
    static inline CURLcode name( \
        const struct gtfs_curl_functions *_Nonnull curl, CURL *handle, CURLoption option, type value) \
    { \
        return (curl->curl_easy_setopt)(handle, option, value); \
    }
GTFS_CURL_SETTER(gtfs_curl_set_long, long)
GTFS_CURL_SETTER(gtfs_curl_set_pointer, const void *)
GTFS_CURL_SETTER(gtfs_curl_set_receiver, curl_write_callback)
GTFS_CURL_SETTER(gtfs_curl_set_opener, curl_opensocket_callback)
GTFS_CURL_SETTER(gtfs_curl_set_progress, curl_xferinfo_callback)

static inline CURLcode gtfs_curl_get_long(
    const struct gtfs_curl_functions *_Nonnull curl, CURL *handle, CURLINFO info, long *value)
{
    return (curl->curl_easy_getinfo)(handle, info, value);
}

// The address that libcurl is about to connect to, which is longer than the type of its field says.
static inline const void *gtfs_curl_address(const struct curl_sockaddr *address)
{
    return &address->addr;
}

// A socket as libcurl would open it; no program that is started inherits it.
static inline curl_socket_t gtfs_curl_open_socket(const struct curl_sockaddr *address)
{
#ifdef SOCK_CLOEXEC
    return socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
#else
    return socket(address->family, address->socktype, address->protocol);
#endif
}
