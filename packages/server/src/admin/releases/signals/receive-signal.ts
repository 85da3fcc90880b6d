import type { Change, Step } from '../../../changes/change.ts';
import type { RecordObservation } from '../../../changes/record-observation.ts';
import type { Write } from '../../../changes/write.ts';
import { type AdminActor, proposingForReview, signalActor } from '../../../core/access/actor.ts';
import { demandOneOf } from '../../../core/access/demand.ts';
import { HalyardError, invalid, notFound } from '../../../core/errors/errors.ts';
import { hashSecret } from '../../../identity/accounts/api-tokens/token-secret.ts';
import { findActor } from '../../../identity/accounts/users/actor.queries.ts';
import type { Db } from '../../../storage/database.ts';
import type { SignalOutcome, StoredSignalResult, StoredSignalRule } from '../../../storage/tables/signals.ts';
import { flagActions } from '../../flags/flags/flag.proposables.ts';
import { findFlagEnvironment } from '../../flags/flags/flag.queries.ts';
import { listPlansOf } from '../plans/plan.queries.ts';
import { pausePlan } from '../plans/progression.commands.ts';
import { identityOf, matchesRule } from './match-signal.ts';
import { type EndpointRow, findEndpointOfToken } from './signal-endpoint.queries.ts';
import type { ReceivedSignal } from './signal-endpoint.schemas.ts';
import { PERMISSION_OF } from './signal-rules.ts';
import { countRepetition, storeSignal } from './store-signal.ts';

interface SignalDependencies {
    db: Db;
    write: Write;
    recordObservation: RecordObservation;
    clock: () => Date;
}

/**
 * Acts on a signal, then stores it: a sender that gets an error sends it again, and acting twice changes nothing. A signal that is stored
 * already has no effect.
 */
export async function receiveSignal(
    dependencies: SignalDependencies,
    { token, payload }: { token: string; payload: unknown },
): Promise<ReceivedSignal> {
    const { db, recordObservation, clock } = dependencies;
    const endpoint = await findEndpointOfToken(db, hashSecret(token));
    if (!endpoint?.enabled) {
        throw notFound('signal endpoint with this token, or it is disabled. Check the URL of the webhook');
    }
    const identity = identityOf(payload);
    const signal = { endpoint: endpoint.id, at: clock().toISOString(), ...identity };
    const repeated = await recordObservation((tx) => countRepetition(tx, signal));
    if (repeated) return { isRepeated: true, results: repeated.results };
    const results: StoredSignalResult[] = [];
    for (const rule of endpoint.rules) results.push(await apply(dependencies, endpoint, rule, payload));
    await recordObservation((tx) => storeSignal(tx, { ...signal, payload, results, tokenName: endpoint.token_name }));
    return { isRepeated: false, results };
}

type Endpoint = EndpointRow & { token_name: string };

async function apply(
    dependencies: SignalDependencies,
    endpoint: Endpoint,
    rule: StoredSignalRule,
    payload: unknown,
): Promise<StoredSignalResult> {
    const { feature, environment, action } = rule;
    const result = (outcome: SignalOutcome, reason?: string): StoredSignalResult => ({
        ...{ feature, environment, action, outcome },
        ...(reason !== undefined && { reason }),
    });
    if (!matchesRule(payload, rule)) return result('not matched');
    if (endpoint.dry_run) return result('dry run');
    try {
        const { outcome, changeRequestId } = await act(dependencies, endpoint, rule);
        return { ...result(outcome), ...(changeRequestId !== undefined && { changeRequestId }) };
    } catch (error) {
        // A failure of the service is an error for the sender, which then tries again.
        if (error instanceof HalyardError && error.status < 429) return result('refused', error.message);
        throw error;
    }
}

type Effect = Pick<StoredSignalResult, 'outcome' | 'changeRequestId'>;

async function act({ db, write }: SignalDependencies, endpoint: Endpoint, rule: StoredSignalRule): Promise<Effect> {
    const { project, name, token_name, owner_id } = endpoint;
    const { feature, environment } = rule;
    const owner = await findActor(db, owner_id);
    if (!owner) {
        throw invalid('The owner of the rules no longer exists, or is disabled. Save the endpoint again.');
    }
    const actor = signalActor(owner, `A signal of ${name} (token ${token_name}) matched a rule.`);
    if (rule.action === 'pauseReleasePlanProgressions') {
        const hasPaused = await write(actor, pauseStep({ project, featureName: feature, environment }));
        return { outcome: hasPaused ? 'done' : 'unchanged' };
    }
    const state = await findFlagEnvironment(db, feature, environment);
    if (state && !state.enabled) return { outcome: 'unchanged' };
    return writeOrPropose(
        write,
        actor,
        flagActions.updateEnabled.step({ project, feature, environment }, { enabled: false }),
    );
}

/** If the owner needs approval, a change request in review contains the change: one, however many signals arrive. */
async function writeOrPropose(write: Write, actor: AdminActor, step: Step): Promise<Effect> {
    try {
        await write(actor, step);
        return { outcome: 'done' };
    } catch (error) {
        if (!(error instanceof HalyardError) || error.status !== 403) throw error;
        const outcome = await write.attempt(proposingForReview(actor), step);
        if (outcome.kind !== 'proposed') return { outcome: 'done' };
        const [request] = outcome.requests as readonly { id: number }[];
        return { outcome: 'proposed', changeRequestId: request!.id };
    }
}

/** Pausing needs no approval: nothing that SDKs receive changes. */
const pauseStep = (scope: { project: string; featureName: string; environment: string }): Step<boolean> => ({
    async authorise({ actor }: Change) {
        demandOneOf(actor, [PERMISSION_OF.pauseReleasePlanProgressions], scope);
    },
    async run(change: Change) {
        const [plan] = await listPlansOf(change.tx, scope);
        if (!plan) throw notFound(`release plan of flag ${scope.featureName} in ${scope.environment}`);
        const isPaused = plan.milestones.some(({ paused_at }) => paused_at !== null);
        if (!isPaused) await pausePlan(change, { ...scope, planId: plan.id });
        return !isPaused;
    },
});
