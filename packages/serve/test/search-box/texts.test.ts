import { describe, expect, it } from 'vitest';
import { panelTexts } from '../../src/search-box/app/panel-texts.js';
import { searchLabel } from '../../src/search-box/app/search-labels.js';

const LANGUAGES = ['en', 'de', 'fr', 'es', 'pt-BR', 'it', 'nl', 'pl', 'ru', 'tr', 'ar', 'ja', 'ko', 'zh-Hans'];
const boxTexts = (language: string) => ({ search: searchLabel(language), ...panelTexts(language) });
const namesIn = (text: string): string[] => (text.match(/\{\w+\}/g) ?? []).sort();

describe('the texts of the search box', () => {
  const english = boxTexts('en');

  it.each(LANGUAGES)('are all there in %s, each with the names that are replaced', (language) => {
    const texts = boxTexts(language);
    for (const [key, text] of Object.entries(texts)) {
      expect([key, text.trim()]).not.toEqual([key, '']);
      expect([key, namesIn(text)]).toEqual([key, namesIn(english[key as keyof typeof english])]);
    }
    expect(texts.search === english.search).toBe(language === 'en');
  });

  it('are English in a language that is not known', () => {
    expect(boxTexts('xx')).toEqual(english);
  });
});
