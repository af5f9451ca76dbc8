import { TopicmillError } from '@topicmill/base/diagnostics';
import { cpuMs, type GrowthOptions, MAX_GROWTH, timeGrowth } from '@topicmill/test-support/time-growth';

/**
 * In UTF-16 units. A collection of garbage may fall into a short text, and where the pieces of a text grow with it, time
 * rises faster until they are longer than what is kept or looked at at once: a ratio that is too large is measured again
 * with longer texts.
 */
const TEXTS: GrowthOptions = { firstSize: 1 << 14, maxSize: 1 << 20, rounds: 2, warmUps: 0, growsAgain: true };
/** How many times as long twice the text may take. */
export const MAX_RATIO = MAX_GROWTH;

/** Cuts a text; refuses it with a TopicmillError. */
export type Split = (text: string) => unknown;

/**
 * CPU time for twice a text over that for the text, which is doubled until it takes 20 ms or has a million characters.
 * `undefined` when the text is refused.
 *
 * @param make gives a text of about this many UTF-16 units
 */
export function doublingRatio(split: Split, make: (length: number) => string): number | undefined {
  return unlessRefused(() =>
    timeGrowth((length) => {
      const text = make(length);
      return () => split(text);
    }, TEXTS),
  );
}

/** Milliseconds of CPU; `undefined` when the text is refused with a code. */
export function splitMs(split: Split, text: string): number | undefined {
  return unlessRefused(() => cpuMs(() => split(text)));
}

function unlessRefused(measure: () => number): number | undefined {
  try {
    return measure();
  } catch (error) {
    if (error instanceof TopicmillError) return undefined;
    throw error;
  }
}
