import { actionNamed } from '../../../changes/action-registry.ts';
import type { ProposedStep, ProposableStep as Runnable } from '../../../changes/proposable.ts';
import { mapYielding } from '../../../core/concurrency/yielding.ts';
import { HalyardError } from '../../../core/errors/errors.ts';
import { validateAt } from '../../../http/route/shape.ts';
import { schemaOfStep } from './proposal.schemas.ts';

/**
 * Parses the steps of a request, or stored steps, into steps that can be rehearsed or executed. Each step checks its own
 * permission when it is executed. `path`: the JSON path of the list, for error messages.
 */
export function readSteps(project: string, steps: readonly unknown[], path = 'body/steps'): Promise<Runnable[]> {
    return mapYielding(steps, (step, index) => readStep(project, step, `${path}/${index}`));
}

/** Parses one step; `path` is its JSON path. */
export function readStep(project: string, input: unknown, path: string): Runnable {
    const { action, payload, feature, environment } = validateAt(schemaOfStep(input), input, path) as ProposedStep;
    // The schema of the action determines which of the two is required.
    const address = { project, feature: feature ?? '', environment: environment ?? '' };
    return withPathsIn(`/${path}/payload`, actionNamed(action)!.step(address, payload));
}

/** Relocates error paths: commands report paths in the body of their route, which is the payload of a step here. */
function withPathsIn(payload: string, step: Runnable): Runnable {
    const relocated = (error: unknown) => {
        if (!(error instanceof HalyardError)) throw error;
        const details = error.details.map((detail) =>
            detail.path === undefined ? detail : { ...detail, path: detail.path.replace(/^\/body/, payload) },
        );
        throw new HalyardError(error.name, error.message, details, error.extra);
    };
    return {
        ...step,
        authorise: (change) => step.authorise(change).catch(relocated),
        run: (change) => step.run(change).catch(relocated),
    };
}
