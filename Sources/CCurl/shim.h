// The names of libcurl without libcurl, which is loaded when a download begins (`CurlLibrary`): nothing
// in here may call it by name, and nothing links it.
#define CURL_DISABLE_TYPECHECK
#include <curl/curl.h>
#include <sys/socket.h>

// libcurl's functions with "..." cannot be called from Swift. Each of these is told where the function is.

static inline CURLcode gtfs_curl_set_long(
    void *setopt, CURL *handle, CURLoption option, long value)
{
    return ((CURLcode (*)(CURL *, CURLoption, ...))setopt)(handle, option, value);
}

static inline CURLcode gtfs_curl_set_pointer(
    void *setopt, CURL *handle, CURLoption option, const void *value)
{
    return ((CURLcode (*)(CURL *, CURLoption, ...))setopt)(handle, option, value);
}

static inline CURLcode gtfs_curl_set_receiver(
    void *setopt, CURL *handle, CURLoption option, curl_write_callback value)
{
    return ((CURLcode (*)(CURL *, CURLoption, ...))setopt)(handle, option, value);
}

static inline CURLcode gtfs_curl_set_opener(
    void *setopt, CURL *handle, CURLoption option, curl_opensocket_callback value)
{
    return ((CURLcode (*)(CURL *, CURLoption, ...))setopt)(handle, option, value);
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

static inline CURLcode gtfs_curl_get_long(
    void *getinfo, CURL *handle, CURLINFO info, long *value)
{
    return ((CURLcode (*)(CURL *, CURLINFO, ...))getinfo)(handle, info, value);
}
