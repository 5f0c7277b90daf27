// SHA-256 by its own functions, whose state is a value that Swift copies. OpenSSL 3 calls them old, and
// wants a state on the heap that is looked up by name.
#define OPENSSL_SUPPRESS_DEPRECATED
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/sha.h>
