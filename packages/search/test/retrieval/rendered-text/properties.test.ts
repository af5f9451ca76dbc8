import { oneLine } from '@topicmill/text/white-space';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { passageText } from '../../../src/retrieval/rendered-text/passage-text.js';
import { renderedMarkdown } from '../../../src/retrieval/rendered-text/rendered-markdown.js';

/** Markdown with what a reader sees of it. */
interface Fragment {
  readonly written: string;
  readonly shown: string;
}

const words = fc.array(fc.stringMatching(/^[a-zäß]{2,8}$/), { minLength: 1, maxLength: 5 }).map((all) => all.join(' '));
const indented = (text: string): string => text.replace(/^(?=.)/gm, '    ');

/** What dialects write around words, and where the words are among it. */
const FORMS: readonly ((text: string, title: string) => Fragment)[] = [
  (text) => ({ written: text, shown: text }),
  (text) => ({ written: `> [!NOTE]\n> ${text}`, shown: text }),
  (text) => ({ written: `{{< note >}}\n${text}\n{{< /note >}}`, shown: text }),
  (text, title) => ({ written: `{{% tab title="${title}" %}}\n\n${text}\n\n{{% /tab %}}`, shown: `${title} ${text}` }),
  (text) => ({ written: `{% if a.b %}${text}{% endif %}\n{: .note #a }`, shown: text }),
  (text) => ({ written: `{% raw %}\n${text} {% x %}\n{% endraw %}`, shown: `${text} {% x %}` }),
  (text, title) => ({ written: `!!! tip "${title}"\n\n    ${text}\n    { .annotate }`, shown: `${title} ${text}` }),
  (text, title) => ({ written: `=== "${title}"\n\n    ${text}`, shown: `${title} ${text}` }),
  (text, title) => ({ written: `:::note[${title}]\n${text}\n:::`, shown: `${title} ${text}` }),
  (text) => ({ written: `::: {.callout-note}\n${text}\n:::`, shown: text }),
  (text, title) => ({
    written: `<Tab label="${title}">\n\n${text}<Badge>\n\n</Badge></Tab>`,
    shown: `${title} ${text}`,
  }),
  (text) => ({ written: `import A from './a.js';\nimport B from "b"\n\n${text}`, shown: text }),
  (text) => ({ written: `<!-- ${text}\n\n# ${text} -->`, shown: '' }),
  (text, title) => ({
    written: `<details>\n<summary>${title}</summary>\n\n${text}\n</details>`,
    shown: `${title} ${text}`,
  }),
  (text, title) => ({ written: `| ${title} |\n| --- |\n| ${text} |`, shown: `${title} · ${text}` }),
];
const fragment = fc.tuple(fc.constantFrom(...FORMS), words, words).map(([form, text, title]) => form(text, title));

/** Where code is written; each puts its lines at another depth. */
const FENCES: readonly ((code: string) => string)[] = [
  (code) => `\`\`\`js title="x" {1}\n${code}\n\`\`\``,
  (code) => `!!! note\n\n${indented(`\`\`\` py hl_lines="2"\n${code}\n\`\`\``)}`,
  (code) => `=== "Tab"\n\n${indented(`=== "Tab"\n\n${indented(`~~~\n${code}\n~~~`)}`)}`,
  (code) => `- item\n\n${indented(`\`\`\`\n${code}\n\`\`\``).replace(/^ {2}/gm, '')}`,
  (code) => `<Tab label="Tab">\n${indented(`\`\`\`sh\n${code}\n\`\`\``)}\n</Tab>`,
  (code) => `> [!TIP]\n> \`\`\`\n${code.replace(/^/gm, '> ')}\n> \`\`\``,
  (code) => `Run\n\n${indented(code.trim() || 'x')}`,
  (code) => `{% highlight ruby %}\n${code}\n{% endhighlight %}`,
  (code) => `{{< highlight go >}}\n${code}\n{{< /highlight >}}`,
];
const code = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        '{{ x }}',
        '{{< x >}}',
        '{: .x }',
        '<!--',
        '-->',
        '# x',
        '<Badge>',
        ':::note',
        '> [!NOTE]',
        '',
        '**x**',
      ),
      fc.stringMatching(/^[!-_a-z{|}]{1,20}$/),
    ),
    { minLength: 1, maxLength: 6 },
  )
  .map((lines) => lines.join('\n'))
  .filter((text) => text.trim() !== '');

describe('passages', () => {
  it('have every word that a reader sees, and nothing else', () => {
    fc.assert(
      fc.property(fc.array(fragment, { minLength: 1, maxLength: 8 }), (fragments) => {
        const text = fragments.map(({ written }) => written).join('\n\n');
        // A table goes on where the one before it ended.
        const shown = oneLine(fragments.map((each) => each.shown).join(' '));
        expect(passageText(text).replaceAll(' · ', ' ')).toBe(shown.replaceAll(' · ', ' '));
      }),
    );
  });

  it('stay as they are when they are read again', () => {
    fc.assert(
      fc.property(
        fc.array(
          fragment.filter(({ shown }) => !shown.includes('{')),
          { minLength: 1, maxLength: 8 },
        ),
        (fragments) => {
          const passage = passageText(fragments.map(({ written }) => written).join('\n\n'));
          expect(passageText(passage)).toBe(passage);
        },
      ),
    );
  });

  it('have code as it is written, wherever it is', () => {
    fc.assert(
      fc.property(fc.constantFrom(...FENCES), code, words, (fence, lines, text) => {
        const passage = passageText(`${text}\n\n${fence(lines)}\n\nend`);
        expect(passage.startsWith(text)).toBe(true);
        expect(passage.endsWith(` ${oneLine(lines)} end`)).toBe(true);
      }),
    );
  });
});

describe('texts of contexts', () => {
  const pages = fc
    .array(fragment, { minLength: 1, maxLength: 8 })
    .map((all) => all.map(({ written }) => written).join('\n\n'));

  it('have the words that a reader sees, and are the same when they are read again', () => {
    fc.assert(
      fc.property(pages, (text) => {
        fc.pre(!text.includes('{% raw %}'));
        const markdown = renderedMarkdown(text);
        expect(passageText(markdown)).toBe(passageText(text));
        expect(renderedMarkdown(markdown)).toBe(markdown);
      }),
    );
  });

  it('are the text itself where no generator reads anything of it', () => {
    const line = fc.oneof(
      fc.constantFrom(
        '',
        '- a',
        '  - b',
        '> c',
        '| d |',
        '| - |',
        '```',
        '    e',
        '# F',
        '[g](h.md)',
        '<b>i</b>',
        '{{ j }}',
        ':::',
        '!!! note',
      ),
      words,
    );
    fc.assert(
      fc.property(fc.array(line), (lines) => {
        expect(renderedMarkdown(lines.join('\n'))).toBe(lines.join('\n'));
      }),
    );
  });

  it('have code as it is written, wherever it is', () => {
    fc.assert(
      fc.property(fc.constantFrom(...FENCES), code, (fence, lines) => {
        const markdown = renderedMarkdown(`${fence(lines)}\n\nend`);
        // Each line of code in a list or a quote begins with the indentation or the marks of these.
        const written = (text: string): string => text.replace(/^[ >]+/gm, '').trim();
        expect(written(markdown)).toContain(written(lines));
      }),
    );
  });
});
