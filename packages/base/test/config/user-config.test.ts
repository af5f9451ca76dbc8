import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { readUserConfig, shownUserConfigPath } from '../../src/config/index.js';
import { temporaryDirectory } from '../files/temporary-directory.js';

const SERVER = 'https://llm.example.com/v1';
/** A number that stands for no user, as containers are given. */
const UNKNOWN_USER = 54_321;

function written(text: string, path = join(temporaryDirectory(), 'config.yaml')): string {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  return path;
}

it('names the servers that may get keys; without a file there are none', () => {
  expect(readUserConfig(written(`trustedServers: ["${SERVER}"]\n`))).toEqual({ trustedServers: [SERVER] });
  expect(readUserConfig(written(''))).toEqual({ trustedServers: [] });
  expect(readUserConfig(join(temporaryDirectory(), 'none.yaml'))).toEqual({ trustedServers: [] });
});

it.each(['trustedServers: all\n', 'trustedServers: ["file:///etc"]\n', 'servers: []\n', 'a: [\n'])(
  '%j is refused',
  (text) => {
    const path = written(text);
    expect(() => readUserConfig(path)).toThrow(expect.objectContaining({ code: 'CONFIG_INVALID', file: path }));
  },
);

it('is not looked for where the environment says that the home folder is', () => {
  const [home, before] = [temporaryDirectory(), process.env['HOME']];
  written(`trustedServers: ["${SERVER}"]\n`, join(home, '.config', 'topicmill', 'config.yaml'));
  onTestFinished(() => {
    process.env['HOME'] = before;
  });
  process.env['HOME'] = home;
  expect(readUserConfig().trustedServers).not.toContain(SERVER);
  expect(shownUserConfigPath()).not.toContain(home);
});

it.skipIf(process.geteuid?.() !== 0)('a user whom the system does not know has none', () => {
  onTestFinished(() => process.seteuid!(0));
  process.seteuid!(UNKNOWN_USER);
  expect(readUserConfig()).toEqual({ trustedServers: [] });
  expect(shownUserConfigPath()).toContain('.config');
});
