import { describe, expect, it } from 'vitest';
import { describePage } from '../../src/formats/index.js';

const descriptionOf = (body: string, ...prose: string[]) =>
  describePage(body, {}, prose.length === 0 ? undefined : prose).description;

describe('describePage', () => {
  it.each([
    ['an item of a list', 'It has\n- one\n- two\n', 'It has'],
    ['a numbered item', 'Do this:\n1. one\n', 'Do this:'],
    ['a quote', 'He said:\n> Yes.\n', 'He said:'],
  ])('ends a paragraph before %s', (_, paragraph, description) => {
    expect(descriptionOf(`# T\n\n${paragraph}`)).toBe(description);
  });

  it('does not end one before what only looks like an item', () => {
    expect(descriptionOf('# T\n\nThe sum of 1\n- and\n2. is three.\n')).toBe('The sum of 1');
    expect(descriptionOf('# T\n\nIt was in\n1998. It rained.\n')).toBe('It was in 1998. It rained.');
  });

  it('describes by the first text that has a paragraph', () => {
    expect(descriptionOf('# T\n\nTitle of a note\n\nNote.\n', '# T\n\n## Two\n\nText.\n', '# T\n\nNote.\n')).toBe(
      'Note.',
    );
    expect(descriptionOf('# T\n\nNote.\n', '# T\n\nText.\n', '# T\n\nNote.\n')).toBe('Text.');
  });

  it('takes the title from the whole text', () => {
    expect(describePage('# Title\n', {}, ['Text.\n'])).toEqual({ title: 'Title', description: 'Text.' });
  });
});
