import { isProposed } from '../../../../changes/proposable.ts';
import type { TouchedDefinitions } from '../../../../changes/touched.ts';
import type { PendingChange } from '../../../../changes/write.ts';
import type { ProjectEnvironment } from '../../../../core/access/project-environment.ts';
import type { NewEvent } from '../../../../core/events/event-types.ts';
import type { Db } from '../../../../storage/database.ts';
import { configActions } from '../../../catalogue/approval-rules/change-request-config.proposables.ts';
import { segmentActions } from '../../../catalogue/segments/segment.proposables.ts';
import { findSegment, toSegment } from '../../../catalogue/segments/segment.queries.ts';
import { flagTagActions } from '../../../flags/flag-tags/flag-tag.proposables.ts';
import { actionNamed } from '../../proposals/registry.ts';
import {
    type CurrentFlag,
    currentFlags,
    type EnvironmentState,
    type FlagState,
    statesAt,
} from '../../revert/flag-state.ts';
import { type FlagTarget, stepsFor } from '../../revert/revert-steps.ts';
import { CONFIGURED } from './protected-environments.ts';
import { isTagEvent, type TagChange, tagChangesIn } from './tag-changes.ts';

/** One change of a request, as it is sent. */
export interface ReadyChange {
    feature: string | null;
    action: string;
    payload: unknown;
}

/** A ready-made request body that proposes the change in one environment. */
export interface SuggestedProposal extends ProjectEnvironment {
    changes: ReadyChange[];
}

/** What of a change is kept from being made, and where. */
export interface BlockedChange {
    /** The one that takes what is about more than one environment comes first. */
    places: readonly ProjectEnvironment[];
    touched: TouchedDefinitions;
}

/**
 * What to propose so that a change is made once others agree: the step itself where it is one that can be proposed, otherwise the
 * difference that the change makes. Undefined: no changes of flags and segments would say it, such as moving a flag.
 */
export async function suggestProposal(
    made: PendingChange,
    kept: BlockedChange,
): Promise<SuggestedProposal[] | undefined> {
    const { step } = made;
    if (isProposed(step)) {
        const { environment, feature, payload } = step.madeFrom;
        const place = kept.places.find((each) => each.environment === environment) ?? kept.places[0]!;
        const suggested = actionNamed(step.name)?.suggested?.(payload, made.events) ?? payload;
        return [{ ...place, changes: [{ feature, action: step.name, payload: suggested }] }];
    }
    const states = await statesOf(made.tx, kept);
    const proposals: SuggestedProposal[] = [];
    for (const place of kept.places) {
        const changes = await differenceIn(place, { made, kept, states });
        if (changes === undefined) return undefined;
        if (changes.length > 0) proposals.push({ ...place, changes });
    }
    return proposals.length > 0 ? proposals : undefined;
}

interface States {
    /** As they were published; what was not there is missing. */
    before: Map<string, FlagState>;
    /** As the change leaves them. */
    after: Map<string, CurrentFlag>;
}

/** The flags that are kept as they are, as they are and as they would be. */
async function statesOf(tx: Db, { places, touched }: BlockedChange): Promise<States> {
    const names = [...new Set(touched.flags.filter((flag) => isIn(places, flag)).map(({ name }) => name))];
    const { revision } = await tx.selectFrom('event_head').select('revision').executeTakeFirstOrThrow();
    const environments = [...new Set(places.map(({ environment }) => environment))];
    return {
        before: await statesAt(tx, { names, environments, revision }),
        after: await currentFlags(tx, names),
    };
}

export const isIn = (places: readonly ProjectEnvironment[], { project, environment }: ProjectEnvironment) =>
    places.some((place) => place.project === project && place.environment === environment);

interface BlockedWrite {
    made: PendingChange;
    kept: BlockedChange;
    states: States;
}

async function differenceIn(
    place: ProjectEnvironment,
    { made, kept, states }: BlockedWrite,
): Promise<ReadyChange[] | undefined> {
    const { project, environment } = place;
    const isFirst = kept.places.find((each) => each.project === project)!.environment === environment;
    const targets: FlagTarget[] = [];
    const names = new Set(kept.touched.flags.filter((flag) => isIn([place], flag)).map(({ name }) => name));
    for (const name of names) {
        const withSettings = isFirst && kept.touched.settings.includes(name);
        const target = targetOf(name, { place, states, events: made.events, isFirst, withSettings });
        if (target === undefined) return undefined;
        if (target !== 'elsewhere') targets.push(target);
    }
    const tags = isFirst ? tagChangesIn(made.events).filter((tagged) => tagged.project === project) : [];
    return [
        ...(place === kept.places[0] ? await segmentChanges(made.tx, kept.touched.segments) : []),
        ...stepsFor(project, targets).map(toChange),
        ...tags.map(toTagChange),
        ...made.events.filter((event) => isSettingOf(place, event)).map(toSetting),
    ];
}

const toChange = ({ feature, action, payload }: Omit<ReadyChange, 'feature'> & { feature?: string | null }) => ({
    feature: feature ?? null,
    action,
    payload: payload ?? null,
});

const toTagChange = ({ name, added, removed }: TagChange): ReadyChange =>
    flagTagActions.updateTags.proposed({ feature: name }, { addedTags: added, removedTags: removed });

const isSettingOf = (place: ProjectEnvironment, event: NewEvent) =>
    event.type === CONFIGURED && isIn([place], event as unknown as ProjectEnvironment);

const toSetting = ({ data }: NewEvent): ReadyChange => ({
    feature: null,
    action: configActions.updateChangeRequestConfig.name,
    payload: data,
});

/** The empty configuration of a flag in an environment. */
const NOTHING: EnvironmentState = { enabled: false, variants: [], strategies: [] };

interface InPlace {
    place: ProjectEnvironment;
    states: States;
    events: readonly NewEvent[];
    /** Whether this is where what is about the whole flag is proposed. */
    isFirst: boolean;
    /** Whether the settings of the flag are part of what is proposed. */
    withSettings: boolean;
}

/** From what a flag is in the place to what it is to be. Undefined: there are no steps for it. */
function targetOf(
    name: string,
    { place: { project, environment }, states, events, isFirst, withSettings }: InPlace,
): FlagTarget | 'elsewhere' | undefined {
    const [was, is] = [states.before.get(name), states.after.get(name)];
    const isGone = is === undefined || is.isArchived;
    if ([was, is].some((side) => side !== undefined && side.project !== project)) return undefined;
    const ownEvents = events.filter((event) => 'featureName' in event && event.featureName === name);
    const inEvents = (type: NewEvent['type']) => ownEvents.some((event) => event.type === type);
    if (isGone) {
        if (was === undefined) return undefined;
        return isFirst ? { name, now: asCurrent(was, was), target: undefined } : 'elsewhere';
    }
    const wanted = is.environments.get(environment);
    const former = was?.environments.get(environment);
    // The environment came or went, for all flags of the project.
    if (wanted === undefined) return undefined;
    if (was !== undefined && former === undefined) return undefined;
    const target = {
        ...is,
        dependencies: isFirst ? is.dependencies : (was?.dependencies ?? is.dependencies),
        environments: new Map([[environment, wanted]]),
    };
    if (former !== undefined) {
        // An earlier part may have replaced strategies by equal ones, which have other ids.
        if (ownEvents.every(isOfWholeFlag)) target.environments.set(environment, former);
        const now = { ...was!, environments: new Map([[environment, former]]) };
        return { name, now: { ...asCurrent(now, withSettings ? was! : is), staleMark: is.staleMark }, target };
    }
    if (inEvents('feature-revived')) {
        const environments = new Map([[environment, { ...wanted, enabled: false }]]);
        return { name, now: { ...asCurrent({ ...is, environments }, is), isArchived: isFirst }, target };
    }
    const created = { ...is, dependencies: [], environments: new Map([[environment, NOTHING]]) };
    // An earlier part of the change may have created the flag.
    const isMissing = isFirst && inEvents('feature-created');
    return { name, now: isMissing ? undefined : asCurrent(created, is), target };
}

const isOfWholeFlag = (event: NewEvent) => isTagEvent(event) || event.type === 'feature-metadata-updated';

/** With the settings of the other side: what is said about a flag is no matter of approvals. */
const asCurrent = (state: FlagState, { settings }: FlagState): CurrentFlag => ({
    ...state,
    settings,
    isArchived: false,
    staleMark: null,
});

async function segmentChanges(tx: Db, ids: readonly number[]): Promise<ReadyChange[]> {
    const changes: ReadyChange[] = [];
    for (const id of ids) {
        const row = await findSegment(tx, id);
        if (!row) changes.push(toChange(segmentActions.deleteSegment.proposed({}, { id })));
        else {
            const { name, description, project, constraints } = toSegment(row);
            const payload = { id, name, description, project, constraints };
            changes.push(toChange(segmentActions.updateSegment.proposed({}, payload)));
        }
    }
    return changes;
}
