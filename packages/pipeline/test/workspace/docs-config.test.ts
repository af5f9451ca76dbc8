import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TopicmillError } from '@topicmill/base/diagnostics';
import { unseal } from '@topicmill/base/files';
import { FileFolder } from '@topicmill/test-support/file-folder';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openMemo } from '../../src/runner/index.js';
import { openDocsConfig, openWorkspace, type WorkspaceOptions } from '../../src/workspace/index.js';

const MEMO = '.topicmill/memo/config.br';
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

/** The configuration of a workspace, read as builds read it. */
function expected(options: WorkspaceOptions = { env: {} }): object {
  return { root, config: openWorkspace(root, options).config };
}

async function opened(options: WorkspaceOptions = { env: {} }): Promise<object> {
  return openDocsConfig(root, options);
}

async function faultOf(opening: Promise<unknown>): Promise<unknown> {
  return opening.then(
    () => undefined,
    (thrown: TopicmillError) => thrown.code,
  );
}

describe('the configuration of docs', () => {
  it('is that of the workspace, whether it is known or not', async () => {
    expect(await opened()).toEqual(expected());
    expect(JSON.stringify(unseal(folder.bytes(MEMO)))).toContain('baseHref');
    expect(await opened()).toEqual(expected());
  });

  it('is what was remembered, which is not parsed again', async () => {
    await opened();
    const { engine, configHash } = openWorkspace(root, { env: {} });
    const memo = openMemo(root, 'config', engine);
    const config = JSON.parse(memo.recall(configHash)!) as object;
    memo.keep(configHash, JSON.stringify({ ...config, baseHref: '/remembered/' }));
    memo.save();
    expect(await opened()).toMatchObject({ config: { baseHref: '/remembered/' } });
  });

  it('has the model that caller or environment name, and does not remember it', async () => {
    const named = { env: {}, embeddingModel: 'ollama:one' };
    const ofEnvironment = { env: { TOPICMILL_EMBEDDING_MODEL: 'ollama:two' } };
    for (const options of [named, ofEnvironment]) expect(await opened(options)).toEqual(expected(options));
    expect(await opened()).toEqual(expected());
    for (const options of [named, ofEnvironment]) expect(await opened(options)).toEqual(expected(options));
  });

  it('follows the file', async () => {
    await opened();
    folder.write('topicmill.yaml', CONFIG.replace('[b]', '[a]'));
    expect(await opened()).toEqual(expected());
  });

  it('is read anew where what was remembered is damaged', async () => {
    await opened();
    folder.write(MEMO, folder.read(MEMO).replace('/docs/', '/dogs/'));
    expect(await opened()).toEqual(expected());
  });

  it('is refused as the workspace is', async () => {
    await opened();
    folder.remove('docs');
    folder.write('elsewhere/a/golden-reference.md', '# A\n');
    symlinkSync(join(root, 'elsewhere'), join(root, 'docs'));
    expect(await faultOf(opened())).toBe('LINK_NOT_FOLLOWED');
    folder.write('topicmill.yaml', 'docRoot: docs\n');
    expect(await faultOf(opened())).toBe('CONFIG_INVALID');
    folder.remove('topicmill.yaml');
    expect(await faultOf(opened())).toBe('CONFIG_MISSING');
  });
});
