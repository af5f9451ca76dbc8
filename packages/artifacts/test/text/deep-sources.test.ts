import { expect, test } from 'vitest';
import { readArtifactText } from '../../src/text/index.js';

const HEADERS =
  'From: Ann <a@b.c>\nTo: d@e.f\nSubject: Lamps\nDate: Tue, 7 May 2024 16:30:11 +0200\nMIME-Version: 1.0\n';

function nestedParts(kind: string, count: number): string {
  const numbers = Array.from({ length: count }, (_, number) => number);
  const open = numbers.map((n) => `--b${n}\nContent-Type: multipart/${kind}; boundary="b${n + 1}"\n\n`).join('');
  const close = numbers.map((n) => `--b${count - n}--\n`).join('');
  return `${HEADERS}Content-Type: multipart/${kind}; boundary="b0"\n\n${open}--b${count}\nContent-Type: text/plain\n\nA lamp.\n${close}--b0--\n`;
}

test.each(['mixed', 'alternative', 'related'])('parts of a mail in each other, multipart/%s', async (kind) => {
  expect((await readArtifactText(nestedParts(kind, 400), 'email')).content.trim()).toBe('A lamp.');
  await expect(readArtifactText(nestedParts(kind, 2000), 'email')).rejects.toMatchObject({ code: 'MAIL_UNREADABLE' });
});

test.each(['div', 'b', 'blockquote', 'table><tr><td', 'span', 'font', 'ul><li'])(
  'a mail of %s in each other',
  async (name) => {
    const mail = `${HEADERS}Content-Type: text/html\n\n${`<${name}>\n`.repeat(2500)}A lamp.`;
    expect((await readArtifactText(mail, 'email')).content).toContain('A lamp.');
  },
);

test('many paragraphs and items that are never closed are no depth', async () => {
  const html = `<ul>${'<li>A <b>lamp</b><br>'.repeat(1000)}</ul>${'<p>It burns.'.repeat(1000)}`;
  const { content } = await readArtifactText(`${HEADERS}Content-Type: text/html\n\n${html}`, 'email');
  expect(content).toContain(' * A lamp\n');
  expect(content).not.toContain('**');
});

test.each(['[', '{"text":'])('an export of a chat with %s in each other is text', async (opening) => {
  const closing = opening === '[' ? ']' : '}';
  const deep = `[{"user":"a","text":${opening.repeat(10_000)}"x"${closing.repeat(10_000)}},{"user":"b","text":"c"}]`;
  expect((await readArtifactText(deep, 'chat')).content).toBe(deep);
});
