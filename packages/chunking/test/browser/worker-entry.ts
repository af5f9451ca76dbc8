import { chunk } from '@topicmill/chunking';

Object.assign(globalThis, { api: { chunk } });
