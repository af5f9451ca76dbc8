import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { soundYamlValue } from '@topicmill/base/yaml';
import * as z from 'zod';
import { run, succeed } from '../repositories/commands.js';

const described = z.strictObject({
  name: z.string(),
  package: z.string(),
  kind: z.string(),
  folder: z.string(),
});
const file = z.strictObject({
  drawn: z.array(described),
  named: z.array(described),
  kinds: z.record(z.string(), z.strictObject({ content: z.string(), without: z.string().optional() })),
});

/** Published HTML of a Debian package. */
export interface PublishedSite extends z.infer<typeof described> {
  /** Selector of the element with the text of a page, as a person sees it. */
  readonly content: string;
  /** Selector of what is in it besides the text. */
  readonly without: string | undefined;
}

/** The sites of `tools/measure/published-sites.yaml`. */
export function readPublishedSites(): PublishedSite[] {
  const path = fileURLToPath(new URL('../../published-sites.yaml', import.meta.url));
  const { drawn, named, kinds } = file.parse(soundYamlValue(readFileSync(path, 'utf8')));
  return [...drawn, ...named].map((site) => {
    const { content, without } = kinds[site.kind]!;
    return { ...site, content, without };
  });
}

/**
 * Makes a workspace with the HTML of a site in `html`, from its package, which is downloaded into `packages` where it is not
 * there yet. Files that are links or not HTML nor styles are not needed and not copied.
 */
export function layOutSite({ name, package: packageName, folder }: PublishedSite, sites: string): string {
  const workspace = join(sites, name);
  if (existsSync(join(workspace, 'html'))) return workspace;
  const packages = join(sites, 'packages');
  mkdirSync(packages, { recursive: true });
  const archive = (): string | undefined => readdirSync(packages).find((each) => each.startsWith(`${packageName}_`));
  if (archive() === undefined) succeed(run('apt-get', ['download', packageName], packages));
  const unpacked = mkdtempSync(join(tmpdir(), 'published-'));
  try {
    succeed(run('dpkg-deb', ['-x', join(packages, archive()!), unpacked], packages));
    cpSync(join(unpacked, 'usr/share', folder), join(workspace, 'html'), {
      recursive: true,
      filter: (source) => !/\.(?:js|gz|png|jpe?g|gif|pdf|zip|txt)$/.test(source),
      verbatimSymlinks: true,
    });
  } finally {
    rmSync(unpacked, { recursive: true, force: true });
  }
  return workspace;
}
