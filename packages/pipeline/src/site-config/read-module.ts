import { type ParserPlugin, parse } from '@babel/parser';
import type { Node, Statement, VariableDeclaration } from '@babel/types';
import { TopicmillError } from '@topicmill/base/diagnostics';
import { resolveInRoot } from '@topicmill/base/paths';
import { folderOf } from '@topicmill/topics/formats/file-names';
import type { FolderView } from '../sites/index.js';
import { soundJsonValue } from '../sites/index.js';
import { LiteralReader, type Scope, UNREAD } from './literal-value.js';

/** What could be read of a configuration that is code, without running it. */
export interface ReadModule {
  /** The default export; `undefined` where there is none to read. */
  readonly value: unknown;
  /** Paths of keys whose values only running the code would give. */
  readonly unread: readonly string[];
}

const EXTENSIONS = ['', '.ts', '.js', '.mjs', '.mts', '.cjs', '.json', '/index.ts', '/index.js'];
const MAX_MODULES = 30;
/** More than sidebars of 100,000 pages have; names that stand for lists of names multiply them. */
const MAX_PARTS = 1_000_000;

/**
 * Reads the literal values of a module in JavaScript or TypeScript, and of the modules next to it that it imports.
 *
 * @throws TopicmillError `CONFIG_INVALID` for values of over 1,000,000 parts
 */
export function readModule(view: FolderView, path: string): ReadModule {
  return new ModuleReader(view).read(path, 'default');
}

/** What a module declares, imports and exports. */
interface ModuleNames {
  readonly declared: ReadonlyMap<string, Node>;
  readonly imports: ReadonlyMap<string, { readonly source: string; readonly name: string }>;
  readonly exported: ReadonlyMap<string, Node>;
}

class ModuleReader {
  private modulesRead = 0;
  private partsRead = 0;

  constructor(private readonly view: FolderView) {}

  read(path: string, exportName: string): ReadModule {
    const text = this.modulesRead++ < MAX_MODULES ? this.view.readText(path) : undefined;
    if (text === undefined) return { value: UNREAD, unread: [path] };
    if (path.endsWith('.json')) return { value: soundJsonValue(text) ?? UNREAD, unread: [] };
    const names = namesOf(text, path);
    const node = names?.exported.get(exportName);
    if (names === undefined || node === undefined) return { value: undefined, unread: [path] };
    const reader = new LiteralReader(this.scopeOf(names, path), () => this.countPart(path));
    const value = reader.read(node, '');
    return { value: value === UNREAD ? undefined : value, unread: reader.unread };
  }

  private countPart(path: string): void {
    if (++this.partsRead <= MAX_PARTS) return;
    throw new TopicmillError('CONFIG_INVALID', `The file contains more than ${MAX_PARTS} values.`, {
      file: path,
      remedy: 'Shorten its lists, or write `topicmill.yaml` by hand.',
    });
  }

  private scopeOf({ declared, imports }: ModuleNames, path: string): Scope {
    const readFile = (source: string, name: string): { readonly value: unknown; readonly isWhole: boolean } => {
      const file = source.startsWith('.') ? this.resolve(path, source) : undefined;
      if (file === undefined) return { value: UNREAD, isWhole: false };
      const { value, unread } = this.read(file, file.endsWith('.json') ? 'default' : name);
      return { value: value === undefined ? UNREAD : value, isWhole: unread.length === 0 };
    };
    return {
      declaration: (name) => declared.get(name),
      imported: (name) => {
        const found = imports.get(name);
        return found === undefined ? { value: UNREAD, isWhole: false } : readFile(found.source, found.name);
      },
      importSource: (name) => imports.get(name)?.source,
      required: (source) => readFile(source, 'default').value,
    };
  }

  private resolve(from: string, source: string): string | undefined {
    const path = resolveInRoot(folderOf(from), source);
    const candidates = [...EXTENSIONS.map((extension) => path + extension), path.replace(/\.js$/, '.ts')];
    return candidates.find((each) => /\.\w+$/.test(each) && this.view.readText(each) !== undefined);
  }
}

/** `undefined` for a text that does not parse. */
function namesOf(text: string, path: string): ModuleNames | undefined {
  const typed: readonly ParserPlugin[] = /\.[cm]?tsx?$/.test(path) ? ['typescript'] : [];
  const plugins: ParserPlugin[] = [...typed, 'jsx', 'importAttributes'];
  const declared = new Map<string, Node>();
  const imports = new Map<string, { readonly source: string; readonly name: string }>();
  const exported = new Map<string, Node>();
  let body: readonly Statement[];
  try {
    body = parse(text, { sourceType: 'unambiguous', plugins, allowReturnOutsideFunction: true }).program.body;
  } catch {
    return undefined;
  }
  for (const statement of body) readStatement(statement, { declared, imports, exported });
  return { declared, imports, exported };
}

interface Collected {
  readonly declared: Map<string, Node>;
  readonly imports: Map<string, { readonly source: string; readonly name: string }>;
  readonly exported: Map<string, Node>;
}

function readStatement(statement: Statement, { declared, imports, exported }: Collected): void {
  switch (statement.type) {
    case 'ImportDeclaration':
      for (const { type, local, ...rest } of statement.specifiers) {
        const name = type === 'ImportSpecifier' && 'imported' in rest ? nameOf(rest.imported) : 'default';
        imports.set(local.name, { source: statement.source.value, name: name ?? 'default' });
      }
      return;
    case 'VariableDeclaration':
      readVariables(statement, { declared, imports });
      return;
    case 'FunctionDeclaration':
      if (statement.id) declared.set(statement.id.name, statement);
      return;
    case 'ExportDefaultDeclaration':
      exported.set('default', statement.declaration);
      return;
    case 'ExportNamedDeclaration':
      if (statement.declaration?.type !== 'VariableDeclaration') return;
      readStatement(statement.declaration, { declared, imports, exported });
      for (const { id, init } of statement.declaration.declarations) {
        if (id.type === 'Identifier' && init) exported.set(id.name, init);
      }
      return;
    case 'ExpressionStatement': {
      const { expression } = statement;
      if (expression.type === 'AssignmentExpression' && isModuleExports(expression.left))
        exported.set('default', expression.right);
      return;
    }
    default:
      return;
  }
}

function readVariables(
  { declarations }: VariableDeclaration,
  { declared, imports }: Omit<Collected, 'exported'>,
): void {
  for (const { id, init } of declarations) {
    if (id.type !== 'Identifier' || init === null || init === undefined) continue;
    const source = requiredSource(init);
    if (source === undefined) declared.set(id.name, init);
    else imports.set(id.name, { source, name: 'default' });
  }
}

function requiredSource(init: Node): string | undefined {
  const call = init.type === 'MemberExpression' ? init.object : init;
  const isRequire =
    call.type === 'CallExpression' && call.callee.type === 'Identifier' && call.callee.name === 'require';
  const [argument] = isRequire ? call.arguments : [];
  return argument?.type === 'StringLiteral' ? argument.value : undefined;
}

function isModuleExports(node: Node): boolean {
  return node.type === 'MemberExpression' && nameOf(node.object) === 'module' && nameOf(node.property) === 'exports';
}

function nameOf(node: Node): string | undefined {
  if (node.type === 'Identifier') return node.name;
  return node.type === 'StringLiteral' ? node.value : undefined;
}
