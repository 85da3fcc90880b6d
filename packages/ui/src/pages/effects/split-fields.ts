/** Fields that are unique per user are useless for grouping; applications are counted separately. */
const EXCLUDED_FIELDS = ['userId', 'sessionId', 'remoteAddress', 'currentTime', 'appName', 'environment'];

const MAX_SPLIT_FIELDS = 3;

/** The context fields for splitting the affected users: fields used in constraints come first. */
export function splitFields(steps: readonly { payload?: unknown }[], known: readonly string[] = []): string[] {
    const constrained = steps.flatMap(({ payload }) => constraintsIn(payload).map(({ contextName }) => contextName));
    const all = new Set([...constrained, ...known].filter((field) => field && !EXCLUDED_FIELDS.includes(field)));
    return [...all].slice(0, MAX_SPLIT_FIELDS);
}

function constraintsIn(payload: unknown): { contextName: string }[] {
    if (typeof payload !== 'object' || payload === null || !('constraints' in payload)) return [];
    return Array.isArray(payload.constraints) ? payload.constraints : [];
}
