import type {
  BinaryExpression,
  ConditionalExpression,
  LogicalExpression,
  Node,
  ObjectExpression,
  UnaryExpression,
} from '@babel/types';

/** Placeholder for a value that only running the code would give. */
export const UNREAD: unique symbol = Symbol('unread');

/** A call of an imported function, as integrations and plugins are written. */
export interface WrittenCall {
  /** The module that the function is imported from. */
  readonly $call: string;
  readonly arguments: readonly unknown[];
}

/** The values of the names of a module. */
export interface Scope {
  /** `undefined` for a name that nothing declares. */
  readonly declaration: (name: string) => Node | undefined;
  /** The value of an imported name: of a file of the repository, else `UNREAD`; and whether it was read whole. */
  readonly imported: (name: string) => { readonly value: unknown; readonly isWhole: boolean };
  /** The module that a name is imported from. */
  readonly importSource: (name: string) => string | undefined;
  /** Text or JSON that `require` gives. */
  readonly required: (source: string) => unknown;
}

/** Functions that give back their configuration, by how they are called. */
const PASSES_ON = /^(?:define|with|extend)[A-Z]/;
const MAX_DEPTH = 200;
/** In UTF-16 units, of a text that is put together. */
const MAX_TEXT = 1_000_000;

/** Reads literal values out of an expression, and notes the keys whose values are not literal. */
export class LiteralReader {
  private readonly noted = new Set<string>();
  private depth = 0;

  /** @param onPart is called for each part of an expression that is read, again for a name that is read again */
  constructor(
    private readonly scope: Scope,
    private readonly onPart: () => void,
  ) {}

  /** Paths of keys that could not be read: `themeConfig.sidebar`. */
  get unread(): readonly string[] {
    return [...this.noted];
  }

  read(node: Node | null | undefined, path: string): unknown {
    if (node === null || node === undefined) return undefined;
    if (this.depth > MAX_DEPTH) return this.note(path);
    this.depth++;
    this.onPart();
    const value = this.valueOf(node, path);
    this.depth--;
    return value;
  }

  private note(path: string): typeof UNREAD {
    this.noted.add(path);
    return UNREAD;
  }

  private valueOf(node: Node, path: string): unknown {
    switch (node.type) {
      case 'StringLiteral':
      case 'NumericLiteral':
      case 'BooleanLiteral':
        return node.value;
      case 'NullLiteral':
        return null;
      case 'TSAsExpression':
      case 'TSSatisfiesExpression':
      case 'TSNonNullExpression':
      case 'ParenthesizedExpression':
      case 'AwaitExpression':
        return this.read('argument' in node ? node.argument : node.expression, path);
      case 'TemplateLiteral':
        return this.template(
          node.expressions,
          node.quasis.map(({ value }) => value.cooked ?? ''),
          path,
        );
      case 'ObjectExpression':
        return this.object(node, path);
      case 'ArrayExpression':
        return this.array(node.elements, path);
      case 'Identifier':
        return this.identifier(node.name, path);
      case 'MemberExpression':
      case 'OptionalMemberExpression':
        return this.member(node.object, node.computed ? node.property : undefined, node.property, path);
      case 'CallExpression':
        return this.call(node.callee, node.arguments, path);
      case 'ConditionalExpression':
        return this.conditional(node, path);
      case 'LogicalExpression':
        return this.logical(node, path);
      case 'UnaryExpression':
        return this.unary(node, path);
      case 'BinaryExpression':
        return this.binary(node, path);
      case 'RegExpLiteral':
        return { $pattern: node.pattern };
      case 'ArrowFunctionExpression':
      case 'FunctionExpression':
      case 'FunctionDeclaration':
        return path === '' ? this.returned(node.body) : this.note(path);
      default:
        return this.note(path);
    }
  }

  private template(expressions: readonly Node[], texts: readonly string[], path: string): unknown {
    const values = expressions.map((expression) => this.read(expression, path));
    if (values.some((value) => typeof value !== 'string' && typeof value !== 'number')) return this.note(path);
    // Not joined: a sum is not copied before it is read, and what is too long never is.
    const whole = texts.reduce((sum, text, at) => sum + text + String(values[at] ?? ''), '');
    return whole.length > MAX_TEXT ? this.note(path) : whole;
  }

  private object({ properties }: ObjectExpression, path: string): unknown {
    const result: Record<string, unknown> = {};
    for (const property of properties) {
      if (property.type === 'SpreadElement') {
        const spread = this.read(property.argument, `${path}${path === '' ? '' : '.'}…`);
        if (typeof spread === 'object' && spread !== null) Object.assign(result, spread);
        continue;
      }
      const key = property.computed ? this.read(property.key, path) : nameOf(property.key);
      if (typeof key !== 'string' && typeof key !== 'number') continue;
      const inner = path === '' ? String(key) : `${path}.${key}`;
      const value = property.type === 'ObjectMethod' ? this.note(inner) : this.read(property.value, inner);
      if (value !== UNREAD) result[key] = value;
    }
    return result;
  }

  private array(elements: readonly (Node | null)[], path: string): unknown {
    return elements.flatMap((element, at) => {
      const isSpread = element?.type === 'SpreadElement';
      const value = this.read(isSpread ? element.argument : element, `${path}[${at}]`);
      if (value === UNREAD) return [];
      return isSpread && Array.isArray(value) ? (value as unknown[]) : [value];
    });
  }

  private identifier(name: string, path: string): unknown {
    if (name === 'undefined') return undefined;
    const declaration = this.scope.declaration(name);
    if (declaration !== undefined) return this.read(declaration, path);
    const { value, isWhole } = this.scope.imported(name);
    if (!isWhole) this.note(path);
    return value;
  }

  /** `process.env.NAME` counts as unset: a build reads the same with or without it. */
  private member(object: Node, computed: Node | undefined, property: Node, path: string): unknown {
    if (isProcessEnv(object)) return undefined;
    const key = computed === undefined ? nameOf(property) : this.read(computed, path);
    const value = this.read(object, path);
    if (typeof value !== 'object' || value === null || (typeof key !== 'string' && typeof key !== 'number'))
      return this.note(path);
    return (value as Record<string, unknown>)[key];
  }

  private call(callee: Node, args: readonly Node[], path: string): unknown {
    if (
      callee.type === 'MemberExpression' &&
      nameOf(callee.property) === 'resolve' &&
      nameOf(callee.object) === 'require'
    ) {
      return this.read(args[0], path);
    }
    const name = nameOf(callee);
    if (name === 'require') {
      const source = this.read(args[0], path);
      const value = typeof source === 'string' ? this.scope.required(source) : UNREAD;
      return value === UNREAD ? this.note(path) : value;
    }
    if (name === undefined) return this.note(path);
    const source = this.scope.importSource(name);
    if (PASSES_ON.test(name) || path === '') return this.read(args[0], path);
    const isPlugin = /^(?:integrations|plugins|presets)\[/.test(path);
    if (!isPlugin || source === undefined || source.startsWith('.')) return this.note(path);
    return { $call: source, arguments: args.map((each) => this.read(each, path)) } satisfies WrittenCall;
  }

  private conditional({ test, consequent, alternate }: ConditionalExpression, path: string): unknown {
    const value = this.read(test, path);
    return value === UNREAD ? value : this.read(value ? consequent : alternate, path);
  }

  private logical({ left, operator, right }: LogicalExpression, path: string): unknown {
    const value = this.read(left, path);
    if (value === UNREAD) return value;
    const isLeft = operator === '??' ? value !== null && value !== undefined : operator === '||' ? value : !value;
    return isLeft ? value : this.read(right, path);
  }

  private unary({ argument, operator }: UnaryExpression, path: string): unknown {
    const value = this.read(argument, path);
    if (value === UNREAD) return value;
    if (operator === '!') return !value;
    return operator === '-' && typeof value === 'number' ? -value : this.note(path);
  }

  private binary({ left, operator, right }: BinaryExpression, path: string): unknown {
    const [first, second] = [this.read(left, path), this.read(right, path)];
    if (first === UNREAD || second === UNREAD) return UNREAD;
    if (/^==/.test(operator)) return first === second;
    if (/^!=/.test(operator)) return first !== second;
    const isText = typeof first === 'string' && typeof second === 'string';
    if (operator !== '+' || !isText || first.length + second.length > MAX_TEXT) return this.note(path);
    return first + second;
  }

  /** What a function that makes the configuration returns. */
  private returned(body: Node): unknown {
    if (body.type !== 'BlockStatement') return this.read(body, '');
    const statement = body.body.findLast(({ type }) => type === 'ReturnStatement');
    return statement?.type === 'ReturnStatement' ? this.read(statement.argument, '') : this.note('the returned value');
  }
}

function isProcessEnv(node: Node): boolean {
  return node.type === 'MemberExpression' && nameOf(node.object) === 'process' && nameOf(node.property) === 'env';
}

function nameOf(node: Node): string | undefined {
  if (node.type === 'Identifier') return node.name;
  return node.type === 'StringLiteral' || node.type === 'NumericLiteral' ? String(node.value) : undefined;
}
