import * as z from 'zod';

/** Which topics have a target. */
export const topicGlobs = z
  .array(z.string().min(1))
  .default(['**'])
  .describe('Globs of the ids of topics that have the target; a glob that begins with ! excludes.');

const GLOB_BELOW_WORKSPACE = /^!?(?!\/)(?!.*(?:^|\/)\.\.(?:\/|$))[^\0]+$/;
const NOT_A_GLOB_BELOW = 'must be a glob over folders below the workspace: without .. and / at the start';

export const records = z.strictObject({
  enabled: z
    .boolean()
    .default(false)
    .describe('Whether topics have the target records, which writes chunk records for databases into _records/.'),
  topics: topicGlobs,
  folders: z
    .array(z.string().min(1).regex(GLOB_BELOW_WORKSPACE, NOT_A_GLOB_BELOW))
    .default([])
    .describe(
      'Globs of folders, relative to this file: each one that contains markdown but no golden-reference.md has the target too.',
    ),
  contentType: z
    .string()
    .regex(/^[A-Za-z0-9]+(?:-[A-Za-z0-9]+)*$/, 'must be letters and digits, joined by hyphens')
    .default('doc')
    .describe('First part of the id of every record that is not of a book.'),
});
