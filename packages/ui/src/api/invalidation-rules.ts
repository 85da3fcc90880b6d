import type { Invalidation, Subject } from './subjects.ts';
import type { EventType, LiveChange, LiveMessage } from './types.ts';

/** The possible prefixes of event types: `feature-`, `feature-strategy-` and so on. */
type StartOf<Name extends string> = Name extends `${infer Word}-${infer Rest}`
    ? `${Word}-` | `${Word}-${StartOf<Rest>}` | Name
    : Name;

type Rule = readonly [start: StartOf<EventType>, subjects: readonly Subject[]];

const FLAGS = ['flags', 'search', 'playground', 'what-if'] as const;
const PEOPLE = ['users', 'groups', 'projects', 'access-candidates', 'session'] as const;

/** The subjects to invalidate by prefix of the event type. The first matching rule applies. */
const RULES = [
    ['feature-type-', ['flag-types', 'flags', 'projects']],
    // Segments and context fields show their uses.
    ['feature-strategy-', [...FLAGS, 'segments', 'context-fields']],
    ['strategy-order-', FLAGS],
    ['feature-environment-', FLAGS],
    ['feature-tagged', FLAGS],
    ['feature-untagged', FLAGS],
    ['feature-link-', ['flags']],
    ['feature-favorited', ['flags', 'search']],
    ['feature-unfavorited', ['flags', 'search']],
    ['features-imported', [...FLAGS, 'projects', 'segments', 'context-fields', 'tag-types']],
    // The project lists show flag counts, which other flag events may change.
    ['feature-', [...FLAGS, 'projects', 'segments', 'context-fields']],
    ['default-strategy-', ['projects']],
    // No page shows templates yet.
    ['safeguard-', [...FLAGS, 'releases']],
    ['strategy-', ['strategy-types']],
    ['segment-', ['segments', 'flags', 'playground', 'what-if']],
    ['context-field-', ['context-fields']],
    ['tag-', ['tag-types', 'flags', 'search']],
    ['change-', ['change-requests', 'flags']],
    ['flag-policy-', ['projects']],
    ['persona-', ['personas']],
    ['release-plan-template-', ['releases']],
    ['release-plan-', [...FLAGS, 'releases', 'segments', 'context-fields']],
    ['milestone-progression-', ['flags', 'releases']],
    ['impact-metric-', ['metrics']],
    ['project-environment-', [...FLAGS, 'projects', 'environments']],
    ['project-', [...FLAGS, 'projects', 'session', 'tokens']],
    ['environment-', [...FLAGS, 'environments', 'projects', 'tokens']],
    ['application-', ['applications']],
    ['api-token-', ['tokens', 'environments', 'projects']],
    ['user-second-factor-', ['own-second-factors', 'second-factors', 'session']],
    ['user-recovery-codes-', ['own-second-factors']],
    ['user-', PEOPLE],
    ['group-', PEOPLE],
    ['role-', ['roles', ...PEOPLE]],
    ['service-account-', ['service-accounts']],
    ['pat-', ['own-tokens', 'tokens-of-user']],
    ['public-signup-', ['invite-links', ...PEOPLE]],
    ['addon-', ['integrations']],
    ['setting-', ['ui-config', 'sso', 'agents', 'metrics']],
    ['signal-endpoint-', ['signals']],
    ['experiment-', ['experiments']],
    // No page shows single users.
    ['unit-', []],
    // Lists of events are always invalidated.
    ['event-log-', []],
] as const satisfies readonly Rule[];

/** The subjects that events invalidate. */
export type InvalidatedSubject = (typeof RULES)[number][1][number];

/** The event types that a rule covers. */
export type ShownType = `${(typeof RULES)[number][0]}${string}`;

/** Returns the queries to invalidate after a message. */
export function invalidationsOf({ types, changes }: LiveMessage): Invalidation[] {
    // After a gap, the service cannot tell which events were missed.
    if (types.length === 0 && !changes) return ['everything'];
    return invalidationsOfChanges({ types, changes });
}

/** Invalidates only the affected rows of flag lists. */
export function invalidationsOfChanges({ types, changes }: Pick<LiveMessage, 'types' | 'changes'>): Invalidation[] {
    return changes ? changes.flatMap(concernsOfChange) : types.flatMap(subjectsOf);
}

function concernsOfChange({ type, project, featureName }: LiveChange): Invalidation[] {
    const subjects = subjectsOf(type);
    if (project === undefined || featureName === undefined) return subjects;
    return subjects.map((subject) => (subject === 'flags' ? { project, flags: [featureName] } : subject));
}

/** An unknown type invalidates everything. */
function subjectsOf(type: string): (Subject | 'everything')[] {
    const rule = RULES.find(([start]) => type.startsWith(start));
    return rule ? [...rule[1]] : ['everything'];
}
