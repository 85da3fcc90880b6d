import { parser } from '@prometheus-io/lezer-promql';
import { invalid } from '../../../../core/errors/errors.ts';
import { parseDuration } from './duration.ts';
import {
    AGGREGATIONS,
    ARITHMETIC,
    type Expression,
    type LabelMatcher,
    MATCH_OPERATORS,
    RANGE_FUNCTIONS,
    type Selector,
} from './expression.ts';
import { readStringLiteral } from './string-literal.ts';

type SyntaxNode = ReturnType<typeof parser.parse>['topNode'];

const MAX_DEPTH = 50;

const SUPPORTED = `Supported are selectors, ${[...RANGE_FUNCTIONS, 'histogram_quantile', ...AGGREGATIONS].join(', ')}, and arithmetic.`;
const unsupported = (what: string) => invalid(`${what} is not supported. ${SUPPORTED}`, '/query/query');
const malformed = (message: string) => invalid(message, '/query/query');

/** Reads the supported part of PromQL; the rest is refused with a message that names it. */
export function parsePromql(text: string): Expression {
    const tree = parser.parse(text);
    tree.iterate({
        enter: ({ type, from }) => {
            if (type.isError) throw malformed(`The query is not valid PromQL at position ${from + 1}.`);
        },
    });
    const expression = tree.topNode.firstChild;
    if (!expression) throw malformed('The query is empty.');
    return new Reader(text).expression(expression, 0);
}

const childrenOf = (node: SyntaxNode): SyntaxNode[] => {
    const children: SyntaxNode[] = [];
    for (let child = node.firstChild; child; child = child.nextSibling) children.push(child);
    return children;
};

const isOneOf = <T extends string>(list: readonly T[], text: string): text is T =>
    (list as readonly string[]).includes(text);

class Reader {
    readonly #text: string;

    constructor(text: string) {
        this.#text = text;
    }

    expression(node: SyntaxNode, depth: number): Expression {
        if (depth > MAX_DEPTH) throw malformed(`The query is nested more than ${MAX_DEPTH} levels deep.`);
        const children = childrenOf(node);
        switch (node.name) {
            case 'ParenExpr':
                return this.expression(children[0]!, depth + 1);
            case 'NumberDurationLiteral':
                return { kind: 'number', value: this.#number(node) };
            case 'UnaryExpr':
                return this.#unary(children, depth);
            case 'VectorSelector':
                return this.#selector(node, 0);
            case 'OffsetExpr':
                return this.#offset(children);
            case 'BinaryExpr':
                return this.#binary(children, depth);
            case 'AggregateExpr':
                return this.#aggregate(children, depth);
            case 'FunctionCall':
                return this.#call(children, depth);
            case 'MatrixSelector':
                throw malformed('A range such as [5m] needs a function, for example rate(metric[5m]).');
            case 'StringLiteral':
                throw unsupported('A text as a value');
            case 'SubqueryExpr':
                throw unsupported('A subquery');
            case 'StepInvariantExpr':
                throw unsupported('The modifier @');
            default:
                throw unsupported(`\`${this.#of(node)}\``);
        }
    }

    #of = ({ from, to }: SyntaxNode) => this.#text.slice(from, to);

    #number(node: SyntaxNode): number {
        const text = this.#of(node).replaceAll('_', '').toLowerCase();
        const special = /^([+-]?)(inf|nan)$/.exec(text);
        if (special) return special[2] === 'nan' ? Number.NaN : special[1] === '-' ? -Infinity : Infinity;
        const number = Number(text);
        return Number.isNaN(number) ? parseDuration(text) : number;
    }

    #unary([operator, operand]: SyntaxNode[], depth: number): Expression {
        const right = this.expression(operand!, depth + 1);
        if (this.#of(operator!) !== '-') return right;
        return { kind: 'arithmetic', operator: '*', left: { kind: 'number', value: -1 }, right };
    }

    #binary(children: SyntaxNode[], depth: number): Expression {
        const [left, operator, ...rest] = children;
        const name = this.#of(operator!);
        if (!isOneOf(ARITHMETIC, name)) throw unsupported(`The operator ${name}`);
        if (rest.length > 1) throw unsupported(`\`${this.#of(rest[0]!)}\``);
        return {
            kind: 'arithmetic',
            operator: name,
            left: this.expression(left!, depth + 1),
            right: this.expression(rest[0]!, depth + 1),
        };
    }

    #aggregate(children: SyntaxNode[], depth: number): Expression {
        const name = this.#of(children[0]!);
        if (!isOneOf(AGGREGATIONS, name)) throw unsupported(`The aggregation ${name}`);
        const modifier = children.find((child) => child.name === 'AggregateModifier');
        const [keyword, grouping] = modifier ? childrenOf(modifier) : [];
        const labels = grouping
            ? childrenOf(grouping).flatMap((label) =>
                  label.name === 'LabelName'
                      ? this.#of(label)
                      : label.name === 'QuotedLabelName'
                        ? readStringLiteral(this.#of(label))
                        : [],
              )
            : [];
        const [argument, ...more] = this.#arguments(children);
        if (!argument || more.length > 0) throw malformed(`${name} takes one argument.`);
        return {
            ...{ kind: 'aggregate', name, labels },
            isWithout: keyword !== undefined && this.#of(keyword) === 'without',
            argument: this.expression(argument, depth + 1),
        };
    }

    /** The arguments; the grammar also lists the brackets and commas. */
    #arguments(children: SyntaxNode[]): SyntaxNode[] {
        const body = children.find((child) => child.name === 'FunctionCallBody');
        return body ? childrenOf(body).filter(({ name }) => !['(', ')', ','].includes(name)) : [];
    }

    #call(children: SyntaxNode[], depth: number): Expression {
        const name = this.#of(children[0]!);
        const [first, second, ...more] = this.#arguments(children);
        if (name === 'histogram_quantile') {
            if (!first || !second || more.length > 0) throw malformed(`${name} takes a number and a vector.`);
            return {
                kind: 'quantile',
                quantile: this.expression(first, depth + 1),
                argument: this.expression(second, depth + 1),
            };
        }
        if (!isOneOf(RANGE_FUNCTIONS, name)) throw unsupported(`The function ${name}`);
        if (!first || second) throw malformed(`${name} takes one argument with a range, such as ${name}(metric[5m]).`);
        return { kind: 'overRange', name, ...this.#range(first, name) };
    }

    #range(node: SyntaxNode, name: string): { selector: Selector; range: number } {
        const [inner, offset] = node.name === 'OffsetExpr' ? this.#offsetOf(childrenOf(node)) : [node, 0];
        if (inner.name === 'SubqueryExpr') throw unsupported('A subquery');
        const [selected, range] = childrenOf(inner);
        if (inner.name !== 'MatrixSelector' || selected?.name !== 'VectorSelector' || !range) {
            throw malformed(`${name} needs a metric with a range, such as ${name}(metric[5m]).`);
        }
        return { selector: this.#selector(selected, offset), range: this.#duration(range) };
    }

    #offsetOf([inner, ...rest]: SyntaxNode[]): [SyntaxNode, number] {
        return [inner!, this.#duration(rest.at(-1)!)];
    }

    #offset(children: SyntaxNode[]): Selector {
        const [inner, offset] = this.#offsetOf(children);
        if (inner.name !== 'VectorSelector') throw unsupported('An offset of anything but a metric');
        return this.#selector(inner, offset);
    }

    #duration(node: SyntaxNode): number {
        const text = this.#of(node);
        const seconds = /^\d/.test(text) ? parseDuration(text) : Number.NaN;
        if (!(seconds > 0)) throw unsupported(`The duration ${text}`);
        return seconds;
    }

    #selector(node: SyntaxNode, offset: number): Selector {
        const matchers: LabelMatcher[] = [];
        for (const child of childrenOf(node)) {
            if (child.name === 'Identifier')
                matchers.push({ label: '__name__', operator: '=', value: this.#of(child) });
            if (child.name !== 'LabelMatchers') continue;
            for (const matcher of childrenOf(child)) {
                if (matcher.name === 'QuotedLabelName') {
                    matchers.push({ label: '__name__', operator: '=', value: readStringLiteral(this.#of(matcher)) });
                } else if (matcher.name.endsWith('LabelMatcher')) matchers.push(this.#matcher(matcher));
            }
        }
        return { kind: 'selector', matchers, offset };
    }

    #matcher(node: SyntaxNode): LabelMatcher {
        const [label, operator, value] = childrenOf(node);
        const name = this.#of(label!);
        const operation = this.#of(operator!);
        if (!isOneOf(MATCH_OPERATORS, operation)) throw unsupported(`The operator ${operation}`);
        return {
            label: label!.name === 'QuotedLabelName' ? readStringLiteral(name) : name,
            operator: operation,
            value: readStringLiteral(this.#of(value!)),
        };
    }
}
