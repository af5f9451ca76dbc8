import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { STOP_WORD_LANGUAGES } from '@topicmill/base/config';
import { findOtherLanguage } from '@topicmill/topics/keywords';
import { expect, test } from 'vitest';

const FIXTURES = join(import.meta.dirname, 'fixtures');

/** A document of every sentence but one of a language, for each of them, and one of all. */
function documentsOf(sentences: readonly string[]): string[] {
  const texts = [sentences, ...sentences.map((_, i) => sentences.filter((_, at) => at !== i))];
  return texts.map((each) => `# 1\n\n${each.join('\n\n')}\n`);
}

/** The lists of a file of `code:` lines with a sentence on each `  - ` line after it. */
function readSentences(name: string): Map<string, string[]> {
  const lists = new Map<string, string[]>();
  let language = '';
  for (const line of readFileSync(join(FIXTURES, name), 'utf8').split('\n')) {
    if (/^[a-z]{3}:$/.test(line)) language = line.slice(0, 3);
    else if (line.startsWith('  - ')) lists.set(language, [...(lists.get(language) ?? []), line.slice(4)]);
  }
  return lists;
}

/** With English configured, whether documents in each language are recognised: right, wrong or missing. */
function measure(name: string) {
  let [right, wrong, missing, reported] = [0, 0, 0, 0];
  const faults: string[] = [];
  for (const [language, sentences] of readSentences(name)) {
    for (const text of documentsOf(sentences)) {
      const found = findOtherLanguage(text, ['eng'], STOP_WORD_LANGUAGES);
      if (found !== undefined) reported++;
      if (language === 'eng' ? found === undefined : found?.languages[0] === language) right++;
      else if (found === undefined) missing++;
      else wrong++;
      if (language !== 'eng' && found?.languages[0] !== language) faults.push(`${language}: ${found?.languages}`);
    }
  }
  return { precision: (reported - wrong) / reported, recall: right / (right + wrong + missing), faults };
}

test.each(['sentences.yaml', 'manual-sentences.yaml'])('the languages of %s are found', (name) => {
  const { precision, recall, faults } = measure(name);
  expect(faults).toEqual([]);
  expect([precision, recall]).toEqual([1, 1]);
});

test('a text in a configured language is not reported', () => {
  for (const [language, sentences] of readSentences('sentences.yaml')) {
    for (const text of documentsOf(sentences)) {
      expect(findOtherLanguage(text, [language, 'eng'], STOP_WORD_LANGUAGES), language).toBeUndefined();
    }
  }
});

test('a script that one language is written in tells it, unless another language of the script is configured', () => {
  const text = documentsOf(readSentences('sentences.yaml').get('jpn')!)[0]!;
  expect(findOtherLanguage(text, ['eng'], STOP_WORD_LANGUAGES)).toMatchObject({ languages: ['jpn'], by: 'script' });
  expect(findOtherLanguage(text, ['eng', 'zho'], STOP_WORD_LANGUAGES)?.by).not.toBe('script');
  expect(findOtherLanguage(`# 1\n\n\`\`\`\n${text}\`\`\`\n`, ['eng'], STOP_WORD_LANGUAGES)).toBeUndefined();
});
