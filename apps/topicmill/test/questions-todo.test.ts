import { describe, expect, it } from 'vitest';
import { DocsRepo, reference, sampleRepo } from './docs-repo.js';

const PARAGRAPH = 'Two firings make a pot, the second faster and hotter than the first, with an hour at the top.\n';

function kilnPages(): DocsRepo {
  return new DocsRepo({
    'topicmill.yaml': "sources: pages\nsite: { generator: docusaurus, url: 'https://kiln.example.org/' }\n",
    'docs/guide.md': `# Guide\n\n${PARAGRAPH}`,
    'docs/guide/firing.md': `# Firing\n\n${PARAGRAPH}`,
  });
}

async function chunksOf(repo: DocsRepo, ...args: readonly string[]): Promise<string[]> {
  const { out } = await repo.run('questions', 'todo', '--json', ...args);
  return (JSON.parse(out) as { chunks: { chunk: string }[] }).chunks.map(({ chunk }) => chunk);
}

it('lists a page that is named by its path alone, and one that is named by its id with those below it', async () => {
  const repo = kilnPages();
  expect(await chunksOf(repo, 'guide')).toEqual(['guide', 'guide/firing']);
  expect(await chunksOf(repo, 'docs/guide.md')).toEqual(['guide']);
});

it('leaves out chunks of which readers see next to nothing, however long their source is', async () => {
  const repo = kilnPages();
  const script = `<script>\n${'addLinksToHeadings(document.body, 2);\n'.repeat(20)}</script>\n`;
  repo.write('topicmill.yaml', "sources: pages\nsite: { generator: mkdocs, url: 'https://kiln.example.org/' }\n");
  repo.write('docs/guide/firing.md', `# Firing\n\n${script}\n## Glaze firing\n\n${PARAGRAPH}`);
  expect(await chunksOf(repo, 'guide/firing')).toEqual(['guide/firing#glaze-firing']);
});

it('says which words a refused question has copied', async () => {
  const repo = sampleRepo();
  const { out } = await repo.run('questions', 'todo', 'drinks/coffee', '--json', '--limit', '1');
  const [{ chunk, text_hash }] = (JSON.parse(out) as { chunks: [{ chunk: string; text_hash: string }] }).chunks;
  const questions = ['What making does to roasted beans is told here?'];
  repo.write('answers.json', JSON.stringify({ by: 'agent', chunks: [{ chunk, text_hash, questions }] }));
  expect((await repo.run('questions', 'add', 'answers.json')).err).toContain(
    'It repeats the text of its chunk: "what making does to roasted beans is told here".',
  );
});

it('counts earlier questions that are repeated, and names the chunks with fewer questions than are asked for', async () => {
  const repo = sampleRepo();
  const handBack = async (...questions: readonly string[]) => {
    const { out } = await repo.run('questions', 'todo', 'drinks/coffee', '--json');
    const { chunks } = JSON.parse(out) as { chunks: { chunk: string; text_hash: string }[] };
    const { chunk, text_hash } = chunks.find((each) => each.chunk.endsWith('#storing'))!;
    repo.write('answers.json', JSON.stringify({ by: 'agent', chunks: [{ chunk, text_hash, questions }] }));
    const dry = await repo.run('questions', 'add', 'answers.json', '--dry-run', '--json');
    return { ...(await repo.run('questions', 'add', 'answers.json')), report: JSON.parse(dry.out) };
  };
  const [fridge, shelf, bag] = ['Fridge against stale aroma?', 'Shelf or cupboard near windows?', 'Paper bag or jar?'];
  const first = await handBack(fridge!, shelf!, bag!);
  expect(first.report).toMatchObject({ repeated: [], few: [] });
  expect(first.out).toContain('3 questions for 1 chunk, 0 refused\n');
  expect(first.out).not.toContain('fewer');
  repo.write('docs/drinks/coffee/golden-reference.md', reference('Coffee', 'dark beans'));
  const second = await handBack(fridge!, fridge!, 'Freezer for ground powder?');
  expect(second.report).toMatchObject({
    repeated: [{ chunk: 'drinks/coffee#storing', question: fridge }],
    few: [],
    refused: [{ reason: 'duplicate' }],
  });
  expect(second.out).toContain('1 question for 1 chunk, 1 repeated, 1 refused\n');
  expect(repo.read('docs/drinks/coffee/model-questions.md').match(/^- .*$/gm)).toEqual([
    `- ${fridge}`,
    `- ${bag}`,
    '- Freezer for ground powder?',
  ]);
});

it('asks at the text that opens a page for questions about all of it', async () => {
  const repo = kilnPages();
  repo.write('docs/guide/firing.md', `# Firing\n\n${PARAGRAPH}\n## Glaze firing\n\n${PARAGRAPH}`);
  const { out } = await repo.run('questions', 'todo', 'guide/firing', '--json');
  const { instructions, chunks } = JSON.parse(out) as { instructions: string; chunks: Record<string, unknown>[] };
  expect(chunks.map(({ page_questions, outline }) => [page_questions, outline])).toEqual([
    [6, ['Firing', 'Glaze firing']],
    [undefined, undefined],
  ]);
  expect(instructions).toContain('page_questions');
});

describe('a page whose chunks were asked about before its questions were', () => {
  const FILE = 'topicmill/guide/firing.model-questions.md';
  const OWN = ['Can dishes go into an oven twice?', 'Why does a bowl break?', 'May I bake mugs slowly?'];
  const NOTE = '<!-- asked about the page as a whole -->\n';

  async function handBack(repo: DocsRepo, ...questions: readonly string[]): Promise<void> {
    const { out } = await repo.run('questions', 'todo', 'guide/firing', '--json');
    const [{ chunk, text_hash }] = (JSON.parse(out) as { chunks: [{ chunk: string; text_hash: string }] }).chunks;
    const answer = questions.length === 0 ? { skip: true } : { questions };
    repo.write('answers.json', JSON.stringify({ by: 'agent', chunks: [{ chunk, text_hash, ...answer }] }));
    expect(await repo.run('questions', 'add', 'answers.json')).toMatchObject({ exitCode: 0, err: '' });
  }

  /** As it is when another chunk opened the page then. */
  async function askedBefore(...questions: readonly string[]): Promise<DocsRepo> {
    const repo = kilnPages();
    await handBack(repo, ...questions);
    expect(await chunksOf(repo, 'guide/firing')).toEqual([]);
    expect(repo.read(FILE)).toContain(NOTE);
    repo.write(FILE, repo.read(FILE).replace(NOTE, ''));
    return repo;
  }

  it.each([[[]], [OWN.slice(0, 1)], [OWN]])('is listed for these once, with what the chunk has: %j', async (own) => {
    const repo = await askedBefore(...own);
    const { out } = await repo.run('questions', 'todo', 'guide/firing', '--json');
    expect(JSON.parse(out).chunks).toMatchObject([
      { chunk: 'guide/firing', page_questions: 6, outline: ['Firing'], present_questions: own },
    ]);
    expect((await repo.run('questions', 'todo', 'guide/firing')).out).toContain('Firing (the page as a whole)\n');
    expect((await repo.run('questions', 'status', 'guide/firing')).out).toMatch(
      /1 page not asked about as a whole\n {2}guide\/firing: 0 without, 0 edited, of 1, and the page as a whole\n/,
    );
    await handBack(repo, 'How do I make my own plates at home?');
    expect(await chunksOf(repo, 'guide/firing')).toEqual([]);
    expect((await repo.run('questions', 'status', 'guide/firing')).out).not.toContain('as a whole');
  });

  it('is not listed where it has more questions than are asked for at a chunk, nor where nothing is to be said of it', async () => {
    const repo = await askedBefore(...OWN, 'How do I make my own plates at home?');
    expect(await chunksOf(repo, 'guide/firing')).toEqual([]);
    const other = await askedBefore(...OWN);
    await handBack(other);
    expect(await chunksOf(other, 'guide/firing')).toEqual([]);
  });
});

it('lists questions about an earlier text by what they are about, and takes them for the chunk that answers them now', async () => {
  const repo = kilnPages();
  const sections = (opening: string) => `# Firing\n\n${opening}\n## Glaze firing\n\n${PARAGRAPH}`;
  repo.write('docs/guide/firing.md', sections(PARAGRAPH));
  const listed = async () => {
    const { out } = await repo.run('questions', 'todo', 'guide/firing', '--json');
    return (JSON.parse(out) as { chunks: Record<string, unknown>[] }).chunks;
  };
  const add = async (...chunks: readonly Record<string, unknown>[]) => {
    repo.write('answers.json', JSON.stringify({ by: 'agent', chunks }));
    return repo.run('questions', 'add', 'answers.json');
  };
  const [own, aboutPage, other] = [
    'Can dishes go into an oven twice?',
    'How do I make my own plates at home?',
    'Why does a bowl break?',
  ];
  const idsOf = ({ chunk, text_hash }: Record<string, unknown>) => ({ chunk, text_hash });
  const [opening, glaze] = await listed();
  await add(
    { ...idsOf(opening!), questions: [own, other], page_questions: [aboutPage] },
    { ...idsOf(glaze!), questions: ['May I bake mugs slowly?'] },
  );
  expect(await listed()).toEqual([]);
  repo.write('docs/guide/firing.md', sections(`${PARAGRAPH}Whatever breaks was too wet.\n`));
  const [edited] = await listed();
  expect(edited).toMatchObject({ earlier_questions: [own, other], earlier_page_questions: [aboutPage] });
  expect(await add({ ...idsOf(glaze!), questions: [other] })).toMatchObject({
    exitCode: 0,
    out: `written topicmill/guide/firing.model-questions.md\n0 questions for 0 chunks, 1 moved, 0 refused\n  moved from guide/firing to guide/firing#glaze-firing: ${other}\n1 chunk has fewer than 3 questions:\n  guide/firing#glaze-firing: 2\n`,
  });
  expect((await listed())[0]).toMatchObject({ earlier_questions: [own], earlier_page_questions: [aboutPage] });
  const file = repo.read('topicmill/guide/firing.model-questions.md');
  repo.write(
    'topicmill/guide/firing.model-questions.md',
    file.replace(/text="[0-9a-f]{16}"/, `text="${edited!['text_hash']}"`).replace(/.*asked about the page.*\n/, ''),
  );
  expect(await listed()).toMatchObject([{ present_questions: [own], present_page_questions: [aboutPage] }]);
});

it('asks for no more than a chunk may have', async () => {
  const repo = kilnPages();
  repo.write('topicmill.yaml', `${repo.read('topicmill.yaml')}questions: { perChunk: 7 }\n`);
  const { out } = await repo.run('questions', 'todo', 'docs/guide.md', '--json');
  expect(JSON.parse(out)).toMatchObject({ questions_per_chunk: 7, chunks: [{ page_questions: 3 }] });
  repo.write('topicmill.yaml', repo.read('topicmill.yaml').replace('7', '10'));
  expect((await repo.run('questions', 'todo', 'docs/guide.md', '--json')).out).not.toMatch(
    /"(?:page_questions|outline)"/,
  );
});
