import { compileFlagsInSteps, type FlagSet, type Runtime } from '@halyard/engine';
import type { AdminActor } from '../../core/actor.ts';
import { runInSlices } from '../../core/in-slices.ts';
import { inChunks } from '../../http/chunks.ts';
import { type Route, route } from '../../http/route.ts';
import type { Services } from '../../services.ts';
import { combinationsOf, countCombinations, demandBounded, readContext } from './context-combinations.ts';
import { evaluateFlag } from './evaluation.ts';
import { listFlagNames, loadFlags, loadSegments } from './playground.queries.ts';
import {
    AdvancedPlayground,
    AdvancedPlaygroundAnswer,
    type EvaluatedEntry,
    Playground,
    PlaygroundAnswer,
} from './playground.schemas.ts';

type FlagName = { name: string; project: string };
type Caller = { actor: AdminActor; hasLeft: () => boolean };

export const playgroundRoutes = ({ db, clock }: Services): Route[] => {
    const runtime: Runtime = { now: () => clock().getTime(), random: Math.random };

    async function compileEnvironment(flags: readonly FlagName[], environment: string, caller: Caller) {
        const definitions = { segments: await loadSegments(db), features: await loadFlags(db, flags, environment) };
        return runInSlices(compileFlagsInSteps(definitions, runtime), caller.hasLeft);
    }

    async function evaluateAdvanced(input: AdvancedPlayground, caller: Caller): Promise<Iterable<string>> {
        const context = readContext(input.context, true);
        const environments = [...new Set(input.environments)];
        const flags = await listFlagNames(db, caller.actor, input.projects ?? '*');
        const combinations = countCombinations(context);
        demandBounded({ environments: environments.length, flags: flags.length, combinations });
        const contexts = combinationsOf(context);
        const sets = new Map<string, FlagSet>();
        for (const environment of environments) {
            sets.set(environment, await compileEnvironment(flags, environment, caller));
        }
        const evaluateEverywhere = ({ name, project }: FlagName) => {
            const entries = [...sets].map(([environment, set]) => [
                environment,
                contexts.map(
                    (context): EvaluatedEntry => ({
                        ...evaluateFlag(set, name, environment, context),
                        environment,
                        context,
                    }),
                ),
            ]);
            return { name, projectId: project, environments: Object.fromEntries(entries) };
        };
        return answer(input, flags, evaluateEverywhere, context.invalidProperties);
    }

    async function evaluateSimple(input: Playground, caller: Caller): Promise<Iterable<string>> {
        const context = readContext(input.context, false);
        const flags = await listFlagNames(db, caller.actor, input.projects ?? '*');
        demandBounded({ environments: 1, flags: flags.length, combinations: 1 });
        const [only] = combinationsOf(context);
        const set = await compileEnvironment(flags, input.environment, caller);
        const evaluateOnce = ({ name }: FlagName) => evaluateFlag(set, name, input.environment, only!);
        return answer(input, flags, evaluateOnce, context.invalidProperties);
    }

    return [
        route({
            method: 'POST',
            path: '/api/admin/playground/advanced',
            operationId: 'getAdvancedPlayground',
            summary: 'Evaluate flags in several environments and for several contexts, and explain each result',
            tag: 'Playground',
            access: 'authenticated',
            leavesNoEvent: true,
            body: AdvancedPlayground,
            responds: { status: 200, body: AdvancedPlaygroundAnswer, contentType: 'application/json' },
            handler: async ({ actor, body, hasLeft }, reply) => {
                const pieces = await evaluateAdvanced(body, { actor, hasLeft });
                reply.header('content-type', 'application/json; charset=utf-8');
                return inChunks(pieces, reply, hasLeft);
            },
        }),
        route({
            method: 'POST',
            path: '/api/admin/playground',
            operationId: 'getPlayground',
            summary: 'Evaluate flags in one environment for one context',
            tag: 'Playground',
            deprecated: true,
            access: 'authenticated',
            leavesNoEvent: true,
            body: Playground,
            responds: { status: 200, body: PlaygroundAnswer, contentType: 'application/json' },
            handler: async ({ actor, body, hasLeft }, reply) => {
                const pieces = await evaluateSimple(body, { actor, hasLeft });
                reply.header('content-type', 'application/json; charset=utf-8');
                return inChunks(pieces, reply, hasLeft);
            },
        }),
    ];
};

/** The pieces of an answer, which may be long: each flag is evaluated when its piece is asked for. */
function* answer(
    input: unknown,
    flags: readonly FlagName[],
    evaluate: (flag: FlagName) => object,
    invalidContextProperties: readonly string[],
): Generator<string> {
    yield `{"input":${JSON.stringify(input)},"features":[`;
    let separator = '';
    for (const flag of flags) {
        yield separator + JSON.stringify(evaluate(flag));
        separator = ',';
    }
    yield invalidContextProperties.length > 0 ? `],"warnings":${JSON.stringify({ invalidContextProperties })}}` : ']}';
}
