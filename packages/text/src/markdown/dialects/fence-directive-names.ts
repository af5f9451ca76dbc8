/** What a directive of MyST contains. */
export interface DirectiveContent {
  readonly content: 'text' | 'code' | 'nothing';
  /** Whether what is written after its name is text that readers see. */
  readonly hasTitle: boolean;
}

const CODE = namesOf(`
  code code-block code-cell sourcecode literalinclude math parsed-literal prompt console command-output program-output
  doctest testcode testoutput testsetup testcleanup ipython jupyter-execute jupyter-input jupyter-output exec
  mermaid graphviz digraph graph plantuml uml svgbob aafig
  python py r julia bash sh shell javascript js typescript ts java c cpp rust go html css json yaml toml sql xml diff text
`);
/** Lists that the generator makes, what only it reads, and text that is not markdown. */
const NOTHING = namesOf(`
  toctree contents tableofcontents index genindex eval-rst raw include bibliography footbibliography tags todolist
  currentmodule module py:currentmodule py:module highlight default-role default-domain default-intersphinx meta
  embed sectnum role tabularcolumns only-if nb-exec-table ifconfig
`);
/** What is written after the name is a path, a class, a label or a number. */
const WITHOUT_TITLE = namesOf(`
  figure image div container grid tab-set tab-set-code grid-item card-carousel only video youtube vimeo iframe
  subfigure button-link button-ref solution solution-start solution-end exercise-end gated-exercise-end
  figure-md card-link class rst-class
`);

/** @param isContainer whether it is written with colons, as what contains markdown is; `{python}` in backticks is code */
export function contentOf(name: string, isContainer: boolean): DirectiveContent {
  const lower = name.toLowerCase();
  if (NOTHING.has(lower) || /^(?:py:)?auto/.test(lower)) return { content: 'nothing', hasTitle: false };
  if (CODE.has(lower) && !(isContainer && lower === 'text')) return { content: 'code', hasTitle: false };
  return { content: 'text', hasTitle: !WITHOUT_TITLE.has(lower) };
}

function namesOf(list: string): ReadonlySet<string> {
  return new Set(list.trim().split(/\s+/));
}
