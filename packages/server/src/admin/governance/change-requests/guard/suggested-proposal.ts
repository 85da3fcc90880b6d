import { actionNamed } from '../../../../changes/action-registry.ts';
import type { PendingChange } from '../../../../changes/guard.ts';
import { isProposed, type ProposableStep, type ProposedStep } from '../../../../changes/proposable.ts';
import type { TouchedDefinitions } from '../../../../changes/touched.ts';
import type { ProjectEnvironment } from '../../../../core/access/project-environment.ts';
import type { NewEvent } from '../../../../core/events/event-types.ts';
import type { Db } from '../../../../storage/database.ts';
import { configActions } from '../../../catalogue/approval-rules/change-request-config.proposables.ts';
import { segmentActions } from '../../../catalogue/segments/segment.proposables.ts';
import { findSegment, toSegment } from '../../../catalogue/segments/segment.queries.ts';
import { flagTagActions } from '../../../flags/flag-tags/flag-tag.proposables.ts';
import {
    type CurrentFlag,
    currentFlags,
    type EnvironmentState,
    type FlagState,
    statesAt,
} from '../../../flags/reconcile/flag-state.ts';
import { type FlagTarget, stepsFor } from '../../../flags/reconcile/flag-steps.ts';
import { CONFIGURED } from './protected-environments.ts';
import { isTagEvent, type TagChange, tagChangesIn } from './tag-changes.ts';

/** One change of a request, in the format of the API. */
export interface SuggestedChange {
    feature: string | null;
    action: string;
    payload: unknown;
}

/** A ready-made request body that proposes the change in one environment. */
export interface SuggestedProposal extends ProjectEnvironment {
    changes: SuggestedChange[];
}

/** The parts of a change that need approval, and the environments. */
export interface BlockedChange {
    /** The first environment gets the changes that concern several environments. */
    protectedEnvironments: readonly ProjectEnvironment[];
    touched: TouchedDefinitions;
}

/**
 * Returns the proposals that have the same effect as the change: the step itself if it can be proposed, otherwise the difference that
 * the change makes. Undefined: changes of flags and segments cannot express it, for example moving a flag.
 */
export async function suggestProposal(
    pending: PendingChange,
    blocked: BlockedChange,
): Promise<SuggestedProposal[] | undefined> {
    const { step } = pending;
    if (isProposed(step)) {
        const { environment } = step.source;
        const projectEnvironment =
            blocked.protectedEnvironments.find((each) => each.environment === environment) ??
            blocked.protectedEnvironments[0]!;
        return [{ ...projectEnvironment, changes: [suggestStep(step, pending.events)] }];
    }
    const states = await statesOf(pending.tx, blocked);
    const proposals: SuggestedProposal[] = [];
    for (const projectEnvironment of blocked.protectedEnvironments) {
        const changes = await differenceIn(projectEnvironment, { pending, blocked, states });
        if (changes === undefined) return undefined;
        if (changes.length > 0) proposals.push({ ...projectEnvironment, changes });
    }
    return proposals.length > 0 ? proposals : undefined;
}

/** Returns the change of a request that runs this step. */
export function suggestStep(
    { name, source: { feature, payload } }: ProposableStep,
    events: readonly NewEvent[],
): SuggestedChange {
    return { feature, action: name, payload: actionNamed(name)?.suggested?.(payload, events) ?? payload };
}

interface States {
    /** The published states, without flags that did not exist. */
    before: Map<string, FlagState>;
    /** The states after the change. */
    after: Map<string, CurrentFlag>;
}

/** Returns the states of the blocked flags before and after the change. */
async function statesOf(tx: Db, { protectedEnvironments, touched }: BlockedChange): Promise<States> {
    const names = [
        ...new Set(touched.flags.filter((flag) => isIn(protectedEnvironments, flag)).map(({ name }) => name)),
    ];
    const { revision } = await tx.selectFrom('event_head').select('revision').executeTakeFirstOrThrow();
    const environments = [...new Set(protectedEnvironments.map(({ environment }) => environment))];
    return {
        before: await statesAt(tx, { names, environments, revision }),
        after: await currentFlags(tx, names),
    };
}

export const isIn = (
    protectedEnvironments: readonly ProjectEnvironment[],
    { project, environment }: ProjectEnvironment,
) =>
    protectedEnvironments.some(
        (projectEnvironment) =>
            projectEnvironment.project === project && projectEnvironment.environment === environment,
    );

interface BlockedWrite {
    pending: PendingChange;
    blocked: BlockedChange;
    states: States;
}

async function differenceIn(
    projectEnvironment: ProjectEnvironment,
    { pending, blocked, states }: BlockedWrite,
): Promise<SuggestedChange[] | undefined> {
    const { project, environment } = projectEnvironment;
    const isFirst = blocked.protectedEnvironments.find((each) => each.project === project)!.environment === environment;
    const names = new Set(
        blocked.touched.flags.filter((flag) => isIn([projectEnvironment], flag)).map(({ name }) => name),
    );
    const targets: FlagTarget[] = [];
    for (const name of names) {
        const change = flagChangeOf(states.before.get(name), states.after.get(name), projectEnvironment);
        if (change === undefined) return undefined;
        const withSettings = isFirst && blocked.touched.settings.includes(name);
        const events = pending.events.filter((event) => 'featureName' in event && event.featureName === name);
        targets.push(targetOf(name, change, { environment, events, isFirst, withSettings }));
    }
    const tags = isFirst ? tagChangesIn(pending.events).filter((tagged) => tagged.project === project) : [];
    return [
        ...(projectEnvironment === blocked.protectedEnvironments[0]
            ? await segmentChanges(pending.tx, blocked.touched.segments)
            : []),
        ...(await stepsFor(project, targets)).map(toChange),
        ...tags.map(toTagChange),
        ...pending.events.filter((event) => isSettingOf(projectEnvironment, event)).map(toSetting),
    ];
}

const toChange = ({ feature, action, payload }: ProposedStep): SuggestedChange => ({
    feature: feature ?? null,
    action,
    payload: payload ?? null,
});

const toTagChange = ({ name, added, removed }: TagChange): SuggestedChange =>
    flagTagActions.updateTags.proposed({ feature: name }, { addedTags: added, removedTags: removed });

const isSettingOf = (projectEnvironment: ProjectEnvironment, event: NewEvent) =>
    event.type === CONFIGURED && isIn([projectEnvironment], event as unknown as ProjectEnvironment);

const toSetting = ({ data }: NewEvent): SuggestedChange => ({
    feature: null,
    action: configActions.updateChangeRequestConfig.name,
    payload: data,
});

/** The empty configuration of a flag in an environment. */
const NOTHING: EnvironmentState = { enabled: false, variants: [], strategies: [] };

/** The effect of a write on a flag in one environment. */
type FlagChange =
    | { type: 'removed'; was: FlagState }
    | { type: 'edited'; was: FlagState; former: EnvironmentState; is: CurrentFlag; after: EnvironmentState }
    | { type: 'created or revived'; is: CurrentFlag; after: EnvironmentState };

/** Undefined: no steps lead there. The flag was moved, or its project has another set of environments. */
function flagChangeOf(
    was: FlagState | undefined,
    is: CurrentFlag | undefined,
    { project, environment }: ProjectEnvironment,
): FlagChange | undefined {
    if ([was, is].some((side) => side !== undefined && side.project !== project)) return undefined;
    if (is === undefined || is.isArchived) return was && { type: 'removed', was };
    const after = is.environments.get(environment);
    if (after === undefined) return undefined;
    if (was === undefined) return { type: 'created or revived', is, after };
    const former = was.environments.get(environment);
    return former && { type: 'edited', was, former, is, after };
}

interface TargetOptions {
    environment: string;
    /** The events of the flag. */
    events: readonly NewEvent[];
    /** Whether changes of the whole flag are proposed in this environment. */
    isFirst: boolean;
    /** Whether the settings of the flag are part of the proposal. */
    withSettings: boolean;
}

/** Returns the current and the intended state of a flag in the environment. */
function targetOf(
    name: string,
    change: FlagChange,
    { environment, events, isFirst, withSettings }: TargetOptions,
): FlagTarget {
    const only = (state: EnvironmentState) => new Map([[environment, state]]);
    if (change.type === 'removed') {
        const now = asCurrent({ ...change.was, environments: new Map() }, change.was);
        return { name, now, target: isFirst ? undefined : now };
    }
    const { is, after } = change;
    if (change.type === 'edited') {
        const { was, former } = change;
        const target = {
            ...is,
            dependencies: isFirst ? is.dependencies : was.dependencies,
            // An earlier part may have replaced strategies by equal ones, which have other ids.
            environments: only(events.every(isOfWholeFlag) ? former : after),
        };
        const now = asCurrent({ ...was, environments: only(former) }, withSettings ? was : is);
        return { name, now: { ...now, staleMark: is.staleMark }, target };
    }
    const target = { ...is, environments: only(after) };
    const inEvents = (type: NewEvent['type']) => events.some((event) => event.type === type);
    if (inEvents('feature-revived')) {
        const now = asCurrent({ ...is, environments: only({ ...after, enabled: false }) }, is);
        return { name, now: { ...now, isArchived: isFirst }, target };
    }
    // An earlier part of the change may have created the flag.
    const isMissing = isFirst && inEvents('feature-created');
    const created = asCurrent({ ...is, dependencies: [], environments: only(NOTHING) }, is);
    return { name, now: isMissing ? undefined : created, target };
}

const isOfWholeFlag = (event: NewEvent) => isTagEvent(event) || event.type === 'feature-metadata-updated';

/** Uses the settings of the other state, so that they do not differ: descriptive settings of a flag need no approval. */
const asCurrent = (state: FlagState, { settings }: FlagState): CurrentFlag => ({
    ...state,
    settings,
    isArchived: false,
    staleMark: null,
});

async function segmentChanges(tx: Db, ids: readonly number[]): Promise<SuggestedChange[]> {
    const changes: SuggestedChange[] = [];
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
