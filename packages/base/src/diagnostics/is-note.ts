import type { Diagnostic } from './diagnostic.js';

/** Whether nothing is wrong with the document: such a finding is there nearly everywhere, and is noted instead of warned of. */
export function isNote({ code }: Diagnostic): boolean {
  return code === 'TOKEN_ESTIMATE_OFF';
}
