import type { STOP_WORD_LANGUAGES } from '@topicmill/base/config';

/** ISO 639-3 code of a language that has stop words. */
export type StopWordLanguage = (typeof STOP_WORD_LANGUAGES)[number];

/** Languages with stop words by the code that begins a locale (ISO 639-1, as BCP 47 has it). */
const LANGUAGE_OF: Readonly<Record<string, StopWordLanguage>> = {
  af: 'afr',
  ar: 'ara',
  bg: 'bul',
  bn: 'ben',
  br: 'bre',
  ca: 'cat',
  cs: 'ces',
  da: 'dan',
  de: 'deu',
  el: 'ell',
  en: 'eng',
  eo: 'epo',
  es: 'spa',
  et: 'est',
  eu: 'eus',
  fa: 'fas',
  fi: 'fin',
  fr: 'fra',
  ga: 'gle',
  gl: 'glg',
  gu: 'guj',
  ha: 'hau',
  he: 'heb',
  hi: 'hin',
  hr: 'hrv',
  hu: 'hun',
  hy: 'hye',
  id: 'ind',
  it: 'ita',
  ja: 'jpn',
  ko: 'kor',
  ku: 'kur',
  la: 'lat',
  lt: 'lit',
  lv: 'lav',
  mr: 'mar',
  ms: 'msa',
  my: 'mya',
  nb: 'nob',
  nl: 'nld',
  no: 'nob',
  pl: 'pol',
  pt: 'por',
  ro: 'ron',
  ru: 'rus',
  sk: 'slk',
  sl: 'slv',
  so: 'som',
  st: 'sot',
  sv: 'swe',
  sw: 'swa',
  th: 'tha',
  tl: 'tgl',
  tr: 'tur',
  uk: 'ukr',
  ur: 'urd',
  vi: 'vie',
  yo: 'yor',
  zh: 'zho',
  zu: 'zul',
};

/** ISO 639-3 codes of the languages of some locales that have stop words, in their order, each once. */
export function stopWordsOfLocales(locales: readonly string[]): readonly StopWordLanguage[] {
  const codes = locales.map((locale) => LANGUAGE_OF[locale.split(/[-_]/)[0]!.toLowerCase()]);
  return [...new Set(codes.filter((code) => code !== undefined))];
}
