import { sha256Hex } from '@topicmill/base/files';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { OwnText } from '../../src/steps/index.js';

const TEXT = '## Ramps\n\nHeat slowly at first.\n\n```sh\nkiln --ramp 60\n```\n\nThen faster.\n\n';
const nameOf = (text: string): string => new OwnText(text).name;
/** As releases before named a text. */
const formerName = (text: string): string => sha256Hex(text).slice(0, 16);

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
    expect(nameOf(text)).toBe(nameOf(TEXT));
  });

  it.each([
    ['a word', TEXT.replace('slowly', 'quickly')],
    ['where a paragraph ends', TEXT.replace('first.\n\n', 'first.\n')],
    ['white space inside of code', TEXT.replace('kiln --ramp', '  kiln --ramp')],
    ['a heading below its text', `${TEXT}### Cooling\n`],
  ])('is another where this differs: %s', (_, text) => {
    expect(nameOf(text)).not.toBe(nameOf(TEXT));
  });

  it('is known in the forms that files have from earlier releases', () => {
    const written = [TEXT, TEXT.replaceAll('\n', '\r\n'), TEXT.trimEnd(), `${TEXT.trimEnd()}\n`].map(formerName);
    const checkedOut = [TEXT, TEXT.replaceAll('\n', '\r\n'), `${TEXT.trimEnd()}\n`, `${TEXT}\n`];
    for (const text of checkedOut) for (const name of written) expect(new OwnText(text).isCalled(name)).toBe(true);
    expect(new OwnText(TEXT.replace('slowly', 'quickly')).isCalled(formerName(TEXT))).toBe(false);
  });

  it('is known from before its heading was changed, by what the heading was', () => {
    const renamed = new OwnText(TEXT.replace('## Ramps', '## Ramp programs').trimEnd());
    expect(renamed.wasCalled(formerName(TEXT), 'Ramps')).toBe(true);
    expect(renamed.wasCalled(formerName(TEXT), 'Ovens')).toBe(false);
    expect(new OwnText('Heat slowly.\n').wasCalled(formerName('Ramps'), 'Ramps')).toBe(false);
  });

  it('is called by its own name, however its lines end', () => {
    const line = fc.constantFrom('# Kiln', 'Heat it.', '', '  code', 'Cool it. ', '---', '===');
    const lines = fc.array(line, { maxLength: 8 });
    fc.assert(
      fc.property(lines, fc.constantFrom('\n', '\r\n', '\r'), (all, lineEnd) => {
        const text = all.join(lineEnd);
        const plain = all.join('\n');
        expect(new OwnText(text).isCalled(nameOf(plain))).toBe(true);
        expect(new OwnText(text).isCalled(formerName(text))).toBe(true);
      }),
    );
  });
});
