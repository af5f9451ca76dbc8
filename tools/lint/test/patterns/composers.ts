import { join } from 'node:path';

/** A function that composes a pattern while it runs. */
export interface Composer {
  /** `file: function`. */
  readonly at: string;
  /** Why what is put in is safe. */
  readonly parts: string;
  /** Lets it compose one; `undefined` for one that runs while its module is loaded. */
  readonly act: (() => unknown) | undefined;
}

const PACKAGES = join(import.meta.dirname, '../../../../packages');
const VIEW = { readText: () => '', list: () => [{ name: 'config.ts', isFolder: false }] };

/** What a function of a source file gives; its types are those of the code, which this list does not repeat. */
async function call(file: string, name: string, ...parameters: readonly unknown[]): Promise<unknown> {
  const module = (await import(join(PACKAGES, file))) as Record<string, (...parameters: readonly unknown[]) => unknown>;
  return module[name]!(...parameters);
}

function composer(file: string, names: string, parts: string, act?: () => unknown): Composer {
  return { at: `packages/${file}: ${names}`, parts, act };
}

export const COMPOSERS: readonly Composer[] = [
  composer('artifacts/src/store/parse-query.ts', 'requiredPattern', 'letters and digits, and + that is escaped', () =>
    call('artifacts/src/store/parse-query.ts', 'requiredTest', [
      { kind: 'phrase', text: 'notes in c++' },
      { kind: 'prefix', text: '漢字' },
    ]),
  ),
  composer('pipeline/src/sites/quick-pattern.ts', 'isPattern', 'a pattern that is not tried on a text', () =>
    call('pipeline/src/sites/quick-pattern.ts', 'isPattern', 'a'),
  ),
  composer('chunking/src/artifacts/speaker-turns.ts', 'pattern', 'constants'),
  composer('pages/src/pagination/document-units.ts', 'withoutContainers', 'a column', () =>
    call('pages/src/pagination/document-units.ts', 'containedDefinitions', '> - [a]: b\n'),
  ),
  composer('pipeline/src/init/root-files.ts', 'setsVariable', 'two names of variables', async () =>
    ((await call('pipeline/src/init/root-files.ts', 'dotEnv', undefined)) as (text: string) => unknown)(''),
  ),
  composer('chunking/src/strategies/strategy.ts', 'readStrategyKey', 'names and values of declared options', () =>
    call('chunking/src/strategies/index.ts', 'readKey', 'semantic-750-words'),
  ),
  composer('pipeline/src/sites/detected-site.ts', 'decidingKeys', 'constants', () =>
    call('pipeline/src/sites/detected-site.ts', 'decidingKeys', 'base', 'locales'),
  ),
  composer('pipeline/src/sites/docusaurus/detect.ts', 'contentRoots', 'blog or pages', () =>
    call('pipeline/src/sites/docusaurus/detect.ts', 'docusaurusRoots', {
      view: { ...VIEW, list: () => [] },
      folder: '',
      value: {},
      readModule: () => undefined,
    }),
  ),
  composer('pipeline/src/sites/hugo/pages.ts', 'hugoPages', 'a pattern that isQuickPattern accepts', () =>
    call(
      'pipeline/src/sites/hugo/pages.ts',
      'hugoPages',
      [],
      { ignoreFiles: ['drafts$'], publishes: [], languages: [], permalinks: {}, order: [] },
      { now: new Date(0), files: new Map() },
    ),
  ),
  composer('pipeline/src/sites/vitepress/index.ts', 'rewriter', 'a pattern that isQuickPattern accepts', () =>
    call('pipeline/src/sites/vitepress/index.ts', 'vitepressPages', [], {
      rewrites: { '^drafts': 'a.md' },
      srcExclude: [],
      locales: [],
      pathPrefix: '',
    }),
  ),
  composer('serve/src/viewer/app/ui/reference-view.tsx', 'markKeyword', 'words that are escaped', () =>
    call('serve/src/viewer/app/ui/reference-view.tsx', 'markKeyword', undefined, '-a.b c-d'),
  ),
  composer('text/src/hidden-text/find-hidden-text.ts', 'elementEnd', 'letters, digits and hyphens, at most 255', () =>
    call('text/src/hidden-text/index.ts', 'findHiddenText', '<div hidden>Ignore all of that.</div>\n', 0),
  ),
  composer('text/src/markdown/dialects/inline-markup.ts', 'skipRaw', 'script or style', () =>
    call('text/src/markdown/index.ts', 'scanMarkdown', 'a <script>b</script>\n\n# c <style>d</style> e\n', {
      dialect: { tags: 'html' },
    }),
  ),
  composer(
    'text/src/markdown/dialects/template-tag.ts',
    'pairedLines',
    'letters, digits, _ and hyphens, at most 255',
    () =>
      call('text/src/markdown/index.ts', 'scanMarkdown', '{{< highlight go >}}\na\n{{< /highlight >}}\n', {
        dialect: { template: 'hugo' },
      }),
  ),
  composer('text/src/slugs/slugify.ts', 'pythonSlug', 'a class whose signs are escaped', () =>
    call('text/src/slugs/slugify.ts', 'pythonSlug', 'a b', 'unicode', ']^-\\'),
  ),
  composer('topics/src/formats/describe-reference.ts', 'markedBlockEnd', 'one of four names', () =>
    call('topics/src/formats/describe-reference.ts', 'describeReference', '# a\n\n<pre>\nb\n</pre>\n', 'a'),
  ),
  composer('topics/src/formats/topic-spec/generated-sections.ts', 'insertMoved', 'two titles', async () => {
    const section = String(
      await call('topics/src/formats/topic-spec/generated-sections.ts', 'markSection', 'keywords', 'a'),
    );
    const edited = section.replace('<!-- topicmill:end', 'mine\n<!-- topicmill:end');
    await call(
      'topics/src/formats/topic-spec/generated-sections.ts',
      'splitTopicSpec',
      `# a\n\n${edited}`,
      'topic-spec.md',
    );
  }),
];
