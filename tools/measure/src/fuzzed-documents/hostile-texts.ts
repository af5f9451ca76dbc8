/** A text that is made to be slow, of about as many UTF-16 units as are asked for. */
export interface HostileText {
  readonly name: string;
  make(length: number): string;
}

/** What opens something, with what closes it. */
type Pair = readonly [opener: string, closer: string];

const MARKDOWN: readonly Pair[] = [
  ['`', '`'],
  ['```', '```'],
  ['~~~\n', '~~~\n'],
  ['*', '*'],
  ['_', '_'],
  ['**', '**'],
  ['a**b', '**'],
  ['*_', '_*'],
  ['~~', '~~'],
  ['[', ']'],
  ['![', '](a)'],
  ['[a](', ')'],
  ['[a](<', '>)'],
  ['[a](b "', '")'],
  ['[ (](', ')'],
  ['[a][', ']'],
  ['[a]: ', '\n'],
  ['[a]: b "', '"\n'],
  ['[^a]', ''],
  ['[^a]: ', '\n'],
  ['> ', ''],
  ['- ', ''],
  ['1. ', ''],
  ['- [ ] ', ''],
  ['# ', ' #'],
  ['a\n===\n', ''],
  ['| ', ' |'],
  ['|-|\n', ''],
  ['$', '$'],
  ['$$', '$$'],
  ['\\', ''],
  ['\\[', '\\]'],
  ['&', ';'],
  ['&#', ';'],
  ['https://a.b/(', ')'],
  ['<https://a', '>'],
  ['<a@b', '>'],
  ['::', ''],
  ['"', '"'],
  ["'", "'"],
  ['(', ')'],
  ['“', '”'],
  ['Dr. ', ''],
  ['a.b.', ''],
];

const MDX: readonly Pair[] = [
  ['{', '}'],
  ['{`', '`}'],
  ['{`${', '}`}'],
  ['{/*', '*/}'],
  ['{"', '"}'],
  ['<A>', '</A>'],
  ['<A b={', '} />'],
  ['<A b="', '" />'],
  ['<>', '</>'],
  ['import a from "', '"\n'],
  ['import {\n', '} from "a"\n'],
  ['export const a = {\n', '}\n'],
  ['export const a = `\n', '`\n'],
  ['export default (\n', ')\n'],
];

const DIALECTS: readonly Pair[] = [
  [':::note\n', ':::\n'],
  ['::a{', '}'],
  [':a[', ']{}'],
  ['::: {.a}\n', ':::\n'],
  ['!!! note\n', ''],
  ['??? note "', '"\n'],
  ['{{< a >}}', '{{< /a >}}'],
  ['{{< a "', '" >}}'],
  ['{{<', '>}}'],
  ['{{% a %}}', '{{% /a %}}'],
  ['{{< highlight go >}}\n', '{{< /highlight >}}\n'],
  ['{% raw %}', '{% endraw %}'],
  ['{% a ', '%}'],
  ['{% if a %}\n', '{% endif %}\n'],
  ['{% comment %}\n', '{% endcomment %}\n'],
  ['{{ ', ' }}'],
  ['{{#include a', '}}'],
  ['{: .a', '}'],
  ['{#a', '}'],
  ['[[', ']]'],
  ['![[', ']]'],
  ['%%', '%%'],
  ['==', '=='],
  ['> [!note]\n', ''],
  ['^a', ''],
  ['{a}`', '`'],
  ['```{note}\n', '```\n'],
  [':::{note}\n', ':::\n'],
  ['[!NOTE]', ''],
  ['[!INCLUDE [a](', ')]'],
  ['<xref:', '>'],
  [':::image "', '":::'],
  ['<<< @/a', '\n'],
  ['--8<-- "', '"\n'],
  ['[TOC]', ''],
];

const HTML: readonly Pair[] = [
  ['<div>', '</div>'],
  ['<div>\n', '</div>\n'],
  ['<div>\n\n', '</div>\n\n'],
  ['<b>', '</b>'],
  ['<b><i>', '</i></b>'],
  ['<b><p>', '</p></b>'],
  ['<a href="a">', '</a>'],
  ['<p>', ''],
  ['<ul><li>', '</li></ul>'],
  ['<table><tr><td>', '</td></tr></table>'],
  ['<table>', '</table>'],
  ['<td>', ''],
  ['<select><option>', '</select>'],
  ['<svg><g>', '</g></svg>'],
  ['<math><mi>', '</mi></math>'],
  ['<template>', '</template>'],
  ['<blockquote>', '</blockquote>'],
  ['<h1>', '</h1>'],
  ['<section><h1>a</h1>', '</section>'],
  ['<pre>', '</pre>'],
  ['<code>', '</code>'],
  ['<script>', '</script>'],
  ['<style>', '</style>'],
  ['<details><summary>', '</summary></details>'],
  ['<span hidden>', '</span>'],
  ['<p style="display:none">', '</p>'],
  ['<!--', '-->'],
  ['<!-- a --', '>'],
  ['<![CDATA[', ']]>'],
  ['<?', '?>'],
  ['<!DOCTYPE ', '>'],
  ['<a b="', '">'],
  ["<a b='", "'>"],
  ['<a b=c ', '>'],
  ['</', '>'],
  ['<', '>'],
  ['<main><div role="tablist">', '</div></main>'],
];

const FRONT_MATTER: readonly Pair[] = [
  ['---\n', '---\n'],
  ['---\na: [', ']\n---\n'],
  ['---\na: {b: ', '}\n---\n'],
  ['---\na: "', '"\n---\n'],
  ['---\na: &a ', '\n---\n'],
  ['---\n- - ', '\n---\n'],
  ['+++\n', '+++\n'],
  ['+++\n[[a]]\n', '+++\n'],
  ['+++\na = [', ']\n+++\n'],
  ['+++\na = """', '"""\n+++\n'],
  [';;;\n{', '}\n;;;\n'],
  ['{ "a":\n', '}\n'],
  ['{ "a": [\n{}\n,', ']\n}\n'],
  ['---json\n{ "a":\n', '}\n---\n'],
  ['+++\na = { b = ', ' }\n+++\n'],
  ['+++\n[a.b]\n', '+++\n'],
  ['---\n? ', '\n---\n'],
  ['---\na: |\n  b\n', '---\n'],
  ['---\na: [*a, ', ']\n---\n'],
];

const MAIL: readonly Pair[] = [
  ['From a@b.c Tue May  7 16:30:11 2024\n', '\n'],
  ['From a@b.c Tue May  7 16:30:11 2024\nFrom: a@b.c\nDate: x\n\n', '\n'],
  ['>From ', '\n'],
  ['From ', '\n'],
  ['From: a@b.c\n', '\n'],
  ['> > ', ''],
  ['On Monday Bo wrote:\n> ', '\n'],
  ['-----Original Message-----\n', '\n'],
  ['---- Forwarded message ----\nFrom: a\n\n', '\n'],
  ['-- \n', '\n'],
  ['=?utf-8?q?', '?='],
  ['=?utf-8?b?', '?='],
  ['"a\\" <', '>'],
  ['a:', ';'],
  ['=3D=\n', ''],
  ['Content-Type: multipart/mixed; boundary="b"\n\n--b\n', '--b--\n'],
  ['Content-Type: message/rfc822\n\nFrom: a@b.c\nTo: a@b.c\n\n', '\n'],
  ['Content-Disposition: attachment; filename*0="', '"\n\n'],
  ['=?x-none?q?', '?='],
  ['<a@b.c>\n ', ''],
  ['(a ', ')'],
];

const CHATS: readonly Pair[] = [
  ['[10:00] Ann: ', '\n'],
  ['Ann: ', '\n'],
  ['Ann:', ''],
  ['[', '] Ann: a\n'],
  ['<@', '>'],
  ['WEBVTT\n\n', '\n'],
  ['00:00.000 --> 00:01.000\n<v ', '>\n'],
  ['12/05/2024, 10:00 - Ann: ', '\n'],
  ['[{"user":"a","text":"', '"}]'],
  ['[', ']'],
  ['{"messages":[', ']}'],
  ['{"text":', '}'],
  ['{"chats":{"list":[', ']}}'],
  ['{"mapping":{"a":{"message":', '}}}'],
  ['[{"user":{"name":', '}}]'],
  ['{"user":"a","text":"', '"}\n'],
  ['\u200e[02.06.25, 09:14:02] Ann: ', '\n'],
];

const DOCUMENTS: readonly Pair[] = [
  ['BEGIN:VCALENDAR\n', 'END:VCALENDAR\n'],
  ['BEGIN:VEVENT\nSUMMARY:a\n', 'END:VEVENT\n'],
  ['a,"', '"\n'],
  ['""', ''],
  ['a\t"', '"\n'],
  ['SUMMARY:a\n ', '\n'],
  ['ATTENDEE;CN="', '":a\n'],
  ['{"nbformat":4,"cells":[{"source":["', '"]}]}'],
  ['{\\a ', '}'],
];

const FAMILIES = {
  markdown: MARKDOWN,
  mdx: MDX,
  dialect: DIALECTS,
  html: HTML,
  'front matter': FRONT_MATTER,
  mail: MAIL,
  chat: CHATS,
  document: DOCUMENTS,
};

/** How often something is repeated, so that it has a length. */
function times(piece: string, length: number): string {
  return piece.repeat(Math.max(1, Math.ceil(length / piece.length)));
}

/** Arrangements of one opener and its closer. */
const SHAPES: Readonly<Record<string, (pair: Pair, length: number) => string>> = {
  'opened again and again': ([opener], length) => times(opener, length),
  'opened with a word between': ([opener], length) => times(`${opener}a `, length),
  'opened line by line': ([opener], length) => times(`${opener}a\n`, length),
  'opened block by block': ([opener], length) => times(`${opener}a\n\n`, length),
  'nested and closed': ([opener, closer], length) => {
    const count = Math.ceil(length / (opener.length + closer.length));
    return `${opener.repeat(count)}a${closer.repeat(count)}`;
  },
  'closed each time': ([opener, closer], length) => times(`${opener}a${closer}`, length),
  'opened once before much text': ([opener], length) => opener + times('a b\n', length),
};

/** Pieces whose length grows, so that none has a partner. */
function growing(piece: string, between: string, length: number): string {
  const parts: string[] = [];
  for (let size = 0, count = 1; size < length; count++) {
    const part = piece.repeat(count) + between;
    parts.push(part);
    size += part.length;
  }
  return parts.join('');
}

const GROWN = ['`', '~', '#', '*', '_', ':', '[', '(', '>', '=', '-', '$', '{', '"', '\\', '\n', ' ', '|', '<'];

/** Openers of every kind that some reader knows, repeated, nested, closed and in runs of growing length. */
export function hostileTexts(): HostileText[] {
  const arranged = Object.entries(FAMILIES).flatMap(([family, pairs]) =>
    pairs.flatMap((pair) =>
      Object.entries(SHAPES).map(
        ([shape, arrange]): HostileText => ({
          name: `${family}: ${JSON.stringify(pair[0])} ${shape}`,
          make: (length) => arrange(pair, length),
        }),
      ),
    ),
  );
  const grown = GROWN.flatMap((piece) =>
    [' ', 'a\n', '\n\n'].map(
      (between): HostileText => ({
        name: `runs: ${JSON.stringify(piece)} growing, ${JSON.stringify(between)} between`,
        make: (length) => growing(piece, between, length),
      }),
    ),
  );
  const shrinking = GROWN.map(
    (piece): HostileText => ({
      name: `runs: ${JSON.stringify(piece)} growing and shrinking`,
      make: (length) => {
        const half = growing(piece, ' ', length / 2);
        return half + half.split(' ').reverse().join(' ');
      },
    }),
  );
  return [...arranged, ...grown, ...shrinking];
}
