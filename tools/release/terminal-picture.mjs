/**
 * `npm run pictures`: our commands next to those that people know, in one terminal of 80 columns, in
 * `pictures/terminal.webp`. Programs that are not installed are left out and named.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import { chromium } from 'playwright-core';

const repository = fileURLToPath(new URL('../..', import.meta.url));
const modules = join(repository, 'node_modules');
const topicmill = `node ${join(repository, 'apps/topicmill/bin/topicmill.js')}`;
const COLUMNS = 80;
const MAX_LINES = 26;
const QUALITY = 75;
/** Colours of a terminal on white, by the last digit of their escapes; the second row is bright. */
const COLOURS = [
  ['#24292f', '#b3261e', '#1a7f37', '#8a6100', '#0550ae', '#8250df', '#0b6e77', '#57606a'],
  ['#6e7781', '#d1242f', '#2da44e', '#9a6700', '#218bff', '#a475f9', '#1b7c83', '#8c959f'],
];

const scratch = mkdtempSync(join(tmpdir(), 'topicmill-terminal-'));
const write = (path, text) => {
  mkdirSync(dirname(join(scratch, path)), { recursive: true });
  writeFileSync(join(scratch, path), text);
};

/** Each row is ours and what does the same elsewhere: a name, a folder below the scratch folder, and a command. */
const ROWS = [
  [
    ['topicmill query', 'docs', `${topicmill} query "chunk size"`],
    ['rg', 'docs', 'rg "chunk size" -g golden-reference.md'],
  ],
  [
    ['topicmill build', 'docs', `${topicmill} build --force`],
    ['vite build', 'vite', `node ${join(modules, 'vitest/node_modules/vite/bin/vite.js')} build`],
    ['nx run-many', 'nx', `node ${join(modules, 'nx/dist/bin/nx.js')} run-many -t build --output-style=static`],
  ],
  [
    ['topicmill --help', 'docs', `${topicmill} --help`],
    ['gh --help', 'docs', 'gh --help'],
  ],
];

makeFolders();
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
});
try {
  const rows = ROWS.map((row) => row.filter(isThere).map(screen));
  const page = await browser.newPage({ viewport: { width: 1240, height: 900 } });
  await page.setContent(`<!doctype html><style>
    body { margin: 12px; background: #fff; font: 12px/1.35 "DejaVu Sans Mono", monospace; color: #24292f; }
    main { display: grid; grid-template-columns: 1fr 1fr; gap: 12px; }
    section { border: 1px solid #d0d7de; border-radius: 6px; overflow: hidden; }
    h2 { margin: 0; padding: 4px 10px; background: #f6f8fa; font: inherit; font-weight: bold; }
    pre { margin: 0; padding: 8px 10px; font: inherit; width: ${COLUMNS}ch; white-space: pre-wrap; word-break: break-all; }
  </style><main>${rows.map(([ours, ...others]) => ours + column(others)).join('')}</main>`);
  const session = await page.context().newCDPSession(page);
  const { height } = await page.locator('main').boundingBox();
  const clip = { x: 0, y: 0, width: 1240, height: height + 24, scale: 1 };
  const parameters = { format: 'webp', quality: QUALITY, clip, captureBeyondViewport: true };
  const { data } = await session.send('Page.captureScreenshot', parameters);
  writeFileSync(join(repository, 'pictures/terminal.webp'), Buffer.from(data, 'base64'));
} finally {
  await browser.close();
  rmSync(scratch, { recursive: true, force: true });
}

function makeFolders() {
  for (const name of ['chunk-size', 'overlap', 'stripes']) {
    const title = name.replace('-', ' ');
    const text = `The ${title} of a page decides how much a reader gets. A chunk size of 500 tokens suits most docs.\n`;
    write(`docs/docs/${name}/golden-reference.md`, `# The ${title}\n\n${text}\n## Choose it\n\n${text.repeat(3)}`);
  }
  write('docs/topicmill.yaml', 'docsRoot: docs\n');
  spawnSync('sh', ['-c', `${topicmill} build`], { cwd: join(scratch, 'docs') });
  write('vite/index.html', '<!doctype html><script type="module" src="/main.js"></script>');
  write('vite/main.js', "import './main.css';\nimport('./more.js');\n");
  write('vite/more.js', "document.title = 'More';\n");
  write('vite/main.css', 'body { margin: 0 }\n');
  write('nx/package.json', '{ "name": "demo", "private": true }');
  write('nx/nx.json', '{ "targetDefaults": { "build": { "cache": true } }, "analytics": false }');
  for (const name of ['chunk-size', 'overlap', 'stripes'])
    write(`nx/${name}/project.json`, JSON.stringify({ name, targets: { build: { command: 'node -e 0' } } }));
  symlinkSync(modules, join(scratch, 'nx/node_modules'));
}

function isThere([name, , command]) {
  const [program, script] = command.split(' ');
  const found = program === 'node' ? existsSync(script) : spawnSync('which', [program]).status === 0;
  if (!found) process.stderr.write(`Left out, since it is not installed: ${name}\n`);
  return found;
}

/** A command in a terminal, as HTML. */
function screen([name, folder, command]) {
  const env = {
    ...process.env,
    TERM: 'xterm-256color',
    NX_DAEMON: 'false',
    NX_TUI: 'false',
    GH_NO_UPDATE_NOTIFIER: '1',
  };
  for (const variable of ['NO_COLOR', 'FORCE_COLOR', 'CI']) delete env[variable];
  const typed = `stty cols ${COLUMNS} rows 50; ${command}`;
  const run = spawnSync('script', ['-qec', typed, '/dev/null'], { cwd: join(scratch, folder), env, encoding: 'utf8' });
  const lines = shownLines(run.stdout);
  const more = lines.length > MAX_LINES ? `\n… ${lines.length - MAX_LINES} more lines` : '';
  return `<section><h2>$ ${escaped(name)}</h2><pre>${htmlOf(lines.slice(0, MAX_LINES).join('\n'))}${more}</pre></section>`;
}

/** What is left on a screen: lines that are written over, and escapes other than colours and weights, are dropped. */
function shownLines(text) {
  const kept = text
    .replaceAll('\r\n', '\n')
    .replace(/\u001b\][^\u0007\u001b]*(?:\u0007|\u001b\\)/g, '')
    .replace(/\u001b\[\d*[GK]/g, '\r');
  const lines = kept.split('\n').map((line) => line.replace(/\r+$/, '').replace(/^.*\r/s, ''));
  const coloured = lines.map((line) => line.replace(/\u001b\[[\d;?]*[A-LN-Za-ln-z]/g, ''));
  const first = coloured.findIndex((line) => stripVTControlCharacters(line).trim() !== '');
  return coloured.slice(
    Math.max(0, first),
    coloured.findLastIndex((line) => stripVTControlCharacters(line).trim() !== '') + 1,
  );
}

function column(screens) {
  return `<div style="display: grid; gap: 12px; align-content: start">${screens.join('')}</div>`;
}

/** Colours and weights of a terminal as spans. */
function htmlOf(text) {
  let style = {};
  return text
    .split(/(\u001b\[[\d;]*m)/)
    .map((part) => {
      const codes = /^\u001b\[([\d;]*)m$/.exec(part)?.[1];
      if (codes === undefined) return `<span style="${cssOf(style)}">${escaped(part)}</span>`;
      for (const code of codes.split(';').map(Number)) style = styleAfter(style, code);
      return '';
    })
    .join('');
}

function styleAfter(style, code) {
  if (code === 0) return {};
  if (code === 1) return { ...style, bold: true };
  if (code === 2) return { ...style, dim: true };
  if (code === 4) return { ...style, underlined: true };
  if (code === 7) return { ...style, inverse: true };
  if (code === 22) return { ...style, bold: false, dim: false };
  if (code === 24) return { ...style, underlined: false };
  if (code === 27) return { ...style, inverse: false };
  if (code === 39) return { ...style, colour: undefined };
  const [row, at] = code >= 90 ? [1, code - 90] : [0, code - 30];
  return COLOURS[row][at] === undefined ? style : { ...style, colour: COLOURS[row][at] };
}

function cssOf({ bold, dim, underlined, inverse, colour = '#24292f' }) {
  const paint = inverse ? `color: #fff; background: ${colour}` : `color: ${colour}`;
  return `${paint}${bold ? '; font-weight: bold' : ''}${dim ? '; opacity: .6' : ''}${underlined ? '; text-decoration: underline' : ''}`;
}

function escaped(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
