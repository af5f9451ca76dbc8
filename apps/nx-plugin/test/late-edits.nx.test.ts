import { sealText, unseal } from '@topicmill/base/files';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { NxWorkspace } from './nx-workspace.js';

const COMPOST = 'docs/garden/compost';
/** Writes files once Nx has hashed the workspace, and before it runs the first task. */
const LATE_EDITOR = `
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
export const name = 'late-editor';
export const preTasksExecution = () => {
  if (!existsSync('late.json')) return;
  for (const [path, text] of Object.entries(JSON.parse(readFileSync('late.json', 'utf8')))) writeFileSync(path, text);
  rmSync('late.json');
};
`;

let built: NxWorkspace;

beforeAll(async () => {
  built = NxWorkspace.create();
  built.write('late-editor.mjs', LATE_EDITOR);
  built.write('nx.json', '{ "analytics": false, "plugins": ["@topicmill/nx", "./late-editor.mjs"] }\n');
  expect((await built.build()).status).toBe(0);
}, 180_000);

afterAll(() => built.remove('.'));

function editLate(repo: NxWorkspace, path: string, text: string): void {
  repo.write('late.json', JSON.stringify({ [path]: text }));
}

interface LateEdit {
  readonly path: string;
  readonly early: (text: string) => string;
  readonly late: (text: string) => string;
  readonly code: string;
  /** What outputs say that are made of the late text. */
  readonly trace: string;
}

it.each<LateEdit>([
  {
    path: `${COMPOST}/golden-reference.md`,
    early: (text) => `${text}\nEarly.\n`,
    late: (text) => `${text}\nToo late.\n`,
    code: 'SOURCE_CHANGED',
    trace: 'Too late.',
  },
  {
    path: 'docs/brewing/espresso/qa-pairs.md',
    early: (text) => `${text}\nQ: Early?\nA: Yes.\n`,
    late: (text) => text.replace('Early?', 'How is an espresso brewed?'),
    code: 'SOURCE_CHANGED',
    trace: 'How is an espresso brewed?',
  },
  {
    path: 'docs/brewing/espresso/topic-spec.md',
    early: (text) => `${text}\n## Early\n\nYes.\n`,
    late: (text) => text.replace('| Complexity |  |', '| Complexity | 0.7 |'),
    code: 'AUTHORED_PART_CHANGED',
    trace: '"complexity": 0.7',
  },
  {
    path: 'topicmill.yaml',
    early: (text) => `${text}# Early\n`,
    late: (text) => `${text}baseHref: /late/\n`,
    code: 'SOURCE_CHANGED',
    trace: '/late/',
  },
])(
  'an edit of $path during a run is refused, not kept under the hash of the text before',
  async ({ path, early, late, code, trace }) => {
    const repo = built.copy();
    repo.edit(path, early);
    const text = repo.read(path);
    editLate(repo, path, late(text));
    const refused = await repo.build();
    expect(refused.status).toBe(1);
    expect(refused.output).toMatch(new RegExp(`error ${code}: .+ Remedy: Run the command again`));
    const outputs = () => Object.entries(repo.docs()).filter(([file]) => `docs/${file}` !== path);
    repo.write(path, text);
    expect((await repo.build()).status).toBe(0);
    expect(outputs().filter(([, bytes]) => bytes.includes(trace))).toEqual([]);
    repo.write(path, late(text));
    expect((await repo.build()).status).toBe(0);
    expect(outputs().filter(([, bytes]) => bytes.includes(trace))).not.toEqual([]);
  },
);

it('a topic added during a run is named, and is built by the next', async () => {
  const repo = built.copy();
  repo.edit(`${COMPOST}/golden-reference.md`, (text) => `${text}\nMore.\n`);
  repo.write('docs/garden/late/notes.txt', 'Soon.\n');
  editLate(repo, 'docs/garden/late/golden-reference.md', '# Late\n\nSown in autumn.\n');
  const refused = await repo.build();
  expect(refused.status).toBe(1);
  expect(refused.output).toContain('docs/garden/late error SOURCE_CHANGED: Nx did not know the topic "garden/late"');
  expect((await repo.build()).status).toBe(0);
  expect(repo.docs()).toHaveProperty(['garden/late/index.json']);
});

it('an authority computed from an edit during a run is refused by the topics that were planned with another', async () => {
  const repo = built.copy();
  const espresso = 'docs/brewing/espresso';
  repo.edit(`${espresso}/golden-reference.md`, (text) => `${text}\nMore about the shot.\n`);
  const late = {
    [`${COMPOST}/golden-reference.md`]: `${repo.read(`${COMPOST}/golden-reference.md`)}\nThe shot, the shot, the shot.\n`,
    'docs/_keywords/authority.md': 'altered\n',
  };
  repo.write('late.json', JSON.stringify(late));
  const words = repo.read(`${espresso}/_keywords/words.md`);
  const refused = await repo.nx(['run', 'brewing/espresso:index']);
  expect(refused.status).toBe(1);
  expect(refused.output).toMatch(/docs\/_keywords\/authority\.md error OUTPUT_OUTDATED: .+ Remedy: .+/);
  expect(repo.read(`${espresso}/_keywords/words.md`)).toBe(words);
  expect((await repo.build()).status).toBe(0);
  expect(repo.read('docs/_keywords/authority.md')).toContain('| shot |');
});

it('a file that is only touched during a run is not refused', async () => {
  const repo = built.copy();
  const path = `${COMPOST}/golden-reference.md`;
  repo.edit(path, (text) => `${text}\nMore.\n`);
  editLate(repo, path, repo.read(path));
  expect(await repo.build()).toMatchObject({
    status: 0,
    ran: ['docs:authority', 'docs:index', 'garden/compost:index', 'garden:index'],
  });
});

it('a record of sources that is damaged or tells of other texts costs a run and gives no wrong result', async () => {
  const repo = built.copy();
  repo.write('.topicmill/record.br', '{');
  expect(await repo.build()).toMatchObject({ status: 0, ran: [] });
  const record = unseal(repo.bytes('.topicmill/record.br')) as string;
  const lineStart = record.indexOf(`\n${JSON.stringify(`d${COMPOST}`)}\t`);
  const entry = /("golden-reference\.md":"\d+ [\d.]+ )[0-9a-f]{16}"/;
  const line = record.slice(lineStart);
  expect(line.search(entry)).toBeLessThan(line.indexOf('\n', 1));
  const changed = record.slice(0, lineStart) + line.replace(entry, '$1another"');
  repo.write('.topicmill/record.br', sealText(changed));
  const misled = await repo.build();
  expect(misled.status).toBe(1);
  expect(misled.output).toContain('SOURCE_CHANGED');
  expect(await repo.build()).toMatchObject({ status: 0, ran: [] });
});
