import { compileFlagsInSteps, type FlagSet, type Runtime } from '@halyard/engine';
import type { AdminActor } from '../../core/actor.ts';
import { invalid } from '../../core/errors.ts';
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
        const sets = new Map<string, FlagSet>();
        for (const environment of environments) {
            sets.set(environment, await compileEnvironment(flags, environment, caller));
        }
        function* evaluateEverywhere({ name, project }: FlagName): Generator<string> {
            yield `{"name":${JSON.stringify(name)},"projectId":${JSON.stringify(project)},"environments":{`;
            for (const [index, [environment, set]] of [...sets].entries()) {
                yield `${index === 0 ? '' : ','}${JSON.stringify(environment)}:[`;
                let separator = '';
                for (const values of combinationsOf(context)) {
                    const result = evaluateFlag(set, name, environment, values);
                    yield separator +
                        JSON.stringify({ ...result, environment, context: values } satisfies EvaluatedEntry);
                    separator = ',';
                }
                yield ']';
            }
            yield '}}';
        }
        return answer(input, flags.map(evaluateEverywhere), context.invalidProperties);
    }

    async function evaluateSimple(input: Playground, caller: Caller): Promise<Iterable<string>> {
        const context = readContext(input.context, false);
        const flags = await listFlagNames(db, caller.actor, input.projects ?? '*');
        demandBounded({ environments: 1, flags: flags.length, combinations: 1 });
        const [only] = combinationsOf(context);
        const set = await compileEnvironment(flags, input.environment, caller);
        function* evaluateOnce({ name }: FlagName): Generator<string> {
            yield JSON.stringify(evaluateFlag(set, name, input.environment, only!));
        }
        return answer(input, flags.map(evaluateOnce), context.invalidProperties);
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

/** In characters. Long contexts and strategies come with every evaluation. */
const MAX_ANSWER = 64 * 1024 * 1024;

/** The pieces of an answer, which may be long: a flag is evaluated when its pieces are asked for. */
function* answer(
    input: unknown,
    flags: readonly Iterable<string>[],
    invalidContextProperties: readonly string[],
): Generator<string> {
    yield `{"input":${JSON.stringify(input)},"features":[`;
    let length = 0;
    for (const [index, pieces] of flags.entries()) {
        if (index > 0) yield ',';
        for (const piece of pieces) {
            length += piece.length;
            if (length > MAX_ANSWER) {
                throw invalid(
                    'The answer would be longer than 64 MB. Ask for fewer environments, projects or values.',
                    '/body/context',
                );
            }
            yield piece;
        }
    }
    yield invalidContextProperties.length > 0 ? `],"warnings":${JSON.stringify({ invalidContextProperties })}}` : ']}';
}
