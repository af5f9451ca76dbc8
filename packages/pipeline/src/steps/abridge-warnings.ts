import { counted, type Diagnostic, type DiagnosticCode } from '@topicmill/base/diagnostics';

/** Up to this many warnings of one code are all listed. */
const MOST_TOLD = 10;
/** Of more, the first of each of this many files is an example. */
const EXAMPLE_FILES = 3;

/** Which of many warnings are listed. */
export interface AbridgedWarnings {
  /** In the order given; errors are all among them. */
  readonly told: readonly Diagnostic[];
  /** A line for each code of which not all are told. */
  readonly others: readonly string[];
}

/**
 * Keeps warnings of one code that are many, as those of large docs may be, from burying the others: three files are
 * examples of it, and the others are counted.
 *
 * @param diagnostics by file
 */
export function abridgeWarnings(diagnostics: readonly Diagnostic[]): AbridgedWarnings {
  const byCode = new Map<DiagnosticCode, Diagnostic[]>();
  for (const diagnostic of diagnostics) {
    if (diagnostic.severity === 'error') continue;
    const same = byCode.get(diagnostic.code);
    if (same === undefined) byCode.set(diagnostic.code, [diagnostic]);
    else same.push(diagnostic);
  }
  const untold = new Set<Diagnostic>();
  const others: string[] = [];
  for (const [code, same] of byCode) {
    if (same.length <= MOST_TOLD) continue;
    const examples = new Set(firstOfEachFile(same).slice(0, EXAMPLE_FILES));
    const rest = same.filter((each) => !examples.has(each));
    for (const each of rest) untold.add(each);
    const files = counted(firstOfEachFile(rest).length, 'file');
    others.push(`… and ${rest.length} more ${code} in ${files}; topicmill build --verbose names them all`);
  }
  return { told: diagnostics.filter((each) => !untold.has(each)), others };
}

function firstOfEachFile(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  const files = new Map<string | undefined, Diagnostic>();
  for (const diagnostic of diagnostics) if (!files.has(diagnostic.file)) files.set(diagnostic.file, diagnostic);
  return [...files.values()];
}
