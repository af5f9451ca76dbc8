import type { Diagnostic } from '@topicmill/base/diagnostics';
import { readJsonObject, refuseUnsupportedNx } from '@topicmill/pipeline/init';
import { diskView } from '../init/disk-view.js';
import { installedNx, installedVersion } from '../init/installed-nx.js';
import { VERSION } from '../version.js';
import type { Looked } from './check.js';

const OLDEST_NODE = '20.19.0';
const PLUGIN = '@topicmill/nx';

/** Whether Node.js is new enough. */
export function checkNode(version: string): Looked {
  const isOld = version.localeCompare(OLDEST_NODE, 'en', { numeric: true }) < 0;
  const message = `Node.js ${version} is older than ${OLDEST_NODE}, the oldest that Topicmill runs in.`;
  return { detail: version, findings: isOld ? [unsuitable('error', message, 'Install a newer Node.js.')] : [] };
}

/**
 * Whether Nx can build the repository, if it has an `nx.json`: a supported version, the plugin installed in the release of
 * this command, and the plugin entered.
 *
 * @throws TopicmillError `NX_UNSUPPORTED`, `WORKSPACE_FILE_INVALID`
 */
export function checkNx(root: string): Looked {
  const view = diskView(root);
  const nxJson = view.readText('nx.json');
  if (nxJson === undefined) return { detail: 'not used' };
  for (const file of ['package.json', 'nx.json']) {
    const text = view.readText(file);
    if (text !== undefined) readJsonObject(text, file);
  }
  const installed = installedNx(root);
  refuseUnsupportedNx(view, installed);
  const findings: Diagnostic[] = [];
  if (!nxJson.includes(`"${PLUGIN}"`)) {
    const message = `nx.json does not list the plugin ${PLUGIN}, so Nx finds no topics.`;
    findings.push(unsuitable('error', message, 'Run `npx topicmill init`.', 'nx.json'));
  }
  const plugin = installedVersion(root, PLUGIN);
  if (plugin === undefined || installed === undefined) {
    const message = `${installed === undefined ? 'nx' : PLUGIN} is not installed.`;
    findings.push(unsuitable('error', message, 'Run `npm install`.', 'package.json'));
  } else if (plugin !== VERSION) {
    const message = `${PLUGIN} ${plugin} and topicmill ${VERSION} are different releases, and do not use each other's results.`;
    findings.push(unsuitable('warning', message, 'Install the same release of both.', 'package.json'));
  }
  return { detail: `Nx ${installed ?? 'missing'}, ${PLUGIN} ${plugin ?? 'missing'}`, findings };
}

function unsuitable(severity: Diagnostic['severity'], message: string, remedy: string, file?: string): Diagnostic {
  return { severity, code: 'INSTALLATION_UNSUITABLE', message, remedy, ...(file === undefined ? {} : { file }) };
}
