import type { FoundEvent } from '../../api/types.ts';
import { dateTime } from '../../components/time.tsx';
import { accessFacts } from './access-facts.ts';
import { namedFacts } from './named-facts.ts';
import { asRecord, type Fact, list, type Names, said, text } from './reading.ts';
import { constraintFacts, strategyFacts, strategyText, variantFacts } from './strategy-facts.ts';

type Told = Pick<FoundEvent, 'type' | 'data' | 'preData' | 'featureName'>;
type Reader = (event: Told, names: Names) => Fact[];

/** What an event changed, in the words of people: `25% → 90%`, what came, what went. Nothing when its sentence says it all. */
export function factsOf(event: Told, names: Names): Fact[] {
    const { data, preData } = event;
    if (data === null && preData === null) return [];
    return (READERS[event.type] ?? namedFacts)(event, names);
}

const strategyChange: Reader = ({ data, preData, featureName }, names) => {
    const at = { names, ...(featureName !== null && { flag: featureName }) };
    if (preData === null) return [{ after: strategyText(asRecord(data), at) }];
    if (data === null) return [{ before: strategyText(asRecord(preData), at) }];
    return strategyFacts(asRecord(preData), asRecord(data), names);
};

const variants: Reader = ({ data, preData }) =>
    variantFacts(list(asRecord(preData)['variants']), list(asRecord(data)['variants']));

/** Where each strategy stood, by where it stands now. */
const order: Reader = ({ data, preData }) => {
    const before = list(asRecord(preData)['strategyIds']);
    const after = list(asRecord(data)['strategyIds']);
    if (before.length !== after.length) return [];
    const places = after.map((id) => before.indexOf(id) + 1);
    return [{ what: 'order', before: before.map((_, index) => index + 1).join(', '), after: places.join(', ') }];
};

const segment: Reader = (event, names) => {
    const [before, after] = [asRecord(event.preData), asRecord(event.data)];
    return [
        ...namedFacts({ ...event, ...withoutConstraints(event) }, names),
        ...constraintFacts(list(before['constraints']), list(after['constraints'])),
    ];
};

function withoutConstraints({ data, preData }: Told): Pick<Told, 'data' | 'preData'> {
    const without = (value: unknown) => value && { ...asRecord(value), constraints: [] };
    return { data: without(data) ?? null, preData: without(preData) ?? null };
}

const tag: Reader = ({ data, preData }) =>
    cameOrWent(preData, data, ({ type, value }) => (type === 'simple' ? text(value) : `${text(type)}:${text(value)}`));

const link: Reader = ({ data, preData }) => cameOrWent(preData, data, ({ title, url }) => text(title) || text(url));

const dependency: Reader = ({ data, preData }) => {
    // An event that only takes one away names it in its data, too.
    const before = asRecord(preData);
    const parent = (of: Record<string, unknown>) => {
        const wanted = list(of['variants']);
        const state = of['enabled'] === false ? 'off' : 'on';
        return `${text(of['feature'])} is ${state}${wanted.length > 0 ? ` with ${wanted.map(text).join(' or ')}` : ''}`;
    };
    const after = asRecord(data);
    const isGone = 'feature' in before && !('enabled' in after);
    return [
        {
            what: 'only where',
            ...('feature' in before && { before: parent(before) }),
            ...('feature' in after && !isGone && { after: parent(after) }),
        },
    ];
};

const dependencies: Reader = ({ preData }) =>
    list(asRecord(preData)['dependencies']).map((each) => ({ before: text(asRecord(each)['feature']) }));

const move: Reader = ({ data }) => {
    const { oldProject, newProject } = asRecord(data);
    return oldProject ? [{ before: text(oldProject), after: text(newProject) }] : [];
};

/** What was brought back: an event's change, or a flag or an environment to a moment. */
const reverted: Reader = ({ data }) => {
    const { event, to, feature, environment } = asRecord(data);
    const { at } = asRecord(to);
    return [
        ...(event === undefined ? [] : [{ what: 'takes back', after: `event ${text(event)}` }]),
        ...(at === undefined ? [] : [{ what: 'back to', after: dateTime(text(at)) }]),
        ...[feature, environment].filter((each) => each !== undefined).map((each) => ({ after: text(each) })),
    ];
};

const nothing: Reader = () => [];

/** Those that more can be said of than which members differ. */
const READERS: Record<string, Reader> = {
    'feature-strategy-add': strategyChange,
    'feature-strategy-update': strategyChange,
    'feature-strategy-remove': strategyChange,
    'default-strategy-updated': strategyChange,
    'strategy-order-changed': order,
    'feature-environment-variants-updated': variants,
    'segment-created': segment,
    'segment-updated': segment,
    'segment-deleted': segment,
    'feature-tagged': tag,
    'feature-untagged': tag,
    'tag-created': tag,
    'tag-deleted': tag,
    'feature-link-added': link,
    'feature-link-updated': link,
    'feature-link-removed': link,
    'feature-dependency-added': dependency,
    'feature-dependency-removed': dependency,
    'feature-dependencies-removed': dependencies,
    'feature-project-change': move,
    'project-changes-reverted': reverted,
    'feature-favorited': nothing,
    'feature-unfavorited': nothing,
    'project-favorited': nothing,
    'project-unfavorited': nothing,
    'feature-created': nothing,
    'feature-deleted': nothing,
    'project-access-added': accessFacts,
    'project-access-updated': accessFacts,
    'project-access-user-roles-updated': accessFacts,
    'project-access-user-roles-deleted': accessFacts,
    'project-access-group-roles-updated': accessFacts,
    'project-access-group-roles-deleted': accessFacts,
};

function cameOrWent(before: unknown, after: unknown, say: (of: Record<string, unknown>) => string): Fact[] {
    return [{ ...said('before', before, say), ...said('after', after, say) }];
}
