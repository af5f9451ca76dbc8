import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TopicmillError } from '@topicmill/base/diagnostics';
import { FileFolder } from '@topicmill/test-support/file-folder';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openMemo } from '../../src/runner/index.js';
import { openDocsLayout, openWorkspace, type WorkspaceOptions } from '../../src/workspace/index.js';

const MEMO = '.topicmill/memo/config.json';
const CONFIG = 'docsRoot: docs\norder: [b]\nbaseHref: /docs/\n';

let root: string;
let folder: FileFolder;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'topicmill-layout-'));
  folder = new FileFolder(root, {
    'topicmill.yaml': CONFIG,
    'docs/a/golden-reference.md': '# A\n',
    'docs/b/golden-reference.md': '# B\n',
  });
});

afterEach(() => rmSync(root, { recursive: true, force: true }));

/** The parts of a workspace that a layout has, read as builds read them. */
function expected(options: WorkspaceOptions = { env: {} }): object {
  const { config, tree, engine } = openWorkspace(root, options);
  return { root, config, tree, engine };
}

async function layout(options: WorkspaceOptions = { env: {} }): Promise<object> {
  const { config, tree, engine, root: found } = await openDocsLayout(root, options);
  return { root: found, config, tree, engine };
}

async function faultOf(opening: Promise<unknown>): Promise<unknown> {
  return opening.then(
    () => undefined,
    (thrown: TopicmillError) => thrown.code,
  );
}

describe('the layout of docs', () => {
  it('is that of the workspace, whether its configuration is known or not', async () => {
    expect(await layout()).toEqual(expected());
    expect(folder.read(MEMO)).toContain('"baseHref');
    expect(await layout()).toEqual(expected());
  });

  it('has the configuration that was remembered, which is not parsed again', async () => {
    await layout();
    const { engine, configHash } = openWorkspace(root, { env: {} });
    const memo = openMemo(root, 'config', engine);
    const config = JSON.parse(memo.recall(configHash)!) as object;
    memo.keep(configHash, JSON.stringify({ ...config, baseHref: '/remembered/' }));
    memo.save();
    expect(await layout()).toMatchObject({ config: { baseHref: '/remembered/' } });
  });

  it('has the model that caller or environment name, and does not remember it', async () => {
    const named = { env: {}, embeddingModel: 'ollama:one' };
    const ofEnvironment = { env: { TOPICMILL_EMBEDDING_MODEL: 'ollama:two' } };
    for (const options of [named, ofEnvironment]) expect(await layout(options)).toEqual(expected(options));
    expect(await layout()).toEqual(expected());
    for (const options of [named, ofEnvironment]) expect(await layout(options)).toEqual(expected(options));
  });

  it('follows the file, and topics that come and go', async () => {
    await layout();
    folder.write('topicmill.yaml', CONFIG.replace('[b]', '[a]'));
    expect(await layout()).toEqual(expected());
    folder.write('docs/c/golden-reference.md', '# C\n');
    folder.remove('docs/a');
    expect(await layout()).toEqual(expected());
  });

  it('is read anew where what was remembered is damaged', async () => {
    await layout();
    folder.write(MEMO, folder.read(MEMO).replace('/docs/', '/dogs/'));
    expect(await layout()).toEqual(expected());
  });

  it('is refused as the workspace is', async () => {
    await layout();
    folder.remove('docs');
    expect(await faultOf(layout())).toBe('DOCS_ROOT_MISSING');
    folder.write('elsewhere/a/golden-reference.md', '# A\n');
    symlinkSync(join(root, 'elsewhere'), join(root, 'docs'));
    expect(await faultOf(layout())).toBe('LINK_NOT_FOLLOWED');
    folder.write('topicmill.yaml', 'docRoot: docs\n');
    expect(await faultOf(layout())).toBe('CONFIG_INVALID');
    folder.remove('topicmill.yaml');
    expect(await faultOf(layout())).toBe('CONFIG_MISSING');
  });
});
