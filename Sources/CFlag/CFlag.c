// The functions are compiled into who calls them; a target has to have a file that is compiled.
#include "CFlag.h"
