import { expect, it } from 'vitest';
import { renderedPage } from '../src/answers/pagefind-peer.js';

it('a page for Pagefind has headings, tables and its title, once', () => {
  const page = renderedPage('Tea & milk', '## Green\n\n| a |\n|---|\n| 1 |\n');
  expect(page).toContain('<h1>Tea &amp; milk</h1>\n<h2>Green</h2>');
  expect(page).toContain('<td>1</td>');
  expect(renderedPage('Tea', '# Tea\n').match(/<h1>/g)).toHaveLength(1);
});
