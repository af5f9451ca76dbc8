#pragma once
#include "filter.h"
