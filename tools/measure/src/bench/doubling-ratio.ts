import { TopicmillError } from '@topicmill/base/diagnostics';

/** The least CPU time that is compared with that of twice the text. */
const MIN_MS = 20;
const FIRST_LENGTH = 1 << 14;
const MAX_LENGTH = 1 << 20;
const ROUNDS = 2;
/** How often a text is doubled again whose ratio is too large: what grows too fast does so at every length. */
const MAX_REPEATS = 3;
/** How many times as long twice the text may take. */
export const MAX_RATIO = 2.5;

/** Cuts a text; refuses it with a TopicmillError. */
export type Split = (text: string) => unknown;

/**
 * CPU time for twice a text over that for the text. It is doubled until it takes 20 ms or has a million characters; then
 * the least times of two rounds are compared, and again with longer texts where the ratio is too large: a collection of
 * garbage may fall into a short one, and where the pieces of a text grow with it, time rises faster until they are longer
 * than what is kept or looked at at once. `undefined` when the text is refused.
 *
 * @param make gives a text of about this many UTF-16 units
 */
export function doublingRatio(split: Split, make: (length: number) => string): number | undefined {
  let length = FIRST_LENGTH;
  for (let least = cpuMs(split, make(length)); ; least = cpuMs(split, make(length))) {
    if (least === undefined) return undefined;
    if (least >= MIN_MS || length >= MAX_LENGTH) break;
    length *= 2;
  }
  let ratio = ratioAt(length, split, make);
  for (let again = 0; again < MAX_REPEATS && ratio > MAX_RATIO; again++) {
    length *= 2;
    ratio = ratioAt(length, split, make);
  }
  return ratio;
}

function ratioAt(length: number, split: Split, make: (length: number) => string): number {
  const [single, double] = [make(length), make(2 * length)];
  let [leastSingle, leastDouble] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let round = 0; round < ROUNDS; round++) {
    leastSingle = Math.min(leastSingle, cpuMs(split, single) ?? Number.NaN);
    leastDouble = Math.min(leastDouble, cpuMs(split, double) ?? Number.NaN);
  }
  return leastDouble / leastSingle;
}

/** Milliseconds of CPU; `undefined` when the text is refused with a code. */
export function cpuMs(split: Split, text: string): number | undefined {
  const before = process.cpuUsage();
  try {
    split(text);
  } catch (error) {
    if (error instanceof TopicmillError) return undefined;
    throw error;
  }
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
