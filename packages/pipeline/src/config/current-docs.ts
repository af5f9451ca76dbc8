/** What a configuration says about versions and languages. */
interface VersionedDocs {
  readonly sources: string;
  readonly roots?:
    | readonly {
        readonly version?: string | undefined;
        readonly isCurrent?: boolean | undefined;
        readonly locale?: string | undefined;
      }[]
    | undefined;
}

/** The versions and the language that searches use by default. */
interface CurrentDocs {
  /** Of the docs roots that say so; else of the first one that has a version. None where none has one. */
  readonly versions: readonly string[];
  /** Of the first docs root that has one. */
  readonly locale: string | undefined;
}

/** The default versions and language of searches in the docs of a configuration. */
export function currentDocsOf({ sources, roots = [] }: VersionedDocs): CurrentDocs {
  if (sources !== 'pages') return { versions: [], locale: undefined };
  const versioned = roots.filter(({ version, isCurrent }) => version !== undefined && isCurrent !== false);
  const named = versioned.filter(({ isCurrent }) => isCurrent === true);
  const current = named.length > 0 ? named : versioned.slice(0, 1);
  return {
    versions: [...new Set(current.map(({ version }) => version!))],
    locale: roots.find(({ locale }) => locale !== undefined)?.locale,
  };
}
