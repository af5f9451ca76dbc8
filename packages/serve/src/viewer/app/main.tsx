import { render } from 'preact';
import { App } from './ui/app.js';
import { startScrollMemory } from './ui/scroll-memory.js';
import { applyTheme } from './ui/theme.js';

applyTheme();
startScrollMemory();
render(<App />, document.body);
