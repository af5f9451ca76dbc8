/** `npm run lint`, after Biome: what is checked here needs the whole repository. */
import { citations } from './citations.mjs';
import { oneOwner } from './one-owner.mjs';
import { plainEnglish } from './plain-english.mjs';

const faults = [...oneOwner(), ...plainEnglish(), ...citations()];
for (const fault of faults) process.stderr.write(`${fault}\n`);
process.exitCode = faults.length === 0 ? 0 : 1;
