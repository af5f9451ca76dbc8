import { TopicmillError } from './topicmill-error.js';

/**
 * A mistyped name must not pass for an option that was applied.
 *
 * @param known all names of options
 * @param receiver function that the message names
 * @throws TopicmillError `INVALID_OPTION` for another name, and for options that are not an object
 */
export function refuseUnknownOptions(given: unknown, known: Readonly<Record<string, true>>, receiver: string): void {
  const remedy = `It accepts ${Object.keys(known).join(', ')}.`;
  if (typeof given !== 'object' || given === null) {
    throw new TopicmillError('INVALID_OPTION', `${receiver}: expected an object with options.`, { remedy });
  }
  const unknown = Object.keys(given).find((name) => !Object.hasOwn(known, name));
  if (unknown === undefined) return;
  throw new TopicmillError('INVALID_OPTION', `${receiver}: there is no option "${unknown}".`, { remedy });
}
