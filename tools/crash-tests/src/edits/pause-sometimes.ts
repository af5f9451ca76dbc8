const cell = new Int32Array(new SharedArrayBuffer(4));

/** Lets the thread wait for up to `maxMs`, in a share of the calls. */
export function pauseSometimes(share: number, maxMs: number): void {
  if (maxMs > 0 && Math.random() < share) Atomics.wait(cell, 0, 0, Math.random() * maxMs);
}
