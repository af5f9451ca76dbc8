/** Style of the HTML report; follows the reader's preference for light or dark. */
export const REPORT_STYLE = `
:root { color-scheme: light dark; --line: light-dark(#d5d9de, #3a4048); --soft: light-dark(#f5f6f8, #1d2126);
  --good: light-dark(#146c36, #6fd08c); --bad: light-dark(#a8201a, #ff8f87); --text: light-dark(#1b1f24, #e4e7eb);
  --quiet: light-dark(#57606a, #9aa4ae); }
body { margin: 0; font: 16px/1.5 system-ui, sans-serif; color: var(--text); background: light-dark(#fff, #14171a); }
main { max-width: 64rem; margin: 0 auto; padding: 1.5rem 1rem 4rem; }
h1 { font-size: 1.6rem; margin: 0 0 .25rem; overflow-wrap: anywhere; }
h2 { font-size: 1.2rem; margin: 2.5rem 0 .75rem; }
h3 { font-size: 1rem; margin: 0; }
h1 .met, .met strong { color: var(--good); }
h1 .missed, .missed strong { color: var(--bad); }
code, pre { font: .9em/1.45 ui-monospace, monospace; }
pre { margin: 0; white-space: pre-wrap; overflow-wrap: anywhere; }
.metrics { display: grid; grid-template-columns: repeat(auto-fit, minmax(12rem, 1fr)); gap: .75rem; padding: 0; margin: 1.25rem 0; list-style: none; }
.metrics li { border: 1px solid var(--line); border-radius: 6px; padding: .75rem 1rem; display: grid; }
.metrics strong { font-size: 1.5rem; font-variant-numeric: tabular-nums; }
.metrics span { color: var(--quiet); font-size: .9rem; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; }
th, td { padding: .35rem .6rem; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top; }
.numbers td, .numbers thead th { text-align: right; font-variant-numeric: tabular-nums; }
.questions td:nth-child(2), .questions th:nth-child(2) { text-align: left; }
.short td { background: light-dark(#fdecea, #3a1d1c); }
article { border: 1px solid var(--line); border-left: 4px solid var(--bad); border-radius: 6px; padding: .75rem 1rem; margin: 0 0 1rem; }
.reasons { color: var(--quiet); margin: .25rem 0 .75rem; overflow-wrap: anywhere; }
dl { display: grid; grid-template-columns: minmax(7rem, 11rem) 1fr; gap: .5rem 1rem; margin: 0; }
dt { color: var(--quiet); font-size: .9rem; }
dd { margin: 0; overflow-wrap: anywhere; }
mark { background: light-dark(#fff1b8, #5a4a10); color: inherit; padding: 0 .2em; border-radius: 3px; }
@media (max-width: 36rem) { dl { grid-template-columns: 1fr; gap: .1rem; } dd { margin-bottom: .5rem; } }
`;
