#include <openssl/pem.h>
#include <openssl/ssl.h>
