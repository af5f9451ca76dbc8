import { describe, expect, it } from 'vitest';
import { type Planted, scoreDocument } from '../src/documents/score-document.js';

const textOnly = (text: string) => [{ text, facts: '' }];
const isKept = (planted: Planted, text: string, facts = ''): boolean =>
  scoreDocument([{ text, facts }], { text: [], may: [], planted: [planted] }).kept === 1;

describe('scoreDocument', () => {
  it('counts words that are lost, and words that nobody wrote', () => {
    const truth = { text: ['red lamp', 'lamp & Größe'], may: ['Ann'], planted: [] };
    const pieces = [{ text: 'Ann: lamp Gr&ouml;ße <b>red</b>', facts: '' }];
    expect(scoreDocument(pieces, truth)).toMatchObject({ wordCount: 4, lost: 2, added: 5 });
  });

  it('takes what is said apart from the text for kept, but not for added', () => {
    const truth = { text: ['Mooring', 'at nine'], may: [], planted: [] };
    const pieces = [{ text: 'at nine', facts: '{"subject":"Mooring","pages":3}' }];
    expect(scoreDocument(pieces, truth)).toMatchObject({ lost: 0, added: 0 });
  });

  it('knows headings that are marked from those that are lines', () => {
    expect(isKept({ heading: 'Tea & rope' }, '## Slide 2: Tea & *rope* {#tea}')).toBe(true);
    expect(isKept({ heading: 'Tea & rope' }, 'text', '{"chapter":"Tea & rope"}')).toBe(true);
    expect(isKept({ heading: 'Tea & rope' }, 'Tea & rope\n\ntext')).toBe(false);
  });

  it('wants the cells of a row apart and below their header', () => {
    const planted = { header: ['Name', 'Remark'], row: ['Tea', 'green, fresh'] };
    expect(isKept(planted, '| Name | Remark |\n| --- | --- |\n| Tea | green, fresh |')).toBe(true);
    expect(isKept(planted, 'Name: Tea\nRemark: green, fresh')).toBe(true);
    expect(isKept(planted, 'Name\tRemark\nTea\tgreen, fresh')).toBe(true);
    expect(isKept(planted, 'Name, Remark\nTea, green, fresh')).toBe(false);
    expect(isKept(planted, '| Tea | green, fresh |\n| Name | Remark |')).toBe(false);
    expect(isKept(planted, 'Name\n\nRemark\n\nTea\n\ngreen, fresh')).toBe(false);
  });

  it('wants the name of the speaker before what is said, and no other between', () => {
    const planted = { owner: 'Bert', among: ['Ann', 'Bert'], text: 'The tide is late today' };
    expect(isKept(planted, 'Ann: No.\nBert: The tide is late today')).toBe(true);
    expect(isKept(planted, 'Bert: No.\nAnn: The tide is late today')).toBe(false);
    expect(isKept(planted, 'The tide is late today (Bert)')).toBe(false);
  });

  it('wants code with its indents, and the number of the page that a text is on', () => {
    expect(isKept({ code: 'if a:\n  b' }, '```\nif a:\n  b\n```')).toBe(true);
    expect(isKept({ code: 'if a:\n  b' }, 'if a: b')).toBe(false);
    expect(isKept({ page: 2, text: 'Late tide' }, 'Late tide', '{"page_number":2}')).toBe(true);
    expect(isKept({ page: 2, text: 'Late tide' }, 'Late tide', '{"page_number":21}')).toBe(false);
    expect(isKept({ page: 2, text: 'Late tide' }, 'Late tide', '{"page_count":2}')).toBe(false);
    expect(scoreDocument(textOnly(''), { text: ['a'], may: [], planted: [{ fact: 'a' }] })).toMatchObject({
      lost: 1,
      kept: 0,
    });
  });
});
