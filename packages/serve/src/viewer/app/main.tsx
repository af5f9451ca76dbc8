import { render } from 'preact';
import { App } from './ui/app.js';
import { applyTheme } from './ui/theme.js';

applyTheme();
render(<App />, document.body);
