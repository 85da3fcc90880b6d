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

const SHOWN_VALUES = 6;

/** “country is NO, SE or DK” */
export function constraintPhrases(constraint: DescribedConstraint): Phrase[] {
    const words = operatorWords(constraint.operator);
    const phrases: Phrase[] = [
        marked('field', constraint.contextName || '…'),
        ` ${constraint.inverted ? words.isNot : words.is} `,
        ...listed(valuesOf(constraint), ' or ', '…'),
    ];
    if (constraint.caseInsensitive && words.hasCase) phrases.push(marked('aside', ' (in any case)'));
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
    const inSegments = segments.map((id): Phrase[] => ['segment ', marked('segment', segmentName(id) ?? `#${id}`)]);
    const isLimited = segments.length + constraints.length > 0;
    const users = who(strategy, flag);
    const { stickiness = 'default' } = strategy.parameters ?? {};
    return [
        ...(isLimited && plain(users) === EVERYONE.text ? [marked('strong', 'Users')] : users),
        ...(segments.length > 0 ? [' in ', ...allOf(inSegments)] : []),
        ...(constraints.length > 0 ? [' where ', ...allOf(constraints.map(constraintPhrases))] : []),
        ...(variants.length > 0 ? ['; split ', ...splitPhrases(variants, stickiness)] : []),
        '.',
    ];
}

/** “into blue 33.3% and red 66.7%”; `usual` is the default stickiness. */
export function splitPhrases(variants: readonly DescribedVariant[], usual: string): Phrase[] {
    // The first variant defines the stickiness of all, as in the SDKs.
    const stickiness = variants[0]?.stickiness || usual;
    return [
        ...(stickiness === usual ? [] : [...stickyTo(stickiness), ' ']),
        'into ',
        ...joined(
            variants.map(({ name, weight }) => [marked('value', name), ` ${percent(weight)}`]),
            ' and ',
        ),
    ];
}

/** A weight out of 1000 as a percentage. */
export const percent = (weight: number): string => `${Number((weight / 10).toFixed(1))}%`;

/** The sentence as plain text. */
export const plain = (phrases: readonly Phrase[]): string =>
    phrases.map((phrase) => (typeof phrase === 'string' ? phrase : phrase.text)).join('');

/** Joins conditions that all must match. */
export function allOf(conditions: readonly Phrase[][]): Phrase[] {
    return conditions.flatMap((phrases, i) => (i === 0 ? phrases : [marked('and', ' and '), ...phrases]));
}

function joined(items: readonly Phrase[][], last: string): Phrase[] {
    return items.flatMap((item, i) => (i === 0 ? item : [i === items.length - 1 ? last : ', ', ...item]));
}

/** Lists values; of long lists only the first. */
export function listed(values: readonly string[], last: string, none: string): Phrase[] {
    if (values.length === 0) return [none];
    const shown = values.slice(0, SHOWN_VALUES).map((value): Phrase[] => [marked('value', value)]);
    if (values.length <= SHOWN_VALUES) return joined(shown, last);
    return [...joined(shown, ', '), ` and ${values.length - SHOWN_VALUES} more`];
}

export const marked = (as: MarkedPhrase['as'], text: string): MarkedPhrase => ({ as, text });

const EVERYONE = marked('strong', 'Everyone');

function who({ name, parameters = {} }: DescribedStrategy, flag: string | undefined): Phrase[] {
    const { rollout = '100', stickiness = 'default', groupId, percentage = '0' } = parameters;
    switch (name) {
        case 'default':
            return [EVERYONE];
        case 'flexibleRollout':
            // Bucketing depends on the group: another group includes other users.
            return share(Number(rollout), stickiness, flag === undefined || groupId === flag ? undefined : groupId);
        case 'gradualRolloutUserId':
            return share(Number(percentage), 'userId', groupId);
        case 'gradualRolloutSessionId':
            return share(Number(percentage), 'sessionId', groupId);
        case 'gradualRolloutRandom':
            return share(Number(percentage), 'random', undefined);
        case 'importedRollout':
            return importedRollout(parameters);
        case 'userWithId':
            return named('User', 'Users', parameters['userIds']);
        case 'remoteAddress':
            return named('Address', 'Addresses', parameters['IPs']);
        case 'applicationHostname':
            return named('Host', 'Hosts', parameters['hostNames']);
        default:
            return ['Users matched by ', marked('strong', name), ...custom(parameters)];
    }
}

function share(rollout: number, stickiness: string, group: string | undefined): Phrase[] {
    if (rollout >= 100) return [EVERYONE];
    if (!(rollout > 0)) return [marked('strong', 'Nobody')];
    return [
        marked('strong', `${rollout}%`),
        ' of users',
        ...(stickiness === 'default' ? [] : [' ', ...stickyTo(stickiness)]),
        ...(group ? [' in group ', marked('value', group)] : []),
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
        ...(Number.isNaN(rollout) ? [marked('strong', 'A share of users')] : share(rollout, 'default', undefined)),
        ' by ',
        marked('field', attribute),
        ` as ${product} buckets them`,
        marked('aside', ' (only where Halyard evaluates: frontend API, OFREP, edge)'),
    ];
}

const stickyTo = (field: string): Phrase[] => (field === 'random' ? ['at random'] : ['by ', marked('field', field)]);

function named(one: string, many: string, list = ''): Phrase[] {
    const items = list
        .split(',')
        .map((item) => item.trim())
        .filter((item) => item !== '');
    return [marked('strong', items.length === 1 ? one : many), ' ', ...listed(items, ', ', '(none listed)')];
}

function custom(parameters: Readonly<Record<string, string>>): Phrase[] {
    const entries = Object.entries(parameters);
    if (entries.length === 0) return [];
    return [
        ' with ',
        ...joined(
            entries.map(([name, value]) => [`${name} `, marked('value', value)]),
            ', ',
        ),
    ];
}
