import { FILES, GENERATED, lineAt, read } from './repository.mjs';

const TEXT = /\.(?:md|[cm]?[jt]sx?|ya?ml|json)$|^\.ci\/run$/;
const LEFT_OUT =
  /(?:^|\/)package(?:-lock)?\.json$|^tools\/lint\/|^proof\/|^packages\/search\/src\/thesaurus\/|^tools\/measure\/questions\/.*\.(?:json|yaml)$/;
const RECORD = /^decisions\/(\d{4})-[a-z0-9-]+\.md$/;
const INDEX = 'decisions/README.md';
/** "a page each" */
const MOST_WORDS = 520;

/**
 * Whatever is cited is there: records of decisions by path or number, and commands by `npm run` and `npx`, but for those of a
 * commit that the same paragraph names.
 */
export function citations() {
  return [...records(), ...cited()];
}

function records() {
  const faults = [];
  const index = read(INDEX);
  for (const path of FILES.filter((each) => RECORD.test(each))) {
    const text = read(path);
    const fault = (message) => faults.push(`${path}: ${message}`);
    const number = Number(RECORD.exec(path)[1]);
    if (!text.startsWith(`# ${number}. `)) fault(`it must begin with "# ${number}. "`);
    if (!/^Status: (?:accepted|superseded by \[\d+\]\([^)]+\))/m.test(text)) fault('it has no status');
    for (const section of ['Context', 'Decision', 'Consequences']) {
      if (!text.includes(`\n## ${section}\n`)) fault(`it has no section "${section}"`);
    }
    if (text.split(/\s+/).length > MOST_WORDS) fault(`it has more than ${MOST_WORDS} words`);
    if (!index.includes(`(${path.slice('decisions/'.length)})`)) fault(`${INDEX} does not list it`);
  }
  return faults;
}

/** What is cited: a pattern, and what is wrong with a match of it, or nothing. */
function rules() {
  const scripts = new Set(
    FILES.filter((path) => /(?:^|\/)package\.json$/.test(path)).flatMap((path) =>
      Object.keys(JSON.parse(read(path)).scripts ?? {}),
    ),
  );
  // Ours, and those of tools that whoever builds docs with them has installed.
  const commands = new Set(
    FILES.filter((path) => /(?:^|\/)package\.json$/.test(path))
      .flatMap((path) => Object.keys(JSON.parse(read(path)).bin ?? {}))
      .concat('nx', 'vitest'),
  );
  const sections = benchSections();
  const present = new Set(FILES);
  const numbers = new Set(FILES.flatMap((path) => RECORD.exec(path)?.[1] ?? []).map(Number));
  const gone = new Set([...read(INDEX).matchAll(/^\| (\d+) \|/gm)].map(([, number]) => Number(number)));
  return [
    [
      /\bdecisions\/(\d{4}-[a-z0-9-]+\.md)|\]\((\d{4}-[a-z0-9-]+\.md)\)/g,
      ([cited, path, link]) => !present.has(`decisions/${path ?? link}`) && `there is no record ${cited}`,
    ],
    [
      /\b(?:decision|record) (\d{1,3})\b(?! ?[%.,]\d)/gi,
      (match, path, text) =>
        isDecision(match, path) &&
        !numbers.has(Number(match[1])) &&
        !(gone.has(Number(match[1])) && (path === INDEX || namesCommit(text, match.index))) &&
        `there is no ${match[0]}`,
    ],
    [
      /\bnpm run (?:-s )?([a-z][a-z:-]*[a-z])/g,
      (match, _, text) =>
        !scripts.has(match[1]) &&
        !namesCommit(text, match.index) &&
        `there is no ${match[0]}, and no commit is named at which there was`,
    ],
    [
      /\bnpx (?:--?[\w=-]+ )*(@?[a-z][\w./-]*)/g,
      ([, command], path) =>
        /^(?:docs\/|README|CONTRIBUTING)/.test(path) &&
        !commands.has(command) &&
        `npx ${command} is a stranger's package: name one of our commands, or npm run`,
    ],
    [
      /\bnpm run bench -- ([a-z][a-z-]*)/g,
      (match, _, text) =>
        !sections.has(match[1]) && !namesCommit(text, match.index) && `bench has no section ${match[1]}`,
    ],
  ];
}

function cited() {
  const checked = rules();
  return FILES.filter((path) => TEXT.test(path) && !LEFT_OUT.test(path) && !GENERATED.test(path)).flatMap((path) => {
    const text = read(path);
    return checked.flatMap(([pattern, faultOf]) =>
      [...text.matchAll(pattern)].flatMap((match) => {
        const fault = faultOf(match, path, text);
        return fault ? [`${path}:${lineAt(text, match.index)}: ${fault}`] : [];
      }),
    );
  });
}

/** What `npm run bench` can be asked for. */
function benchSections() {
  const [, table] = /const SECTIONS:[\s\S]*?> = \{\n([\s\S]*?)\n\};/.exec(read('tools/measure/src/bench/bench.ts'));
  return new Set([...table.matchAll(/^ {2}'?([a-z-]+)'?:/gm)].map(([, name]) => name));
}

/** "record 3" may be any record in code. */
function isDecision(match, path) {
  return /^decision/i.test(match[0]) || /^decisions\//.test(path);
}

function namesCommit(text, offset) {
  const before = text.slice(0, offset);
  const start = before.lastIndexOf('\n\n') + 1;
  const end = text.indexOf('\n\n', offset);
  // A fenced command belongs to the paragraph before it.
  const lead = text.slice(0, Math.max(0, start - 1)).lastIndexOf('\n\n') + 1;
  const paragraph = text.slice(/```/.test(text.slice(start, offset)) ? lead : start, end === -1 ? undefined : end);
  return /\b[Cc]ommit\s+`?[0-9a-f]{7,40}\b/.test(paragraph);
}
