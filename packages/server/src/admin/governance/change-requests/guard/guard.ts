import { isUnchanged } from '../../../../changes/event-log.ts';
import { type TouchedDefinitions, touchedBy } from '../../../../changes/touched.ts';
import type { Guard, PendingChange } from '../../../../changes/write.ts';
import { type AdminActor, may } from '../../../../core/access/actor.ts';
import type { ProjectEnvironment } from '../../../../core/access/project-environment.ts';
import { invalid } from '../../../../core/errors/errors.ts';
import type { NewEvent } from '../../../../core/events/event-types.ts';
import type { Republished } from '../../../../publications/publish.ts';
import type { Db } from '../../../../storage/database.ts';
import { listChildrenOf } from '../../../flags/dependencies/dependency.queries.ts';
import { loweredRequirements } from './lowered-requirements.ts';
import { CONFIGURED, ProtectedEnvironments, type Protection } from './protected-environments.ts';
import { type NeedsApproval, needsApproval } from './refusal.ts';
import { environmentsOfTagChanges, tagChangesIn } from './tag-changes.ts';

/** Rejects unapproved changes in environments that require approvals. */
export const guardProtected: Guard = async (pending) => {
    const protectedEnvironments = await ProtectedEnvironments.about(pending.tx, pending.events, pending.actor);
    return async (publications) => {
        if (!protectedEnvironments) return {};
        const { open, refusal } = await assessChanges(pending, protectedEnvironments, publications);
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
): Promise<{ open: Protection[]; refusal?: NeedsApproval }> {
    const { open, touched } = await listUnapproved(pending, protectedEnvironments, publications);
    const closed = open.filter((projectEnvironment) => !mayPass(pending.actor, projectEnvironment));
    if (closed.length === 0) return { open };
    return { open, refusal: await needsApproval(pending, { protectedEnvironments: closed, touched }) };
}

/** Returns the protected environments in which the change has an effect that is not approved. */
async function listUnapproved(
    { tx, events, permit, actor }: PendingChange,
    protectedEnvironments: ProtectedEnvironments,
    publications: readonly Republished[],
): Promise<{ open: Protection[]; touched: TouchedDefinitions }> {
    // Moving a flag affects both projects.
    const projects = publications.flatMap(({ kind, project, formerProject }) =>
        kind === 'segment' ? [] : [project ?? [], formerProject ?? []].flat(),
    );
    await protectedEnvironments.ofProjects(tx, projects);
    // This is the common case, and it avoids computing the differences.
    if (protectedEnvironments.isEmpty) return { open: [], touched: { flags: [], segments: [], settings: [] } };
    const touched = await touchedIn({ tx, events }, protectedEnvironments, publications);
    const exempt = makesExceptions(actor) ? await exemptFlags(tx, touched.flags, protectedEnvironments) : new Set();
    const all = [
        ...touched.flags.filter((flag) => !exempt.has(flag)),
        ...touched.segments.flatMap((id) => protectedEnvironments.usersOf(id)),
        ...events.filter(changesRules).map((event) => event as unknown as ProjectEnvironment),
    ];
    const known = new Set(
        all
            .map((projectEnvironment) => protectedEnvironments.find(projectEnvironment))
            .filter((projectEnvironment) => projectEnvironment !== undefined),
    );
    return { open: [...known].filter((projectEnvironment) => !permit?.covers(projectEnvironment)), touched };
}

/** Returns everything in the change that can alter SDK decisions, or the number of required approvals. */
async function touchedIn(
    { tx, events }: Pick<PendingChange, 'tx' | 'events'>,
    protectedEnvironments: ProtectedEnvironments,
    publications: readonly Republished[],
): Promise<TouchedDefinitions> {
    const touched = touchedBy(publications);
    const tags = tagChangesIn(events);
    const lowered = loweredRequirements(events, tags, protectedEnvironments);
    const tagged = tags.length === 0 ? [] : await environmentsOfTagChanges(tx, tags);
    return {
        ...touched,
        flags: [...touched.flags, ...tagged, ...lowered.flags],
        settings: [...touched.settings, ...lowered.settings],
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

const mayPass = (actor: AdminActor, { bypass, project, environment }: Protection) =>
    makesExceptions(actor) && bypass === 'allowed' && may(actor, 'SKIP_CHANGE_REQUEST', { project, environment });

function demandReason({ reason }: AdminActor, { reasonRequired, project, environment }: Protection): void {
    if (!reasonRequired || reason !== undefined) return;
    throw invalid(
        `Changes in ${environment} of project ${project} without approval need a reason. Send a header "Change-Reason".`,
        '/headers/change-reason',
    );
}
