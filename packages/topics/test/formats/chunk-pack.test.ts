import { resolveInRoot } from '@topicmill/base/paths';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  chunkPackFile,
  chunkPlace,
  encodeChunkPath,
  formatChunkPack,
  manifestOfChunk,
  packedChunkName,
  readChunkAmong,
} from '../../src/formats/chunk-pack.js';
import { chunkFile, chunksManifestFile } from '../../src/formats/file-names.js';

const encoder = new TextEncoder();
const wellFormed = fc.string({ unit: 'grapheme' });

it('each text of a pack is read by its own name, byte for byte', () => {
  fc.assert(
    fc.property(fc.array(wellFormed), fc.constantFrom('install', 'c#', 'a.chunks', 'x-1', '%23'), (texts, name) => {
      const bytes = encoder.encode(formatChunkPack(texts));
      const read = (path: string) => (path === chunkPackFile(name) ? { bytes } : undefined);
      const found = texts.map((_, at) => readChunkAmong(packedChunkName(name, at), read));
      expect(found).toEqual(texts.map((text) => ({ text, byteCount: encoder.encode(text).length })));
      expect(readChunkAmong(packedChunkName(name, texts.length), read)).toBeUndefined();
    }),
  );
});

it('a pack that was cut, or to which something was added, has no chunks', () => {
  const whole = encoder.encode(formatChunkPack(['# Kiln\n', 'Für Töpfe.\n']));
  for (let length = 0; length < whole.length; length++) {
    const bytes = whole.subarray(0, length);
    expect(readChunkAmong('kiln.chunks.md#0', () => ({ bytes }))).toBeUndefined();
  }
  const longer = new Uint8Array([...whole, 10]);
  expect(readChunkAmong('kiln.chunks.md#0', () => ({ bytes: longer }))).toBeUndefined();
});

it('an address of a chunk leads to its file, and to its path again', () => {
  const names = ['kiln', 'c#', 'a b', '%23', 'c#.chunks.md#1'];
  for (const path of names.flatMap((name) => [packedChunkName(name, 12), chunkFile(name, 3)])) {
    const address = new URL(encodeChunkPath(`guide/${path}`), 'https://kiln.example.org/docs/');
    const file = decodeURIComponent(address.pathname.slice('/docs/'.length));
    expect(file).toBe(`guide/${chunkPlace(path).file}`);
    const decoded = resolveInRoot('', encodeChunkPath(path)).split('/').map(decodeURIComponent).join('/');
    expect(decoded).toBe(path);
  }
});

it('the manifest of a chunk is found by its name, in a file of its own or with others', () => {
  for (const name of ['kiln', 'kiln-1', 'a.chunks']) {
    expect(manifestOfChunk(chunkFile(name, 10))).toBe(chunksManifestFile(name));
    expect(manifestOfChunk(packedChunkName(name, 10))).toBe(chunksManifestFile(name));
  }
});
