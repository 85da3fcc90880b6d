import { sql } from 'kysely';
import { type Change, type Step, stepOf, takeStep } from '../../../../changes/write.ts';
import { EVENT_TYPES, type NewEvent } from '../../../../core/events/event-types.ts';
import { publicationsThatDiffer } from '../../../../publications/publish.ts';
import { endsWith, proposeChanges } from '../content/change.commands.ts';
import { findCollecting } from '../request/change-request.queries.ts';
import type { ChangeRequest } from '../request/change-request.schemas.ts';
import { readRequest } from '../request/change-request-read.ts';
import { refusalOf } from './guard.ts';
import { CONFIGURED } from './protected-environments.ts';
import { NeedsApproval } from './refusal.ts';
import { putBack } from './revert-blocked.ts';
import { type BlockedChange, isIn } from './suggested-proposal.ts';
import { isTagEvent } from './tag-changes.ts';

/** What became of a step that was refused for want of approval, and taken as far as it needs none. */
export type Instead = { requests: ChangeRequest[] } | { result: unknown };

/** Proposes a change that needs approval; undefined when it was refused for another reason, or cannot be proposed. */
export function insteadOf(step: Step, error: unknown): Step<Instead> | undefined {
    if (!(error instanceof NeedsApproval) || error.proposals.length === 0) return undefined;
    return { authorise: async () => undefined, run: (change) => proposeInstead(change, step) };
}

/** Takes the step, reverts the part that needs approval, and adds that part to the actor's change requests. */
async function proposeInstead(change: Change, step: Step): Promise<Instead> {
    const { tx, actor } = change;
    await sql`savepoint instead`.execute(tx);
    const events: NewEvent[] = [];
    const result = await takeStep({ ...change, record: (event) => void events.push(event) }, step);
    const made = { tx, actor, step, events, permit: undefined };
    const refusal = await refusalOf(made, await publicationsThatDiffer(tx, events));
    if (!refusal) {
        for (const event of events) change.record(event);
        return { result };
    }
    if (refusal.proposals.length === 0) throw refusal;
    const rest = events.filter((event) => !isKept(event, refusal.kept));
    const staysAtAll = rest.some(({ type }) => !SUMMARIES.has(type));
    if (staysAtAll) {
        await putBack(change, { kept: refusal.kept, events });
        // A part that could not be reverted completely cannot be separated from the rest.
        const remaining = { ...made, events: events.filter((event) => !isTagEvent(event) || rest.includes(event)) };
        if (await refusalOf(remaining, await publicationsThatDiffer(tx, events))) throw refusal;
        for (const event of rest) change.record(event);
    } else await sql`rollback to savepoint instead`.execute(tx);

    const requests: ChangeRequest[] = [];
    for (const { project, environment, changes } of refusal.proposals) {
        // Created objects stay.
        const wanted = changes.filter(({ action }) => !staysAtAll || !MAKING.has(action));
        if (wanted.length === 0) continue;
        const draft = await findCollecting(tx, { project, environment, author: actor.id });
        // A repeated request without a response counts once.
        const id =
            draft && endsWith(draft, wanted)
                ? draft.id
                : await takeStep(change, stepOf(proposeChanges, { project, environment, changes: wanted }));
        requests.push(await readRequest(tx, { project, id, actor }));
    }
    return { requests };
}

/** They tell of a change as a whole, of which nothing may be left. */
const SUMMARIES = new Set<NewEvent['type']>([
    'features-imported',
    'project-changes-reverted',
    'project-environment-copied',
]);

const MAKING = new Set(['createFeature', 'updateFeature']);

/** Flags that come or go, and what they depend on, are the same in all environments. */
const WHOLE = /^feature-(archived|revived|dependenc(y|ies)-.*)$/;

/** Whether the event tells of what was put back. */
function isKept(event: NewEvent, { places, touched }: BlockedChange): boolean {
    const { about } = EVENT_TYPES[event.type];
    if (event.type === CONFIGURED) return isIn(places, event as unknown as { project: string; environment: string });
    if (about === 'segment') return touched.segments.includes((event as { segmentId: number }).segmentId);
    if (about !== 'flag' && about !== 'flagEnvironment') return false;
    const { featureName, environment } = event as { featureName: string; environment?: string };
    const there = touched.flags.filter((flag) => flag.name === featureName && isIn(places, flag));
    if (event.type === 'feature-metadata-updated') return there.length > 0 && touched.settings.includes(featureName);
    if (about === 'flag') return there.length > 0 && (WHOLE.test(event.type) || isTagEvent(event));
    return there.some((flag) => flag.environment === environment);
}
