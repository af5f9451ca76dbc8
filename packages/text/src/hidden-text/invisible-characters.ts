import type { HiddenText } from './hidden-text.js';

/**
 * Any character that can be invisible, in a text that is worth a closer look; tags and further selectors by the first
 * half that they have in common.
 */
const MAY_BE_INVISIBLE =
  // biome-ignore lint/suspicious/noMisleadingCharacterClass: code units are meant
  /[\u034f\u17b4\u17b5\u00ad\u115f\u1160\u180e\u200b-\u200d\u202a-\u202e\u2060-\u2069\u3164\ufe00-\ufe0f\ufeff\uffa0\udb40]/;

const TAGS = /(\u{1f3f4})?[\u{e0000}-\u{e007f}]+/gu;
/** Flags of regions, such as Scotland: tags that spell a code, and the tag that ends it. */
const REGION_FLAG = /^\u{1f3f4}[\u{e0030}-\u{e0039}\u{e0061}-\u{e007a}]{3,6}\u{e007f}$/u;
const OVERRIDE = /[\u202d\u202e]/g;
const DIRECTION = /[\u202a\u202b\u202c\u2066-\u2069]/g;
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/;
/** Several of them in a row spell something; one is a place where a line may break, or joins letters. */
const RUN = /[\u034f\u17b4\u17b5\u00ad\u115f\u1160\u180e\u200b-\u200d\u2060-\u2064\u3164\ufeff\uffa0]{4,}/g;
const SELECTORS = /[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]{2,}/gu;
/** Editors put the one of emojis twice; once more says nothing. */
const EMOJI_TWICE = '\ufe0f\ufe0f';
/** A word of letters that need no joiner, with invisible characters inside. */
const SPLIT_WORD =
  /(?<![\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}])[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]+(?:[\u200b-\u200d\u2060-\u2064\ufeff]+[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]+)+/gu;
const INVISIBLE = /[\u200b-\u200d\u2060-\u2064\ufeff]+/g;
/** Letters between two invisible characters of a word that is split to escape a search. */
const MAX_PART_LETTERS = 3;
/** Words that are split in order not to be found. */
const EVADING =
  /^(?:ignor|disregard|forget|overrid|bypass|instruct|system|prompt|secret|password|assistant|reveal|execut|admin|jailbreak)/i;

/** Invisible characters where no script or emoji needs them. */
export function findInvisibleCharacters(text: string): HiddenText[] {
  if (!MAY_BE_INVISIBLE.test(text)) return [];
  return [
    ...matches(text, TAGS).filter(({ 0: tags }) => !REGION_FLAG.test(tags)),
    ...matches(text, OVERRIDE),
    ...matches(text, DIRECTION).filter(({ index }) => !RIGHT_TO_LEFT.test(lineAt(text, index))),
    ...matches(text, RUN),
    ...matches(text, SELECTORS).filter(({ 0: selectors }) => selectors !== EMOJI_TWICE),
    ...matches(text, SPLIT_WORD).filter(({ 0: word }) => isEvading(word)),
  ].map(({ 0: found, index }) => ({ kind: 'invisible-characters', start: index, end: index + found.length }));
}

function matches(text: string, pattern: RegExp): RegExpExecArray[] {
  return [...text.matchAll(pattern)];
}

function lineAt(text: string, index: number): string {
  const end = text.indexOf('\n', index);
  return text.slice(text.lastIndexOf('\n', index) + 1, end === -1 ? text.length : end);
}

function isEvading(word: string): boolean {
  const parts = word.split(INVISIBLE);
  const letters = parts.reduce((sum, part) => sum + part.length, 0);
  return EVADING.test(parts.join('')) || (parts.length > 2 && letters / parts.length <= MAX_PART_LETTERS);
}
