const LABELS: Readonly<Record<string, string>> = {
  de: 'Suche',
  fr: 'Rechercher',
  es: 'Buscar',
  pt: 'Pesquisar',
  it: 'Cerca',
  nl: 'Zoeken',
  pl: 'Szukaj',
  ru: 'Поиск',
  tr: 'Ara',
  ar: 'بحث',
  ja: '検索',
  ko: '검색',
  zh: '搜索',
};

/**
 * What the button says, the only text of the box before its panel is loaded.
 *
 * @param language BCP 47, such as `pt-BR`; English for one without a label
 */
export function searchLabel(language: string): string {
  return LABELS[language.toLowerCase().split('-')[0]!] ?? 'Search';
}
