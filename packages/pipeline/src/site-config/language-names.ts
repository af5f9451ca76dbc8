/** The language of docs of which nothing says another one. */
export const FIRST_LANGUAGE = 'en';

const NAMES = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });
/** What people call a language that has another code: by the country that speaks it. */
const BY_COUNTRY: Readonly<Record<string, string>> = { cn: 'zh', jp: 'ja', kr: 'ko' };

/**
 * The language that a folder or the end of a file's name stands for, as BCP 47 has it: two letters with or without a region
 * or script, as they were written. `undefined` for other names.
 */
export function languageNamed(name: string): string | undefined {
  if (!/^[a-z]{2}(?:[-_](?:[a-z]{2}|[a-z]{4}))?$/i.test(name)) return undefined;
  const byCountry = BY_COUNTRY[name.toLowerCase()];
  if (byCountry !== undefined) return byCountry;
  return NAMES.of(name.slice(0, 2).toLowerCase()) === undefined ? undefined : name.replace('_', '-');
}

/**
 * The language that a folder of three letters stands for, such as `fil`, which says little by itself: `new`, `run` and
 * `mac` are codes too.
 */
export function languageOfThreeLetters(name: string): string | undefined {
  return /^[a-z]{3}$/.test(name) && NAMES.of(name) !== undefined ? name : undefined;
}
