#pragma once
#include <sstream>

// Messages of the validator go nowhere: faults are what it returns.
#define LOG(level) std::ostringstream()
