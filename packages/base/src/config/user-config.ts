import { userInfo } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod';
import { TopicmillError } from '../diagnostics/index.js';
import { readTextIfExists } from '../files/index.js';
import { soundYamlValue } from '../yaml.js';

const userConfigSchema = z.strictObject({
  /** Servers that may get the keys of the user. */
  trustedServers: z.array(z.url({ protocol: /^https?$/ })).default([]),
});

/** What a user allows on their machine, whatever a repository says. */
export type UserConfig = Readonly<z.infer<typeof userConfigSchema>>;

const PATH_IN_HOME = join('.config', 'topicmill', 'config.yaml');

/**
 * Path of the user's own configuration: `.config/topicmill/config.yaml` in the home folder that the system knows. The
 * environment is not asked for it: Nx takes over a repository's `.env` before any of our code runs.
 *
 * @returns `undefined` for a user unknown to the system, as in a container that runs with any number for a user
 */
function userConfigPath(): string | undefined {
  try {
    return join(userInfo().homedir, PATH_IN_HOME);
  } catch {
    return undefined;
  }
}

/** The same path for messages. */
export function shownUserConfigPath(): string {
  return userConfigPath() ?? `${PATH_IN_HOME} in the home folder of a user known to the system`;
}

/**
 * Reads the user's own configuration; the defaults if there is none.
 *
 * @throws TopicmillError `CONFIG_INVALID`, `FILE_UNREADABLE`, `NOT_UTF8`
 */
export function readUserConfig(path: string | undefined = userConfigPath()): UserConfig {
  const text = path === undefined ? undefined : readTextIfExists(path);
  if (path === undefined || text === undefined) return userConfigSchema.parse({});
  const value = soundYamlValue(text);
  const config = userConfigSchema.safeParse(value === null ? {} : value);
  if (config.success) return config.data;
  throw new TopicmillError('CONFIG_INVALID', 'The file is not a valid user configuration.', {
    file: path,
    remedy: 'Write a list of addresses, such as: trustedServers: ["https://llm.example.com/v1"]',
  });
}
