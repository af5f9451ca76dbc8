import type { Diagnostic } from '@topicmill/base/diagnostics';
import { count } from './numbers.js';

/** More findings than this are counted only. */
const MAX_SHOWN = 50;

/** Errors and warnings of the last builds, while `topicmill watch` serves the docs. */
export function FindingsBar({ findings }: { readonly findings: readonly Diagnostic[] }) {
  if (findings.length === 0) return null;
  const errorCount = findings.filter(({ severity }) => severity === 'error').length;
  const warningCount = findings.length - errorCount;
  const summary = [
    ...(errorCount > 0 ? [count(errorCount, 'error')] : []),
    ...(warningCount > 0 ? [count(warningCount, 'warning')] : []),
  ].join(', ');
  return (
    <details class={`findings ${errorCount > 0 ? 'has-errors' : ''}`} open={errorCount > 0}>
      <summary>
        <span role="status">{summary}</span>
      </summary>
      <ul>
        {findings.slice(0, MAX_SHOWN).map((each) => (
          <li key={`${each.code} ${each.file} ${each.line} ${each.message}`}>
            {each.file !== undefined && (
              <code>
                {each.file}
                {each.line !== undefined && `:${each.line}`}
              </code>
            )}{' '}
            <strong>{each.severity}</strong> {each.message} {each.remedy} <code>{each.code}</code>
          </li>
        ))}
        {findings.length > MAX_SHOWN && <li>… and {count(findings.length - MAX_SHOWN, 'more finding')}</li>}
      </ul>
    </details>
  );
}
