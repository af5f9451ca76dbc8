import { fileURLToPath } from 'node:url';
import type { Fault } from './inject-fault.js';

/** Variable that tells `preload.js` what fails. */
export const FAULT_VARIABLE = 'TOPICMILL_TEST_FAULT';

/** What `preload.js` is told. */
export interface PreloadedFault extends Fault {
  /** Folder for a file of each thread in which a call has failed. */
  readonly reports: string;
}

/** Variables with which each Node process that a command starts, and each of its threads, has the fault. */
export function faultEnvironment(fault: PreloadedFault): Record<string, string> {
  const preload = fileURLToPath(new URL('preload.js', import.meta.url));
  return { [FAULT_VARIABLE]: JSON.stringify(fault), NODE_OPTIONS: `--import=${preload}` };
}
