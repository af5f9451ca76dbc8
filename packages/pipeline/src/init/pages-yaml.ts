import { isScalar, isSeq, visit, Document as YamlDocument } from 'yaml';
import type { DetectedRoot, SiteNames, WrittenSettings } from '../sites/index.js';
import { lacksHost } from './lacks-host.js';
import type { StopWordLanguage } from './stop-words-of-locales.js';

const LINE_WIDTH = 120;

/** What `topicmill.yaml` says about pages. */
export interface PagesSettings {
  readonly roots: readonly DetectedRoot[];
  readonly outDir: string;
  /** What the docs are called. */
  readonly names: SiteNames;
  /** Paths of the configurations that the settings come from; empty without a generator. */
  readonly from: readonly string[];
  /** Languages whose stop words count. */
  readonly languages: readonly StopWordLanguage[];
  /** What sizes of chunks are counted by, where it is not the estimate. */
  readonly tokenCounter: 'cl100k_base' | undefined;
  /** Whether editors find the schema in `node_modules`. */
  readonly hasPackages: boolean;
}

/** The text of `topicmill.yaml` for pages, with every value resolved. */
export function pagesYaml({ roots, outDir, names, from, languages, tokenCounter, hasPackages }: PagesSettings): string {
  const [first, ...others] = roots;
  const source =
    others.length === 0
      ? {
          docsRoot: first!.docsRoot,
          ...(first!.exclude === undefined ? {} : { exclude: first!.exclude }),
          outDir,
          site: first!.site,
        }
      : { outDir, roots: roots.map(({ name, docsRoot, ...rest }) => ({ name, docsRoot, ...rest })) };
  const comments = [
    ...(hasPackages
      ? ['# yaml-language-server: $schema=./node_modules/topicmill/dist/schemas/topicmill.schema.json']
      : []),
    '# Settings of Topicmill. What is not said here has a default.',
    ...(from.length === 0
      ? byContent(first!.site)
      : [
          `# The values of site come from ${from.join(', ')}. Builds read them here and never run`,
          '# the configuration of the site: what changes there must be changed here too.',
        ]),
    ...askForHost(roots),
  ];
  const document = new YamlDocument({
    ...names,
    sources: 'pages',
    ...source,
    ...(tokenCounter === undefined ? {} : { chunking: { tokenCounter } }),
    embedding: { model: 'builtin' },
    ...(languages.length === 1 && languages[0] === 'eng' ? {} : { keywords: { languages } }),
  });
  visit(document, {
    Pair: (_, { key, value }) => {
      if (isScalar(key) && key.value === 'order' && isSeq(value)) value.flow = true;
    },
  });
  return `${comments.join('\n')}\n\n${fillLines(document.toString({ lineWidth: LINE_WIDTH }))}`;
}

/** A generator that was known by the pages; its configuration would say where they are published. */
function byContent({ generator }: WrittenSettings): string[] {
  if (generator === 'none') return [];
  return [`# The pages are those of ${generator}, by what is written in them; its configuration is not here.`];
}

/** What is to be set where the configuration of a site does not say where it is published. */
function askForHost(roots: readonly DetectedRoot[]): string[] {
  const unknown = roots.filter(({ site }) => lacksHost(site));
  if (unknown.length === 0) return [];
  if (roots.length === 1) return [`# Set site.url to the address at which ${roots[0]!.docsRoot} is published.`];
  const which = unknown.length === roots.length ? 'each site' : 'each site that has none';
  return [`# Set url of ${which} to the address at which it is published.`];
}

/** Long lists with as many items on a line as fit, instead of one on each. */
function fillLines(text: string): string {
  return text.replace(/^( *)\[\n([^\]]*)\n *\]$/gm, (_, indent: string, items: string) => {
    const lines = [`${indent}[`];
    for (const item of items.split('\n').map((each) => each.trim())) {
      const line = lines.at(-1)!;
      const longer = line.endsWith('[') ? line + item : `${line} ${item}`;
      if (longer.length < LINE_WIDTH) lines[lines.length - 1] = longer;
      else lines.push(`${indent} ${item}`);
    }
    return `${lines.join('\n')}]`;
  });
}
