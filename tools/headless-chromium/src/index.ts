export { chromiumPath, launchChromium, needsChromium } from './launch-chromium.js';
