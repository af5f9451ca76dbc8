import { expect, test } from 'vitest';
import { sampleRepo } from './docs-repo.js';

test('a built docs root is sound; what is altered is named with file, line, code and remedy', async () => {
  const repo = sampleRepo();
  await repo.build();
  expect(await repo.run('verify')).toEqual({ exitCode: 0, out: '5 folders: sound\n', err: '' });

  const chunk = 'docs/drinks/tea/_chunks/golden-reference-1.md';
  repo.write(chunk, repo.read(chunk).replace('# Tea', '# Tee'));
  const altered = await repo.run('verify');
  expect(altered).toMatchObject({ exitCode: 1, out: '5 folders: 1 fault\n' });
  expect(altered.err).toMatch(
    /^docs\/drinks\/tea\/_chunks\/golden-reference-1\.md:1 error CHUNK_FILE_WRONG: .* Remedy: .*\n$/,
  );

  const { exitCode, out } = await repo.run('verify', '--json');
  expect(exitCode).toBe(1);
  expect(JSON.parse(out)).toEqual({
    folderCount: 5,
    diagnostics: [
      {
        severity: 'error',
        code: 'CHUNK_FILE_WRONG',
        message: expect.any(String),
        file: chunk,
        line: 1,
        remedy: expect.any(String),
      },
    ],
  });

  expect(await repo.run('verify', 'drinks/coffee', 'docs/bread/')).toMatchObject({
    exitCode: 0,
    out: '2 folders: sound\n',
  });
  expect(await repo.run('verify', 'docs/drinks/tea')).toMatchObject({ exitCode: 1 });
});

test('a topic that is not there is wrong usage', async () => {
  expect(await sampleRepo().run('verify', 'drinks/milk')).toMatchObject({
    exitCode: 2,
    err: expect.stringMatching(/^error INVALID_OPTION: "drinks\/milk" is not a topic/),
  });
});

test('a docs root that was never built lacks its outputs', async () => {
  const { exitCode, err } = await sampleRepo().run('verify');
  expect(exitCode).toBe(1);
  expect(err).toContain('docs/index.json error OUTPUT_MISSING');
  expect(err).toContain('docs/bread/_chunks/golden-reference.chunks.json error OUTPUT_MISSING');
});

test('a source that is not text is named, and the other topics are verified', async () => {
  const repo = sampleRepo();
  await repo.build();
  repo.write('docs/bread/golden-reference.md', Buffer.from([0x23, 0x20, 0xff]));
  const { exitCode, err } = await repo.run('verify');
  expect(exitCode).toBe(1);
  expect(err).toMatch(/^docs\/bread\/golden-reference\.md:1 error NOT_UTF8: [^\n]*\n$/);
});

test('a docs root that the configuration gives a name is sound', async () => {
  const repo = sampleRepo();
  repo.write('topicmill.yaml', `${repo.read('topicmill.yaml')}title: Drinks\ndescription: Of leaves and beans\n`);
  await repo.build();
  expect(JSON.parse(repo.read('docs/index.json'))).toMatchObject({ title: 'Drinks' });
  expect(await repo.run('verify')).toEqual({ exitCode: 0, out: '5 folders: sound\n', err: '' });
});
