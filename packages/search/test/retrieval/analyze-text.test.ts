import { describe, expect, it } from 'vitest';
import { analyzeText } from '../../src/retrieval/index.js';

describe('analyzeText', () => {
  it.each([
    ['serializes serialized serializing serialize', 'serializ serializ serializ serializ'],
    ['serializer serialization', 'serializer serialization'],
    ['queries classes boxes running stopped', 'query class box run stop'],
    ['modify modifies modified modifying, died tied', 'modify modify modify modify died tied'],
    ['this is how you do it', ''],
    ['JsonSerializer', 'jsonserializer json serializer'],
    ['HTTPServer utf16', 'httpserver http server utf16 utf 16'],
    ['System.Text.Json', 'system text json'],
    ['C# and C++, F#.', 'c# c++ f#'],
    ['straße ÉCOLE', 'strass ecol'],
    ['分かち書き', '分か かち ち書 書き'],
    ['犬', '犬'],
    ['البحث بحث وللبحث بالبحث', 'بحث بحث بحث بحث'],
    ['ال الف', 'ال الف'],
    ['', ''],
  ])('%s', (text, terms) => {
    expect(analyzeText(text).join(' ')).toBe(terms);
  });

  it('takes long runs of letters for data', () => {
    expect(analyzeText(`before ${'a'.repeat(65)} after ${'b'.repeat(64)}`)).toEqual(['b'.repeat(64)]);
  });

  it('takes a long run without spaces for text where scripts set none', () => {
    expect(analyzeText('漢'.repeat(100_000))).toHaveLength(99_999);
  });
});
