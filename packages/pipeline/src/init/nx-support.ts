import { TopicmillError } from '@topicmill/base/diagnostics';
import { dependencyVersion, type FolderView } from '../sites/index.js';

/** The release of Nx that this release of Topicmill is built and tested with. */
export const NX_VERSION = '24.0.6';

/** Major versions of Nx in which the plugin works, oldest first; `npm run test:nx-versions` tries each. */
export const SUPPORTED_NX = [21, 22, 23, 24] as const;

/**
 * Refuses a workspace whose Nx the plugin does not support, before anything is written.
 *
 * @param installed version of an Nx that is installed outside of the repository
 * @throws TopicmillError `NX_UNSUPPORTED`
 */
export function refuseUnsupportedNx(view: FolderView, installed: string | undefined): void {
  const version = dependencyVersion(view, '', 'nx') ?? installed;
  const major = version === undefined ? undefined : Number.parseInt(version, 10);
  if (major === undefined || SUPPORTED_NX.some((each) => each === major)) return;
  const [oldest, newest] = [SUPPORTED_NX[0], SUPPORTED_NX.at(-1)!];
  throw new TopicmillError(
    'NX_UNSUPPORTED',
    `This workspace uses Nx ${version}; Topicmill's plugin works with Nx ${oldest} to ${newest}.`,
    {
      file: 'package.json',
      remedy:
        major < oldest
          ? `Update Nx with \`npx nx migrate ${newest}\`, or build without Nx: \`topicmill init --no-nx\`.`
          : `Update Topicmill, or build without Nx: \`topicmill init --no-nx\`.`,
    },
  );
}
