import { type Diagnostic, diagnosticsOf } from '@topicmill/base/diagnostics';

/** What the doctor looked at, and what it found. */
export interface Check {
  readonly name: string;
  /** The worst of the findings. */
  readonly status: 'ok' | 'warning' | 'error';
  /** One phrase about what was looked at. */
  readonly detail: string;
  readonly findings: readonly Diagnostic[];
}

/** What a look at one thing gives. */
export interface Looked {
  readonly detail: string;
  readonly findings?: readonly Diagnostic[];
}

/** Looks at one thing; what is thrown is a finding. */
export async function check(name: string, look: () => Looked | Promise<Looked>): Promise<Check> {
  const { detail, findings = [] } = await attempt(look);
  const worst = findings.some(({ severity }) => severity === 'error') ? 'error' : 'warning';
  return { name, status: findings.length === 0 ? 'ok' : worst, detail, findings };
}

async function attempt(look: () => Looked | Promise<Looked>): Promise<Looked> {
  try {
    return await look();
  } catch (thrown) {
    return { detail: 'failed', findings: diagnosticsOf(thrown) };
  }
}
