import { actionNamed } from '../../../../changes/action-registry.ts';
import type { ProjectEnvironment } from '../../../../core/access/project-environment.ts';
import { canonicalJson } from '../../../../core/json/canonical-json.ts';
import { isRecord } from '../../../../core/json/is-record.ts';
import type { Tx } from '../../../../storage/database.ts';
import { findProjectEnvironment, getProject } from '../../../catalogue/projects/project.queries.ts';
import { defaultParameters } from '../../../catalogue/strategy-rules/strategy-rules.ts';
import { strategyIn } from '../merge/references.ts';
import { loadTargets } from '../merge/targets.ts';
import type { ChangeRow } from '../request/change-request.queries.ts';
import { defaultStrategyIn, strategyNeedsOf } from './default-changes.ts';

/**
 * Writes values into the changes of a request that would otherwise be looked up when they are applied: the default strategy of a
 * flag that is enabled, omitted rollout parameters, and the content of the segments and strategy types that strategies refer to.
 * So settings that change between approval and application do not alter the approved content. `edited`: the changes that start
 * from the current state.
 */
export async function makeSelfContained(
    tx: Tx,
    target: ProjectEnvironment,
    changes: readonly ChangeRow[],
    edited: readonly Pick<ChangeRow, 'id'>[],
): Promise<ChangeRow[]> {
    const { project, environment } = target;
    const [targets, { default_stickiness: stickiness }, ofEnvironment] = await Promise.all([
        loadTargets(tx, target, changes),
        getProject(tx, project),
        findProjectEnvironment(tx, project, environment),
    ]);
    const { lacking } = strategyNeedsOf(changes, targets);
    const ofProject = { ...(ofEnvironment?.default_strategy ?? { name: 'flexibleRollout' }) };
    const completed = changes.map((change) => {
        const fill = (strategy: Record<string, unknown>, name: unknown) => {
            const defaults = defaultParameters(name, { stickiness, groupId: change.feature ?? '' });
            const parameters = isRecord(strategy['parameters']) ? strategy['parameters'] : {};
            return defaults ? { ...strategy, parameters: { ...defaults, ...parameters } } : strategy;
        };
        return {
            ...change,
            payload: selfContainedPayload(change, { fill, isLacking: lacking.has(change.id), ofProject }),
        };
    });
    const current = await loadTargets(tx, target, completed);
    const isEdited = new Set(edited.map(({ id }) => id));
    return Promise.all(
        completed.map(async (change, index) => {
            const isUnchanged = change.refs !== null && !isEdited.has(change.id);
            const references = isUnchanged ? change.refs! : current.referencesOf(change);
            const refs = references.length > 0 ? references : null;
            const { id, payload } = change;
            const before = changes[index]!;
            const isSame =
                canonicalJson(payload) === canonicalJson(before.payload) &&
                canonicalJson(refs) === canonicalJson(before.refs);
            if (!isSame) {
                await tx
                    .updateTable('change_request_changes')
                    .set({
                        payload: payload === null ? null : JSON.stringify(payload),
                        refs: refs && JSON.stringify(refs),
                    })
                    .where('id', '=', id)
                    .execute();
            }
            return { ...change, refs };
        }),
    );
}

interface PayloadContext {
    fill: (strategy: Record<string, unknown>, name: unknown) => object;
    isLacking: boolean;
    ofProject: Record<string, unknown>;
}

function selfContainedPayload(change: ChangeRow, { fill, isLacking, ofProject }: PayloadContext): unknown {
    const { action, payload } = change;
    if (!isRecord(payload)) return payload;
    if (!actionNamed(action)?.turnsOn) {
        const strategy = strategyIn(change);
        return strategy ? fill(payload, strategy.name) : payload;
    }
    const { defaultStrategy: _, ...rest } = payload;
    if (!isLacking) return rest;
    // The strategy is added because the flag needs an enabled one, so it is never disabled.
    const { disabled: __, ...strategy } = defaultStrategyIn(payload) ?? ofProject;
    const whole = { constraints: [], segments: [], variants: [], ...strategy };
    return { ...rest, defaultStrategy: fill(whole, strategy['name']) };
}
