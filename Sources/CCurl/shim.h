// The names of libcurl without libcurl, which is loaded when a download begins (`CurlLibrary`): nothing
// in here may call it by name, and nothing links it.
#define CURL_DISABLE_TYPECHECK
#include <curl/curl.h>

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

static inline CURLcode gtfs_curl_get_long(
    void *getinfo, CURL *handle, CURLINFO info, long *value)
{
    return ((CURLcode (*)(CURL *, CURLINFO, ...))getinfo)(handle, info, value);
}
