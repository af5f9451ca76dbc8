#pragma once
#include <string>
#include <vector>
#include "json.hpp"

using std::string;

struct filter_node_t;
struct reference_filter_result_t {};
