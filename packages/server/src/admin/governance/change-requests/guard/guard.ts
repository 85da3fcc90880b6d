import { isUnchanged } from '../../../../changes/event-log.ts';
import type { Guard, PendingChange } from '../../../../changes/guard.ts';
import { type TouchedDefinitions, touchedBy } from '../../../../changes/touched.ts';
import { type AdminActor, may } from '../../../../core/access/actor.ts';
import type { ProjectEnvironment } from '../../../../core/access/project-environment.ts';
import { invalid, notAllowed } from '../../../../core/errors/errors.ts';
import type { NewEvent } from '../../../../core/events/event-types.ts';
import type { Republished } from '../../../../publications/publish.ts';
import type { Db } from '../../../../storage/database.ts';
import { listChildrenOf } from '../../../flags/dependencies/dependency.queries.ts';
import { loweredRequirements } from './lowered-requirements.ts';
import { CONFIGURED, ProtectedEnvironments, type Protection } from './protected-environments.ts';
import { type NeedsApproval, needsApproval } from './refusal.ts';
import { releaseChangesIn } from './release-changes.ts';
import { environmentsOfTagChanges, tagChangesIn } from './tag-changes.ts';

/** Rejects unapproved changes in environments that require approvals. */
export const guardProtected: Guard = async (pending) => {
    const protectedEnvironments = await ProtectedEnvironments.about(pending.tx, pending.events, pending.actor);
    return async (publications) => {
        if (!protectedEnvironments) return {};
        const { open, refusal, ruleChanges } = await assessChanges(pending, protectedEnvironments, publications);
        if (pending.permit?.breakGlass) rejectRuleChanges(ruleChanges);
        if (refusal) throw refusal;
        for (const projectEnvironment of open) {
            demandReason(pending.actor, projectEnvironment);
            pending.actor.bypassed?.add(projectEnvironment.environment);
        }
        return open.length > 0 ? { bypass: true } : {};
    };
};

/** Returns the error for a change that needs approval; undefined if it needs none. */
export async function refusalOf(
    pending: PendingChange,
    publications: readonly Republished[],
): Promise<NeedsApproval | undefined> {
    const protectedEnvironments = await ProtectedEnvironments.about(pending.tx, pending.events, pending.actor);
    return protectedEnvironments && (await assessChanges(pending, protectedEnvironments, publications)).refusal;
}

async function assessChanges(
    pending: PendingChange,
    protectedEnvironments: ProtectedEnvironments,
    publications: readonly Republished[],
): Promise<Omit<UnapprovedChanges, 'touched'> & { refusal?: NeedsApproval }> {
    const { touched, ...unapproved } = await listUnapproved(pending, protectedEnvironments, publications);
    const closed = unapproved.open.filter((projectEnvironment) => !mayPass(pending.actor, projectEnvironment));
    if (closed.length === 0) return unapproved;
    return { ...unapproved, refusal: await needsApproval(pending, { protectedEnvironments: closed, touched }) };
}

interface UnapprovedChanges {
    /** The protected environments in which the change has an effect that is not approved. */
    open: Protection[];
    /** The environments in which the change affects whether approval is needed, or how many. */
    ruleChanges: ProjectEnvironment[];
    touched: TouchedDefinitions;
}

async function listUnapproved(
    { tx, events, permit, actor }: PendingChange,
    protectedEnvironments: ProtectedEnvironments,
    publications: readonly Republished[],
): Promise<UnapprovedChanges> {
    // Moving a flag affects both projects.
    const projects = publications.flatMap(({ kind, project, formerProject }) =>
        kind === 'segment' ? [] : [project ?? [], formerProject ?? []].flat(),
    );
    await protectedEnvironments.ofProjects(tx, projects);
    const configured = events.filter(changesRules).map((event) => event as unknown as ProjectEnvironment);
    // This is the common case, and it avoids computing the differences.
    if (protectedEnvironments.isEmpty) {
        return { open: [], ruleChanges: configured, touched: { flags: [], segments: [], settings: [] } };
    }
    const { touched, lowered } = await touchedIn({ tx, events }, protectedEnvironments, publications);
    const exempt = makesExceptions(actor) ? await exemptFlags(tx, touched.flags, protectedEnvironments) : new Set();
    const all = [
        ...touched.flags.filter((flag) => !exempt.has(flag)),
        ...touched.segments.flatMap((id) => protectedEnvironments.usersOf(id)),
        ...configured,
    ];
    const known = new Set(
        all
            .map((projectEnvironment) => protectedEnvironments.find(projectEnvironment))
            .filter((projectEnvironment) => projectEnvironment !== undefined),
    );
    const open = [...known].filter((projectEnvironment) => !permit?.covers(projectEnvironment));
    return { open, ruleChanges: [...configured, ...lowered], touched };
}

/** Returns everything in the change that can alter SDK decisions, or the number of required approvals. */
async function touchedIn(
    { tx, events }: Pick<PendingChange, 'tx' | 'events'>,
    protectedEnvironments: ProtectedEnvironments,
    publications: readonly Republished[],
): Promise<{ touched: TouchedDefinitions; lowered: ProjectEnvironment[] }> {
    const touched = touchedBy(publications);
    const tags = tagChangesIn(events);
    const lowered = loweredRequirements(events, tags, protectedEnvironments);
    const tagged = tags.length === 0 ? [] : await environmentsOfTagChanges(tx, tags);
    return {
        touched: {
            ...touched,
            flags: [...touched.flags, ...tagged, ...lowered.flags, ...releaseChangesIn(events)],
            settings: [...touched.settings, ...lowered.settings],
        },
        lowered: lowered.flags,
    };
}

/** Tools often send the current settings again. This is not a change and needs no approval. */
const changesRules = (event: NewEvent) => event.type === CONFIGURED && !isUnchanged(event);

/**
 * Returns the flags that are only turned off, where the rules allow it without approval. A flag that turns others on when it is off
 * needs approval.
 */
async function exemptFlags(
    tx: Db,
    flags: TouchedDefinitions['flags'],
    protectedEnvironments: ProtectedEnvironments,
): Promise<Set<TouchedDefinitions['flags'][number]>> {
    const allowed = flags.filter(
        (flag) => flag.isTurnedOff && protectedEnvironments.find(flag)?.turnOffWithoutApproval,
    );
    if (allowed.length === 0) return new Set();
    const children = await listChildrenOf(
        tx,
        allowed.map(({ name }) => name),
    );
    const enabling = new Set(children.filter(({ enabled }) => !enabled).map(({ parent }) => parent));
    return new Set(allowed.filter(({ name }) => !enabling.has(name)));
}

/** The preference to propose disables exceptions, and agents never do without approvals. */
const makesExceptions = ({ proposes, via }: AdminActor) => !proposes && via === undefined;

/** An emergency justifies one change, and a change of the rules would open the environment for all later ones. */
function rejectRuleChanges(ruleChanges: readonly ProjectEnvironment[]): void {
    const names = new Set(ruleChanges.map(({ project, environment }) => `${environment} of project ${project}`));
    if (names.size === 0) return;
    throw notAllowed(
        `Break glass does not cover changes of the approval rules, nor removing a tag or flag type that they name (${[...names].join(', ')}). Remove these changes from the request, or request approvals.`,
    );
}

const mayPass = (actor: AdminActor, { bypass, project, environment }: Protection) =>
    makesExceptions(actor) && bypass === 'allowed' && may(actor, 'SKIP_CHANGE_REQUEST', { project, environment });

function demandReason({ reason }: AdminActor, { reasonRequired, project, environment }: Protection): void {
    if (!reasonRequired || reason !== undefined) return;
    throw invalid(
        `Changes in ${environment} of project ${project} without approval need a reason. Send a header "Change-Reason".`,
        '/headers/change-reason',
    );
}
