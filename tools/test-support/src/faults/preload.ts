import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { threadId } from 'node:worker_threads';
import { FAULT_VARIABLE, type PreloadedFault } from './fault-environment.js';
import { injectFault } from './inject-fault.js';

const { reports, ...fault } = JSON.parse(process.env[FAULT_VARIABLE]!) as PreloadedFault;
injectFault(fault, (call) => writeFileSync(join(reports, `${process.pid}-${threadId}`), `${call}\n`));
