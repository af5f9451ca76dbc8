import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { textFingerprint } from '../../src/steps/index.js';

const TEXT = '## Ramps\n\nHeat slowly at first.\n\n```sh\nkiln --ramp 60\n```\n\nThen faster.\n\n';

describe('the fingerprint of the text of a chunk', () => {
  it.each([
    ['line ends of Windows', TEXT.replaceAll('\n', '\r\n')],
    ['blank lines after it', `${TEXT}\n\n`],
    ['no line end after it', TEXT.trimEnd()],
    ['blank lines before it', `\n\n${TEXT}`],
    ['one more blank line between its paragraphs', TEXT.replace('first.\n', 'first.\n\n')],
    ['white space at its line ends', TEXT.replaceAll('.\n', '. \t\n')],
    ['another heading', TEXT.replace('## Ramps', '### Ramp programs')],
    ['a heading of another style', TEXT.replace('## Ramps', 'Ramp programs\n---')],
  ])('is the same with %s', (_, text) => {
    expect(textFingerprint(text)).toBe(textFingerprint(TEXT));
  });

  it.each([
    ['a word', TEXT.replace('slowly', 'quickly')],
    ['where a paragraph ends', TEXT.replace('first.\n\n', 'first.\n')],
    ['white space inside of code', TEXT.replace('kiln --ramp', '  kiln --ramp')],
    ['a heading below its text', `${TEXT}### Cooling\n`],
  ])('is another where this differs: %s', (_, text) => {
    expect(textFingerprint(text)).not.toBe(textFingerprint(TEXT));
  });

  it('is the same, however its lines end', () => {
    const line = fc.constantFrom('# Kiln', 'Heat it.', '', '  code', 'Cool it. ', '---', '===');
    const lines = fc.array(line, { maxLength: 8 });
    fc.assert(
      fc.property(lines, fc.constantFrom('\n', '\r\n', '\r'), (all, lineEnd) => {
        const text = all.join(lineEnd);
        const plain = all.join('\n');
        expect(textFingerprint(text)).toBe(textFingerprint(plain));
      }),
    );
  });
});
