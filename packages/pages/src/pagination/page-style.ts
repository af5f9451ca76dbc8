/** Style of HTML pages; follows the reader's preference for light or dark. Lead-in and lead-out are the first and last paragraphs. */
export const PAGE_STYLE = `
:root { color-scheme: light dark; --text: #1b1f24; --quiet: #57606a; --line: #d5d9de; --soft: #f5f6f8; --link: #0b57d0; --back: #fff; }
@media (prefers-color-scheme: dark) {
  :root { --text: #e4e7eb; --quiet: #9aa4ae; --line: #3a4048; --soft: #1d2126; --link: #8ab4f8; --back: #14171a; }
}
body { margin: 0; font: 1.0625rem/1.6 system-ui, sans-serif; color: var(--text); background: var(--back); }
main, nav { max-width: 46rem; margin: 0 auto; padding: 0 1.25rem; overflow-wrap: break-word; }
main { padding-top: 1.5rem; }
a { color: var(--link); }
h1, h2, h3, h4, h5, h6 { line-height: 1.25; margin: 2em 0 .6em; scroll-margin-top: 1rem; }
h1 { font-size: 1.9rem; margin-top: .5em; }
h2 { font-size: 1.4rem; padding-bottom: .3em; border-bottom: 1px solid var(--line); }
h3 { font-size: 1.15rem; }
h4, h5, h6 { font-size: 1rem; }
img, video { max-width: 100%; height: auto; }
code, pre { font: .9em/1.5 ui-monospace, monospace; }
code { background: var(--soft); padding: .1em .3em; border-radius: 4px; }
pre { background: var(--soft); padding: .9rem 1rem; border-radius: 6px; overflow-x: auto; }
pre code { font-size: 1em; padding: 0; background: none; }
blockquote { margin: 1em 0; padding: 0 1rem; border-left: 4px solid var(--line); color: var(--quiet); }
table { display: block; width: fit-content; max-width: 100%; overflow-x: auto; border-collapse: collapse; font-size: .95em; }
th, td { padding: .4rem .75rem; border: 1px solid var(--line); vertical-align: top; text-align: left; overflow-wrap: normal; }
th { background: var(--soft); }
hr { border: 0; border-top: 1px solid var(--line); margin: 2rem 0; }
.contains-task-list { list-style: none; padding-left: 1rem; }
.footnotes { margin-top: 3rem; border-top: 1px solid var(--line); font-size: .9em; color: var(--quiet); }
main.continued > p:first-child, main.continues > p:last-of-type {
  color: var(--quiet); font-size: .9rem; border: 1px dashed var(--line); border-radius: 6px; padding: .6rem .9rem; }
main.continues > p:last-of-type { margin-top: 2.5rem; }
nav { display: flex; flex-wrap: wrap; gap: .5rem 1.5rem; align-items: baseline; padding-bottom: 3rem; padding-top: 1rem; }
nav span { color: var(--quiet); font-size: .9rem; flex: 1; text-align: center; white-space: nowrap; }
nav a { flex: 1 1 12rem; text-decoration: none; }
nav a:hover { text-decoration: underline; }
nav [rel=prev]::before { content: "\\2190\\a0"; }
nav [rel=next] { text-align: right; }
nav [rel=next]::after { content: "\\a0\\2192"; }
`;
