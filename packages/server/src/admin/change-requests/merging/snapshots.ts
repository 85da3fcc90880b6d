import type { Change } from '../../../changes/write.ts';
import { mayKnowOf } from '../../../core/actor.ts';
import { findFlagEnvironment } from '../../flags/flag.queries.ts';
import { statesOf } from '../../flags/flag-switch.commands.ts';
import { findSegment, toSegment } from '../../segments/segment.queries.ts';
import { listStrategiesOf } from '../../strategies/strategy.queries.ts';
import type { ProposedChange } from '../change-request.schemas.ts';
import type { Place } from '../settings/change-request-config.queries.ts';

type Look = (change: Change, place: Place, proposed: { feature: string; payload: unknown }) => Promise<unknown>;

const strategy: Look = async ({ tx }, { environment }, { feature, payload }) =>
    (await listStrategiesOf(tx, feature, environment)).find(({ id }) => id === (payload as { id: string }).id);

const segment: Look = async ({ tx, actor }, _place, { payload }) => {
    const found = await findSegment(tx, (payload as { id: number }).id);
    return found && mayKnowOf(actor, found.project) ? toSegment(found) : undefined;
};

/** What an action replaces, as it stands now; of all others there is nothing to compare with. */
const REPLACED: Readonly<Record<string, Look>> = {
    updateStrategy: strategy,
    deleteStrategy: strategy,
    updateSegment: segment,
    deleteSegment: segment,
    patchVariant: async ({ tx }, { environment }, { feature }) =>
        (await findFlagEnvironment(tx, feature, environment))?.variants,
    reorderStrategy: async ({ tx }, { environment }, { feature }) =>
        (await listStrategiesOf(tx, feature, environment)).map(({ id, sortOrder }) => ({ id, sortOrder })),
    updateEnabled: async (change, { environment }, { feature }) => {
        const enabled = (await statesOf(change, environment, [feature])).get(feature);
        return enabled === undefined ? undefined : { enabled };
    },
};

/** What a change is proposed against; null: nothing. Its payload is known to have the shape of its action. */
export async function snapshotOf(
    change: Change,
    place: Place,
    { action, feature, payload }: ProposedChange,
): Promise<unknown> {
    const look = Object.hasOwn(REPLACED, action) ? REPLACED[action] : undefined;
    return (await look?.(change, place, { feature: feature ?? '', payload })) ?? null;
}
