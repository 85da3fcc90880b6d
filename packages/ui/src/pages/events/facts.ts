import type { EventType } from '../../api/types.ts';
import { count } from '../../components/text/numbers.ts';
import { dateTime } from '../../components/time/time.tsx';
import { accessFacts } from './access-facts.ts';
import { namedFacts } from './named-facts.ts';
import { asRecord, type EventContent, type Fact, factSide, list, type NameLookup, text } from './reading.ts';
import { RELEASE_READERS } from './release-facts.ts';
import { requestFacts } from './request-facts.ts';
import { constraintFacts, strategyFacts, strategyText, variantFacts } from './strategy-facts.ts';

type Reader = (event: EventContent, names: NameLookup) => Fact[];

/** The details of an event: `25% → 90%`, added and removed values. Empty when its sentence is complete. */
export function factsOf(event: EventContent, names: NameLookup): Fact[] {
    const { data, preData } = event;
    if (data === null && preData === null) return [];
    // Other versions may have written types that this one does not know.
    return (isKnown(event.type) ? READERS[event.type] : namedFacts)(event, names);
}

const strategyChange: Reader = ({ data, preData, featureName }, names) => {
    const at = { names, ...(featureName !== null && { flag: featureName }) };
    if (preData === null) return [{ after: strategyText(asRecord(data), at) }];
    if (data === null) return [{ before: strategyText(asRecord(preData), at) }];
    return strategyFacts(asRecord(preData), asRecord(data), names);
};

const variants: Reader = ({ data, preData }) =>
    variantFacts(list(asRecord(preData)['variants']), list(asRecord(data)['variants']));

/** The previous position of each strategy, in the current order. */
const order: Reader = ({ data, preData }) => {
    const before = list(asRecord(preData)['strategyIds']);
    const after = list(asRecord(data)['strategyIds']);
    if (before.length !== after.length) return [];
    const positions = after.map((id) => before.indexOf(id) + 1);
    return [{ what: 'order', before: before.map((_, index) => index + 1).join(', '), after: positions.join(', ') }];
};

const segment: Reader = (event, names) => {
    const [before, after] = [asRecord(event.preData), asRecord(event.data)];
    return [
        ...namedFacts({ ...event, ...withoutConstraints(event) }, names),
        ...constraintFacts(list(before['constraints']), list(after['constraints'])),
    ];
};

function withoutConstraints({ data, preData }: EventContent): Pick<EventContent, 'data' | 'preData'> {
    const without = (value: unknown) => value && { ...asRecord(value), constraints: [] };
    return { data: without(data) ?? null, preData: without(preData) ?? null };
}

const tag: Reader = ({ data, preData }) =>
    addedOrRemoved(preData, data, ({ type, value }) =>
        type === 'simple' ? text(value) : `${text(type)}:${text(value)}`,
    );

const link: Reader = ({ data, preData }) => addedOrRemoved(preData, data, ({ title, url }) => text(title) || text(url));

const dependency: Reader = ({ data, preData }) => {
    // An event that only removes a dependency contains it in its data, too.
    const before = asRecord(preData);
    const parent = (of: Record<string, unknown>) => {
        const requiredVariants = list(of['variants']);
        const state = of['enabled'] === false ? 'off' : 'on';
        return `${text(of['feature'])} is ${state}${requiredVariants.length > 0 ? ` with ${requiredVariants.map(text).join(' or ')}` : ''}`;
    };
    const after = asRecord(data);
    const isRemoved = 'feature' in before && !('enabled' in after);
    return [
        {
            what: 'only where',
            ...('feature' in before && { before: parent(before) }),
            ...('feature' in after && !isRemoved && { after: parent(after) }),
        },
    ];
};

const dependencies: Reader = ({ preData }) =>
    list(asRecord(preData)['dependencies']).map((each) => ({ before: text(asRecord(each)['feature']) }));

const move: Reader = ({ data }) => {
    const { oldProject, newProject } = asRecord(data);
    return oldProject ? [{ before: text(oldProject), after: text(newProject) }] : [];
};

/** The reverted object: a flag or an environment. For a reverted event, the row has a link to it. */
const reverted: Reader = ({ data }) => {
    const { to, feature, environment } = asRecord(data);
    const { at } = asRecord(to);
    return [
        ...(at === undefined ? [] : [{ what: 'back to', after: dateTime(text(at)) }]),
        ...[feature, environment].filter((each) => each !== undefined).map((each) => ({ after: text(each) })),
    ];
};

/** The source and target environments and the number of flags. */
const copied: Reader = ({ data }) => {
    const { from, environment, featureCount } = asRecord(data);
    return [
        { before: text(from), after: text(environment) },
        ...(Number(featureCount) > 0 ? [{ after: count(Number(featureCount), 'flag') }] : []),
    ];
};

/** The changed properties of an account, with the user's current name. */
const account: Reader = (event, names) => {
    const { id } = { ...asRecord(event.preData), ...asRecord(event.data) };
    const name = names.person(Number(id));
    const named = (state: unknown) => (state && name ? { ...asRecord(state), name, username: undefined } : state);
    const wasRenamed =
        event.preData !== null &&
        event.data !== null &&
        asRecord(event.preData)['name'] !== asRecord(event.data)['name'];
    return wasRenamed
        ? namedFacts(event, names)
        : namedFacts({ ...event, data: named(event.data), preData: named(event.preData) }, names);
};

const signup: Reader = ({ data }, names) => {
    const { userId, name } = asRecord(data);
    return [
        { after: names.person(Number(userId)) ?? `user ${text(userId)}` },
        ...(name ? [{ what: `by ${text(name)}` }] : []),
    ];
};

const archivedLog: Reader = ({ data }) => {
    const { from, through, file } = asRecord(data);
    return [{ after: `events ${text(from)} to ${text(through)}` }, ...(file ? [{ what: `in ${text(file)}` }] : [])];
};

const completed: Reader = ({ data }) => {
    const { status, statusValue } = asRecord(data);
    return status ? [{ after: [text(status), text(statusValue)].filter(Boolean).join(': ') }] : [];
};

const noFacts: Reader = () => [];

/** The reader of each event type. The type checker reports missing types. */
const READERS: Record<EventType, Reader> = {
    // Flags
    'feature-environment-enabled': noFacts,
    'feature-environment-disabled': noFacts,
    'feature-strategy-add': strategyChange,
    'feature-strategy-update': strategyChange,
    'feature-strategy-remove': strategyChange,
    'strategy-order-changed': order,
    'feature-environment-variants-updated': variants,
    'feature-created': noFacts,
    'feature-metadata-updated': namedFacts,
    'feature-archived': noFacts,
    'feature-revived': noFacts,
    'feature-deleted': noFacts,
    'feature-stale-on': noFacts,
    'feature-stale-off': noFacts,
    'feature-potentially-stale-on': noFacts,
    'feature-project-change': move,
    'feature-completed': completed,
    'feature-uncompleted': noFacts,
    'feature-dependency-added': dependency,
    'feature-dependency-removed': dependency,
    'feature-dependencies-removed': dependencies,
    'feature-link-added': link,
    'feature-link-updated': link,
    'feature-link-removed': link,
    'feature-tagged': tag,
    'feature-untagged': tag,
    'feature-favorited': noFacts,
    'feature-unfavorited': noFacts,
    'features-imported': noFacts,
    'project-changes-reverted': reverted,

    // Releases
    ...RELEASE_READERS,
    'release-plan-milestone-strategy-updated': strategyChange,

    // Projects
    'project-created': namedFacts,
    'project-updated': namedFacts,
    'project-archived': namedFacts,
    'project-revived': namedFacts,
    'project-deleted': namedFacts,
    'project-access-added': accessFacts,
    'project-access-updated': accessFacts,
    'project-access-user-roles-updated': accessFacts,
    'project-access-user-roles-deleted': accessFacts,
    'project-access-group-roles-updated': accessFacts,
    'project-access-group-roles-deleted': accessFacts,
    'project-environment-added': noFacts,
    'project-environment-removed': noFacts,
    'project-environment-copied': copied,
    'default-strategy-updated': strategyChange,
    'project-favorited': noFacts,
    'project-unfavorited': noFacts,

    // Change requests
    'change-request-created': requestFacts,
    'change-request-discarded': requestFacts,
    'change-added': requestFacts,
    'change-edited': requestFacts,
    'change-discarded': requestFacts,
    'change-request-title-updated': requestFacts,
    'change-request-comment-added': requestFacts,
    'change-request-requested-approvers-updated': requestFacts,
    'change-request-sent-to-review': requestFacts,
    'change-request-approval-added': requestFacts,
    'change-request-approved': requestFacts,
    'change-request-rejected': requestFacts,
    'change-request-cancelled': requestFacts,
    'change-request-applied': requestFacts,
    'change-request-scheduled': requestFacts,
    'change-request-schedule-suspended': requestFacts,
    'change-request-scheduled-application-success': requestFacts,
    'change-request-scheduled-application-failure': requestFacts,
    'change-request-configuration-updated': namedFacts,

    // Targeting
    'experiment-settings-updated': noFacts,
    'experiment-created': namedFacts,
    'experiment-updated': namedFacts,
    'experiment-started': namedFacts,
    'experiment-stopped': namedFacts,
    'experiment-decided': namedFacts,
    'experiment-deleted': namedFacts,
    'experiment-result-found': namedFacts,
    'experiment-sample-ratio-mismatch': namedFacts,
    'experiment-source-created': namedFacts,
    'experiment-source-updated': namedFacts,
    'experiment-source-deleted': namedFacts,
    'experiment-metric-saved': noFacts,
    'experiment-metric-deleted': noFacts,
    'flag-policy-updated': noFacts,
    'persona-created': namedFacts,
    'persona-updated': namedFacts,
    'persona-deleted': namedFacts,
    'signal-endpoint-created': noFacts,
    'signal-endpoint-updated': noFacts,
    'signal-endpoint-deleted': noFacts,
    'signal-endpoint-token-created': noFacts,
    'signal-endpoint-token-deleted': noFacts,
    'safeguard-changed': noFacts,
    'safeguard-deleted': noFacts,
    'safeguard-held': noFacts,
    'safeguard-triggered': noFacts,
    'impact-metric-created': namedFacts,
    'impact-metric-updated': namedFacts,
    'impact-metric-deleted': namedFacts,
    'impact-metric-registered': namedFacts,
    'segment-created': segment,
    'segment-updated': segment,
    'segment-deleted': segment,
    'context-field-created': namedFacts,
    'context-field-updated': namedFacts,
    'context-field-deleted': namedFacts,
    'environment-created': namedFacts,
    'environment-updated': namedFacts,
    'environment-deleted': namedFacts,

    // People and access
    'user-created': account,
    'user-updated': account,
    'user-deleted': account,
    'user-password-changed': account,
    'user-second-factor-added': account,
    'user-second-factor-removed': account,
    'user-second-factor-reset': account,
    'user-recovery-codes-renewed': account,
    'user-password-reset-link-created': account,
    'user-identity-linked': account,
    'user-identities-forgotten': account,
    'role-created': namedFacts,
    'role-updated': namedFacts,
    'role-deleted': namedFacts,
    'group-created': namedFacts,
    'group-updated': namedFacts,
    'group-deleted': namedFacts,
    'api-token-created': namedFacts,
    'api-token-updated': namedFacts,
    'api-token-deleted': namedFacts,
    'pat-created': namedFacts,
    'pat-deleted': namedFacts,
    'service-account-created': account,
    'service-account-updated': account,
    'service-account-deleted': account,
    'service-account-token-created': namedFacts,
    'service-account-token-deleted': namedFacts,
    'public-signup-token-created': namedFacts,
    'public-signup-token-updated': namedFacts,
    'public-signup-token-user-added': signup,

    // Instance
    'addon-config-created': namedFacts,
    'addon-config-updated': namedFacts,
    'addon-config-deleted': namedFacts,
    'application-updated': namedFacts,
    'application-deleted': namedFacts,
    'strategy-created': namedFacts,
    'strategy-updated': namedFacts,
    'strategy-deleted': namedFacts,
    'strategy-deprecated': namedFacts,
    'strategy-reactivated': namedFacts,
    'tag-created': tag,
    'tag-deleted': tag,
    'tag-type-created': namedFacts,
    'tag-type-updated': namedFacts,
    'tag-type-deleted': namedFacts,
    'feature-type-updated': namedFacts,
    'setting-created': namedFacts,
    'unit-deleted': noFacts,
    'setting-updated': namedFacts,
    'event-log-archived': archivedLog,
};

const isKnown = (type: string): type is EventType => Object.hasOwn(READERS, type);

function addedOrRemoved(before: unknown, after: unknown, describe: (of: Record<string, unknown>) => string): Fact[] {
    return [{ ...factSide('before', before, describe), ...factSide('after', after, describe) }];
}
