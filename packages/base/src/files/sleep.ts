const sleeping = new Int32Array(new SharedArrayBuffer(4));

/** Lets the whole thread wait: for an edge that reads and writes without giving other work a turn. */
export function sleepMs(milliseconds: number): void {
  Atomics.wait(sleeping, 0, 0, milliseconds);
}
