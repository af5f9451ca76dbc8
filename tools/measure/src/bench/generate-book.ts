import { Random } from '@topicmill/test-support/generate';

/** Text of a book of about this many characters, the same for the same arguments: prose, lists, code, tables, quotes. */
export function generateBook(characterCount: number, kind: 'markdown' | 'plain'): string {
  const random = new Random(42);
  const parts: string[] = [];
  let length = 0;
  for (let chapter = 1; length < characterCount; chapter++) {
    for (const part of kind === 'markdown' ? markdownChapter(chapter, random) : plainChapter(chapter, random)) {
      parts.push(part);
      length += part.length;
    }
  }
  return parts.join('').slice(0, characterCount);
}

const WORDS =
  'a the of in cache reader table page value keeps writes finds when until which replication consistent durable small large index transaction between after system storage engine sequence memory'.split(
    ' ',
  );

function markdownChapter(chapter: number, random: Random): string[] {
  const parts = [`# Chapter ${chapter}\n\n`];
  for (let section = 1; section <= 6; section++) {
    parts.push(`## ${title(random)}\n\n`);
    for (let i = 0; i < 5; i++) parts.push(`${paragraph(random)}\n\n`);
    parts.push(`- ${sentence(random)}\n- ${sentence(random)}\n\n`, `> ${sentence(random)}\n\n`);
    parts.push('```js\nlet x = 1;\n# no heading\n```\n\n', '| Key | Value |\n| --- | --- |\n| a | b |\n\n');
  }
  return parts;
}

function plainChapter(chapter: number, random: Random): string[] {
  const parts = [`\fCHAPTER ${chapter}\n${title(random)}\n\n`];
  for (let page = 1; page <= 8; page++) {
    const text = Array.from({ length: 4 }, () => paragraph(random).replace(/(.{60,80}) /g, '$1\n')).join('\n\n');
    parts.push(
      `${page === 1 ? '' : '\fThe Running Head\n\n'}${text}\n\n${title(random)}\n\n${sentence(random)}\n\n${chapter * 8 + page}\n`,
    );
  }
  return parts;
}

function title(random: Random): string {
  return Array.from({ length: 3 }, () => word(random).replace(/^./, (first) => first.toUpperCase())).join(' ');
}

function paragraph(random: Random): string {
  return Array.from({ length: 6 }, () => sentence(random)).join(' ');
}

function sentence(random: Random): string {
  const words = Array.from({ length: 8 + random.integer(0, 13) }, () => word(random)).join(' ');
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
}

function word(random: Random): string {
  return random.pick(WORDS);
}
