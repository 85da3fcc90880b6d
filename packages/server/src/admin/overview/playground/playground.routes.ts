import type { Readable } from 'node:stream';
import type { CompiledFlag, Runtime } from '@halyard/engine';
import { Type } from 'typebox';
import type { Services } from '../../../app/services.ts';
import type { Moment } from '../../../changes/moment.ts';
import { requestedMoment } from '../../../changes/past/as-of.ts';
import { shouldYield, yieldToEventLoop } from '../../../core/concurrency/yielding.ts';
import { BufferPool } from '../../../http/bodies/buffer-pool.ts';
import { streamed } from '../../../http/bodies/chunks.ts';
import { JSON_TYPE } from '../../../http/bodies/fragment-response.ts';
import { PartWriter } from '../../../http/bodies/fragment-writer.ts';
import { type Route, type RouteReply, routeWithTag } from '../../../http/route/route.ts';
import { environmentsAfter } from '../../governance/change-requests/applying/preview.ts';
import { RequestId } from '../../governance/change-requests/request/change-request.schemas.ts';
import { demandBounded, type ReadContext, readContext } from './context-combinations.ts';
import {
    AdvancedPlayground,
    AdvancedPlaygroundResponse,
    ChangeRequestPlayground,
    Playground,
    PlaygroundResponse,
} from './playground.schemas.ts';
import { type ResponseFormat, writeResponse } from './playground-response.ts';
import { type FlagSelection, type SelectedFlags, selectFlags } from './selected-flags.ts';

const route = routeWithTag('Playground');

export const playgroundRoutes = (services: Services): Route[] => {
    const { db, snapshots, pastFlags, clock } = services;
    const runtime: Runtime = { now: () => clock().getTime(), random: Math.random };
    // Buffers are reused: allocating them for every response would cause long garbage collections.
    const pool = new BufferPool();

    /** Streams the entries of the selected flags in some environments. */
    async function respond(
        { environments: names, format, ...query }: PlaygroundQuery,
        selection: FlagSelection,
        reply: RouteReply,
    ): Promise<Readable> {
        const { moment } = selection;
        const context = withClock(query.context, moment);
        const environments: SelectedFlags[] = [];
        for (const name of new Set(names)) {
            environments.push(await selectFlags({ db, snapshots, pastFlags, runtime }, name, selection));
        }
        if (shouldYield()) await yieldToEventLoop();
        const { flags, total } = flagsOf(environments, query.input);
        if (shouldYield()) await yieldToEventLoop();
        demandBounded({ environments: environments.length, flags: flags.length, context });
        const writer = new PartWriter({ pool });
        reply.header('content-type', JSON_TYPE);
        reply.onceSent(() => writer.release());
        const content = { input: query.input, moment, environments, flags, total, context, format };
        return streamed(writeResponse(content, writer), writer);
    }

    return [
        route('POST /api/admin/playground/advanced', {
            operationId: 'getAdvancedPlayground',
            summary: 'Evaluate flags in several environments and for several contexts, and explain each result',
            access: 'authenticated',
            expensive: true,
            leavesNoEvent: true,
            body: AdvancedPlayground,
            responds: { status: 200, body: AdvancedPlaygroundResponse, contentType: 'application/json' },
            handler: async ({ actor, body, signal }, reply) => {
                const moment = await requestedMoment({ db, clock }, body.asOf, '/body/asOf');
                const { environments } = body;
                const context = readContext(body.context, true);
                const selection = selectionOf(body, { actor, moment, signal });
                return respond({ input: body, environments, context, format: 'advanced' }, selection, reply);
            },
        }),
        route('POST /api/admin/playground/change-request/:id', {
            operationId: 'getPlaygroundOfChangeRequest',
            summary: 'Evaluate the flags of a project as if a change request were applied',
            description: 'Includes earlier scheduled changes of the same objects.',
            access: 'authenticated',
            expensive: true,
            leavesNoEvent: true,
            params: Type.Object({ id: RequestId }),
            body: ChangeRequestPlayground,
            responds: { status: 200, body: AdvancedPlaygroundResponse, contentType: 'application/json' },
            errors: [404, 409],
            handler: async ({ actor, params: { id }, body: { context }, signal }, reply) => {
                const { project, environment, sets } = await environmentsAfter(services, id, actor);
                const environments = [environment];
                const input = { environments, projects: [project], context };
                const selection = { actor, projects: input.projects, moment: undefined, sets, signal };
                return respond(
                    { input, environments, context: readContext(context, true), format: 'advanced' },
                    selection,
                    reply,
                );
            },
        }),
        route('POST /api/admin/playground', {
            operationId: 'getPlayground',
            summary: 'Evaluate flags in one environment for one context',
            deprecated: true,
            access: 'authenticated',
            expensive: true,
            leavesNoEvent: true,
            body: Playground,
            responds: { status: 200, body: PlaygroundResponse, contentType: 'application/json' },
            handler: async ({ actor, body, signal }, reply) => {
                const moment = await requestedMoment({ db, clock }, body.asOf, '/body/asOf');
                const environments = [body.environment];
                const context = readContext(body.context, false);
                const selection = selectionOf(body, { actor, moment, signal });
                return respond({ input: body, environments, context, format: 'simple' }, selection, reply);
            },
        }),
    ];
};

/** A query about the past without a time uses the time of that revision. */
function withClock(context: ReadContext, moment: Moment | undefined): ReadContext {
    if (moment === undefined || context.fields.some(([name]) => name === 'currentTime')) return context;
    return { ...context, fields: [...context.fields, ['currentTime', [moment.at]]] };
}

const selectionOf = (
    { projects = '*', query }: Playground | AdvancedPlayground,
    rest: Pick<FlagSelection, 'actor' | 'moment' | 'signal'>,
): FlagSelection => ({ projects, query, ...rest });

/** A page of the selected flags of the environments, sorted by name, and the number of all of them if only a page is requested. */
function flagsOf(
    environments: readonly SelectedFlags[],
    { offset = 0, limit }: Pick<Playground, 'offset' | 'limit'>,
): { flags: CompiledFlag[]; total: number | undefined } {
    const flags = new Map<string, CompiledFlag>();
    for (const { selected } of environments) for (const [name, flag] of selected) flags.set(name, flag);
    const sorted = [...flags.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
    if (offset === 0 && limit === undefined) return { flags: sorted, total: undefined };
    return { flags: sorted.slice(offset, offset + (limit ?? sorted.length)), total: sorted.length };
}

interface PlaygroundQuery {
    /** The body of the request, which the response repeats. */
    input: object & Pick<Playground, 'offset' | 'limit'>;
    environments: readonly string[];
    context: ReadContext;
    format: ResponseFormat;
}
