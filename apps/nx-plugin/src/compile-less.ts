import { setFlagsFromString } from 'node:v8';

/** Bytes of bytecode that a function runs before the engine thinks of compiling it again; by default 66 KB. */
const INTERRUPT_BUDGET = 528_000;

/**
 * Has the engine optimize only functions that run for long. Most of what a process of Nx runs, it runs for a second: without
 * this a fifth of the CPU time of a build goes into machine code that is hardly used. A setting of the engine that it does
 * not know changes nothing.
 * The daemon of Nx, which lives for hours, stays as it is.
 */
export function compileLess(): void {
  if (!isDaemon()) setFlagsFromString(`--interrupt-budget=${INTERRUPT_BUDGET}`);
}

/** Nx marks its daemon like this before plugins are loaded. */
function isDaemon(): boolean {
  return (globalThis as { readonly NX_DAEMON?: unknown }).NX_DAEMON === true;
}
