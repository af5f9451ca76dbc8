import type { Target } from '../runner/index.js';

/** A target in addition to `index`. No folder has it unless the configuration asks for it. */
export interface OptionalTarget extends Target {
  /** Whose results its steps read: those of all folders' own steps, those of a target of the same folder, or nobody's. */
  readonly reads: 'index' | 'pages' | undefined;
}
