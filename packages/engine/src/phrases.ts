import { findProduct } from './foreign/products.ts';
import { operatorWords } from './operator-phrases.ts';

/** A piece of a sentence: plain text, or text with a role that a UI may format differently. */
export type Phrase = string | MarkedPhrase;

export interface MarkedPhrase {
    readonly as: 'strong' | 'and' | 'aside' | 'field' | 'value' | 'segment';
    readonly text: string;
}

/** The members of a constraint that sentences use. */
export interface DescribedConstraint {
    readonly contextName: string;
    readonly operator: string;
    readonly values?: readonly string[] | undefined;
    readonly value?: string | undefined;
    readonly inverted?: boolean | undefined;
    readonly caseInsensitive?: boolean | undefined;
}

export interface DescribedVariant {
    readonly name: string;
    readonly weight: number;
    readonly stickiness?: string | undefined;
}

/** The members of a strategy that sentences use. */
export interface DescribedStrategy {
    readonly name: string;
    readonly parameters?: Readonly<Record<string, string>> | undefined;
    readonly constraints?: readonly DescribedConstraint[] | undefined;
    readonly segments?: readonly number[] | undefined;
    readonly variants?: readonly DescribedVariant[] | undefined;
}

/** Names that a strategy refers to but does not contain. */
export interface PhraseContext {
    /** Undefined for segments that are unknown to the reader. */
    segmentName(id: number): string | undefined;
    /** The flag of the strategy. */
    readonly flag?: string;
}

const MAX_LISTED_VALUES = 6;

/** “country is NO, SE or DK” */
export function constraintPhrases(constraint: DescribedConstraint): Phrase[] {
    const words = operatorWords(constraint.operator);
    const phrases: Phrase[] = [
        mark('field', constraint.contextName || '…'),
        ` ${constraint.inverted ? words.isNot : words.is} `,
        ...listValues(valuesOf(constraint), ' or ', '…'),
    ];
    if (constraint.caseInsensitive && words.hasCase) phrases.push(mark('aside', ' (in any case)'));
    return phrases;
}

/** The values of a constraint, from the member that its operator reads. */
export function valuesOf({ operator, values, value }: Omit<DescribedConstraint, 'contextName'>): readonly string[] {
    if (operatorWords(operator).reads === 'values') return values ?? [];
    return value === undefined || value === '' ? [] : [value];
}

/** Describes a strategy in one sentence: “25% of users where country is NO.” */
export function strategyPhrases(strategy: DescribedStrategy, { segmentName, flag }: PhraseContext): Phrase[] {
    const { segments = [], constraints = [], variants = [] } = strategy;
    const inSegments = segments.map((id): Phrase[] => ['segment ', mark('segment', segmentName(id) ?? `#${id}`)]);
    const isLimited = segments.length + constraints.length > 0;
    const users = audiencePhrases(strategy, flag);
    const { stickiness = 'default' } = strategy.parameters ?? {};
    return [
        ...(isLimited && toPlainText(users) === EVERYONE.text ? [mark('strong', 'Users')] : users),
        ...(segments.length > 0 ? [' in ', ...allOf(inSegments)] : []),
        ...(constraints.length > 0 ? [' where ', ...allOf(constraints.map(constraintPhrases))] : []),
        ...(variants.length > 0 ? ['; split ', ...splitPhrases(variants, stickiness)] : []),
        '.',
    ];
}

/** “into blue 33.3% and red 66.7%”; a stickiness other than the default is named. */
export function splitPhrases(variants: readonly DescribedVariant[], defaultStickiness: string): Phrase[] {
    // The first variant defines the stickiness of all, as in the SDKs.
    const stickiness = variants[0]?.stickiness || defaultStickiness;
    return [
        ...(stickiness === defaultStickiness ? [] : [...stickyTo(stickiness), ' ']),
        'into ',
        ...joinPhrases(
            variants.map(({ name, weight }) => [mark('value', name), ` ${percent(weight)}`]),
            ' and ',
        ),
    ];
}

/** A weight out of 1000 as a percentage. */
export const percent = (weight: number): string => `${Number((weight / 10).toFixed(1))}%`;

/** The sentence as plain text. */
export const toPlainText = (phrases: readonly Phrase[]): string =>
    phrases.map((phrase) => (typeof phrase === 'string' ? phrase : phrase.text)).join('');

/** Joins conditions that all must match. */
export function allOf(conditions: readonly Phrase[][]): Phrase[] {
    return conditions.flatMap((phrases, i) => (i === 0 ? phrases : [mark('and', ' and '), ...phrases]));
}

function joinPhrases(items: readonly Phrase[][], last: string): Phrase[] {
    return items.flatMap((item, i) => (i === 0 ? item : [i === items.length - 1 ? last : ', ', ...item]));
}

/** Lists values; of long lists only the first. */
export function listValues(values: readonly string[], last: string, none: string): Phrase[] {
    if (values.length === 0) return [none];
    const firstValues = values.slice(0, MAX_LISTED_VALUES).map((value): Phrase[] => [mark('value', value)]);
    if (values.length <= MAX_LISTED_VALUES) return joinPhrases(firstValues, last);
    return [...joinPhrases(firstValues, ', '), ` and ${values.length - MAX_LISTED_VALUES} more`];
}

export const mark = (as: MarkedPhrase['as'], text: string): MarkedPhrase => ({ as, text });

const EVERYONE = mark('strong', 'Everyone');

function audiencePhrases({ name, parameters = {} }: DescribedStrategy, flag: string | undefined): Phrase[] {
    const { rollout = '100', stickiness = 'default', groupId, percentage = '0' } = parameters;
    switch (name) {
        case 'default':
            return [EVERYONE];
        case 'flexibleRollout':
            // Bucketing depends on the group: another group includes other users.
            return sharePhrases(
                Number(rollout),
                stickiness,
                flag === undefined || groupId === flag ? undefined : groupId,
            );
        case 'gradualRolloutUserId':
            return sharePhrases(Number(percentage), 'userId', groupId);
        case 'gradualRolloutSessionId':
            return sharePhrases(Number(percentage), 'sessionId', groupId);
        case 'gradualRolloutRandom':
            return sharePhrases(Number(percentage), 'random', undefined);
        case 'importedRollout':
            return importedRollout(parameters);
        case 'userWithId':
            return namedItemPhrases('User', 'Users', parameters['userIds']);
        case 'remoteAddress':
            return namedItemPhrases('Address', 'Addresses', parameters['IPs']);
        case 'applicationHostname':
            return namedItemPhrases('Host', 'Hosts', parameters['hostNames']);
        default:
            return ['Users matched by ', mark('strong', name), ...parameterPhrases(parameters)];
    }
}

function sharePhrases(rollout: number, stickiness: string, group: string | undefined): Phrase[] {
    if (rollout >= 100) return [EVERYONE];
    if (!(rollout > 0)) return [mark('strong', 'Nobody')];
    return [
        mark('strong', `${rollout}%`),
        ' of users',
        ...(stickiness === 'default' ? [] : [' ', ...stickyTo(stickiness)]),
        ...(group ? [' in group ', mark('value', group)] : []),
    ];
}

/** Percentages with the hash of another product; if it cannot be computed, no user is included. */
function importedRollout({ algorithm = '', attribute = 'userId', ranges = '', of }: Record<string, string>): Phrase[] {
    const { product, bucketCount } = findProduct(algorithm) ?? { product: 'another product', bucketCount: Number.NaN };
    const total = ranges.split(',').reduce((sum, range) => {
        const [from, to = ''] = range.split('..');
        return sum + Number(to.replace('=', '')) - Number(from);
    }, 0);
    const rollout = Number(((total / Number(of ?? bucketCount)) * 100).toFixed(2));
    return [
        ...(Number.isNaN(rollout) ? [mark('strong', 'A share of users')] : sharePhrases(rollout, 'default', undefined)),
        ' by ',
        mark('field', attribute),
        ` as ${product} buckets them`,
        mark('aside', ' (only where Halyard evaluates: frontend API, OFREP, edge)'),
    ];
}

const stickyTo = (field: string): Phrase[] => (field === 'random' ? ['at random'] : ['by ', mark('field', field)]);

function namedItemPhrases(one: string, many: string, list = ''): Phrase[] {
    const items = list
        .split(',')
        .map((item) => item.trim())
        .filter((item) => item !== '');
    return [mark('strong', items.length === 1 ? one : many), ' ', ...listValues(items, ', ', '(none listed)')];
}

function parameterPhrases(parameters: Readonly<Record<string, string>>): Phrase[] {
    const entries = Object.entries(parameters);
    if (entries.length === 0) return [];
    return [
        ' with ',
        ...joinPhrases(
            entries.map(([name, value]) => [`${name} `, mark('value', value)]),
            ', ',
        ),
    ];
}
