#pragma once

class Store;
