#pragma once

// Compared by nothing here: no schema of ours has a place on Earth.
struct S1Angle {
  double radians() const { return 0; }
};

struct S2LatLng {
  static S2LatLng FromDegrees(double, double) { return {}; }
  S1Angle GetDistance(const S2LatLng&) const { return {}; }
};
