import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parse as parseYaml, stringify } from 'yaml';

/*
 * As much of Helm as our chart uses, for where there is no helm: templates of Go with a few functions of sprig. What it does not know
 * it refuses, so that a chart which renders here says nothing that was not understood.
 */

type Value = unknown;
type Record_ = Record<string, Value>;
interface Scope {
    dot: Value;
    root: Record_;
    variables: Record<string, Value>;
}
type Node =
    | { kind: 'text'; text: string }
    | { kind: 'say'; expression: string }
    | { kind: 'set'; name: string; expression: string }
    | { kind: 'if' | 'with' | 'range'; names: string[]; expression: string; then: Node[]; otherwise: Node[] };
interface Token {
    text?: string;
    action?: string;
}

export class ChartRefuses extends Error {}

/** What each file of the chart becomes, as texts of YAML by their names. */
export function renderChart(folder: string, values: Record_ = {}): Record<string, string> {
    const read = (file: string) => readFileSync(path.join(folder, file), 'utf8');
    const chart = parseYaml(read('Chart.yaml')) as Record<string, string>;
    const root: Record_ = {
        Values: merged(parseYaml(read('values.yaml')) as Record_, values),
        Chart: { Name: chart['name'], Version: chart['version'], AppVersion: chart['appVersion'] },
        Release: { Name: 'prod', Namespace: 'flags', Service: 'Helm' },
        Template: { BasePath: 'halyard/templates' },
    };
    const templates: Record<string, Node[]> = {};
    const files = readdirSync(path.join(folder, 'templates')).sort();
    for (const file of files) {
        templates[`halyard/templates/${file}`] = parseTemplate(read(`templates/${file}`), templates);
    }
    const render = new Renderer(templates, root);
    return Object.fromEntries(
        files
            .filter((file) => !file.startsWith('_'))
            .map((file) => [file, render.include(`halyard/templates/${file}`, root)]),
    );
}

function merged(into: Record_, from: Record_): Record_ {
    const isMap = (value: Value): value is Record_ =>
        typeof value === 'object' && value !== null && !Array.isArray(value);
    const result = { ...into };
    for (const [name, value] of Object.entries(from)) {
        const before = result[name];
        result[name] = isMap(before) && isMap(value) ? merged(before, value) : value;
    }
    return result;
}

function tokens(source: string): Token[] {
    const found: Token[] = [];
    let at = 0;
    let trimsNext = false;
    const add = (text: string, trimsEnd: boolean) => {
        const begun = trimsNext ? text.trimStart() : text;
        found.push({ text: trimsEnd ? begun.trimEnd() : begun });
    };
    for (const match of source.matchAll(/\{\{(-\s)?(.*?)(\s-)?\}\}/gs)) {
        add(source.slice(at, match.index), match[1] !== undefined);
        found.push({ action: match[2]!.trim() });
        trimsNext = match[3] !== undefined;
        at = match.index + match[0].length;
    }
    add(source.slice(at), false);
    return found;
}

function parseTemplate(source: string, templates: Record<string, Node[]>): Node[] {
    const rest = tokens(source);

    function block(): { nodes: Node[]; end: string } {
        const nodes: Node[] = [];
        for (;;) {
            const token = rest.shift();
            if (token === undefined) return { nodes, end: '' };
            if (token.text !== undefined) nodes.push({ kind: 'text', text: token.text });
            else {
                const action = token.action!;
                if (action === 'end' || /^else\b/.test(action)) return { nodes, end: action };
                const node = parseAction(action);
                if (node) nodes.push(node);
            }
        }
    }

    function branches(kind: 'if' | 'with' | 'range', subject: string): Node {
        const range = /^((?:\$\w+\s*,?\s*)+):=\s*(.*)$/s.exec(subject);
        const names = range ? range[1]!.split(',').map((name) => name.trim()) : [];
        const { nodes: then, end } = block();
        const again = /^else if (.*)$/s.exec(end)?.[1];
        const otherwise = again !== undefined ? [branches('if', again)] : end === 'else' ? block().nodes : [];
        return { kind, names, expression: range?.[2] ?? subject, then, otherwise };
    }

    function parseAction(action: string): Node | undefined {
        if (action.startsWith('/*')) return undefined;
        const [, word = '', subject = ''] = /^(\w+)\s+(.*)$/s.exec(action) ?? [];
        if (word === 'if' || word === 'with' || word === 'range') return branches(word, subject);
        if (word === 'define') {
            templates[subject.slice(1, -1)] = block().nodes;
            return undefined;
        }
        const set = /^(\$\w+)\s*:=\s*(.*)$/s.exec(action);
        return set ? { kind: 'set', name: set[1]!, expression: set[2]! } : { kind: 'say', expression: action };
    }

    return block().nodes;
}

class Renderer {
    readonly #templates: Record<string, Node[]>;
    readonly #root: Record_;

    constructor(templates: Record<string, Node[]>, root: Record_) {
        this.#templates = templates;
        this.#root = root;
    }

    include(name: string, dot: Value): string {
        const template = this.#templates[name];
        if (!template) throw new Error(`there is no template ${name}`);
        return this.#render(template, { dot, root: dot === this.#root ? this.#root : (dot as Record_), variables: {} });
    }

    #render(nodes: Node[], scope: Scope): string {
        return nodes.map((node) => this.#renderOne(node, scope)).join('');
    }

    #renderOne(node: Node, scope: Scope): string {
        if (node.kind === 'text') return node.text;
        const value = this.#pipeline(node.expression, scope);
        if (node.kind === 'say') return said(value);
        if (node.kind === 'set') {
            scope.variables[node.name] = value;
            return '';
        }
        if (!isTrue(value)) return this.#render(node.otherwise, scope);
        if (node.kind === 'if') return this.#render(node.then, scope);
        if (node.kind === 'with') return this.#render(node.then, { ...scope, dot: value });
        const entries: [Value, Value][] = Array.isArray(value)
            ? [...value.entries()]
            : Object.entries(value as Record_).sort(([a], [b]) => (a < b ? -1 : 1));
        return entries
            .map(([key, each]) => {
                const [first, second] = node.names;
                const own = second ? { [first!]: key, [second]: each } : first ? { [first]: each } : {};
                return this.#render(node.then, { ...scope, dot: each, variables: { ...scope.variables, ...own } });
            })
            .join('');
    }

    #pipeline(expression: string, scope: Scope): Value {
        return parts(expression, '|').reduce<{ value?: Value }>((before, command) => {
            const words = parts(command, ' ');
            const given = 'value' in before ? [before.value] : [];
            return { value: this.#command(words, given, scope) };
        }, {}).value;
    }

    #command([word = '', ...others]: string[], given: Value[], scope: Scope): Value {
        if (!/^[a-z]\w*$/i.test(word) || word === 'true' || word === 'false') return this.#operand(word, scope);
        const run = this.#functions[word];
        if (!run) throw new Error(`the renderer of the tests does not know ${word}`);
        // Templates have no types: what a function is given wrongly shows in what it gives.
        return run(...([...others.map((other) => this.#operand(other, scope)), ...given] as never[]));
    }

    #operand(word: string, scope: Scope): Value {
        if (word.startsWith('(')) return this.#pipeline(word.slice(1, -1), scope);
        if (word.startsWith('"')) return JSON.parse(word);
        if (/^-?\d+$/.test(word)) return Number(word);
        if (word === 'true' || word === 'false') return word === 'true';
        const match = /^(\$\w*)?((?:\.\w+)*)\.?$/.exec(word);
        if (!match) throw new Error(`the renderer of the tests does not understand ${word}`);
        const [, variable, members = ''] = match;
        const start = variable === undefined ? scope.dot : variable === '$' ? scope.root : scope.variables[variable];
        return members
            .split('.')
            .slice(1)
            .reduce<Value>((value, name) => (value as Record_ | undefined)?.[name], start);
    }

    readonly #functions: Record<string, (...given: never[]) => Value> = {
        include: (name: string, dot: Value) => this.include(name, dot),
        toYaml: (value: Value) => stringify(value, { lineWidth: 0, indentSeq: true }).trimEnd(),
        nindent: (by: number, text: string) => `\n${text.replace(/^(?=.)/gm, ' '.repeat(by))}`,
        quote: (value: Value) => JSON.stringify(said(value)),
        default: (otherwise: Value, value: Value) => (isTrue(value) ? value : otherwise),
        printf: (format: string, ...values: Value[]) => format.replace(/%[sv]/g, () => said(values.shift())),
        print: (...values: Value[]) => values.map(said).join(''),
        trunc: (length: number, text: string) => text.slice(0, length),
        trimSuffix: (suffix: string, text: string) => (text.endsWith(suffix) ? text.slice(0, -suffix.length) : text),
        contains: (part: string, whole: string) => whole.includes(part),
        and: (...values: Value[]) => values.find((value) => !isTrue(value)) ?? values.at(-1),
        or: (...values: Value[]) => values.find(isTrue) ?? values.at(-1),
        not: (value: Value) => !isTrue(value),
        gt: (a: number, b: number) => a > b,
        int: Number,
        toString: said,
        b64enc: (text: string) => Buffer.from(text).toString('base64'),
        sha256sum: (text: string) => createHash('sha256').update(text).digest('hex'),
        fail: (message: string) => {
            throw new ChartRefuses(message);
        },
    };
}

/** Splits where quotes and parentheses are closed. */
function parts(text: string, separator: string): string[] {
    const found: string[] = [''];
    let depth = 0;
    let quoted = false;
    for (const character of text) {
        if (character === '"') quoted = !quoted;
        else if (!quoted && character === '(') depth++;
        else if (!quoted && character === ')') depth--;
        if (character === separator && depth === 0 && !quoted) found.push('');
        else found[found.length - 1] += character;
    }
    return found.map((part) => part.trim()).filter(Boolean);
}

function isTrue(value: Value): boolean {
    if (typeof value === 'object' && value !== null) return Object.keys(value).length > 0;
    return Boolean(value);
}

const said = (value: Value): string => (value === undefined || value === null ? '' : String(value));
