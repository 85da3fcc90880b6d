import type { Readable } from 'node:stream';
import type { CompiledFlag, Runtime } from '@halyard/engine';
import { Type } from 'typebox';
import type { Moment } from '../../../changes/moment.ts';
import { shouldYield, yieldToEventLoop } from '../../../core/concurrency/yielding.ts';
import { BufferPool } from '../../../http/bodies/buffer-pool.ts';
import { streamed } from '../../../http/bodies/chunks.ts';
import { PartWriter } from '../../../http/bodies/fragment-writer.ts';
import { type Route, type RouteReply, routeWithTag } from '../../../http/route/route.ts';
import type { Services } from '../../../services.ts';
import { environmentsAfter } from '../../governance/change-requests/applying/preview.ts';
import { RequestId } from '../../governance/change-requests/request/change-request.schemas.ts';
import { requestedMoment } from '../../observations/past/as-of.ts';
import { combinationsOf, demandBounded, type ReadContext, readContext } from './context-combinations.ts';
import { type Entries, Explanations } from './explanations.ts';
import {
    AdvancedPlayground,
    AdvancedPlaygroundResponse,
    ChangeRequestPlayground,
    Playground,
    PlaygroundResponse,
} from './playground.schemas.ts';
import { type FlagSelection, type SelectedFlags, selectFlags } from './selected-flags.ts';

const route = routeWithTag('Playground');

export const playgroundRoutes = (services: Services): Route[] => {
    const { db, snapshots, pastFlags, clock } = services;
    const runtime: Runtime = { now: () => clock().getTime(), random: Math.random };
    const explanations = new Explanations();
    // Buffers are reused: allocating them for every response would cause long garbage collections.
    const pool = new BufferPool();

    function writerFor(reply: RouteReply): PartWriter {
        const writer = new PartWriter({ pool });
        reply.onceSent(() => writer.release());
        return writer;
    }

    async function evaluateAdvanced(
        input: AdvancedPlayground,
        selection: FlagSelection,
        reply: RouteReply,
    ): Promise<Readable> {
        const context = withClock(readContext(input.context, true), selection.moment);
        const environments: SelectedFlags[] = [];
        for (const environment of new Set(input.environments)) {
            environments.push(await selectFlags({ db, snapshots, pastFlags, runtime }, environment, selection));
        }
        if (shouldYield()) await yieldToEventLoop();
        const { flags, total } = flagsOf(environments, input);
        if (shouldYield()) await yieldToEventLoop();
        demandBounded({ environments: environments.length, flags: flags.length, context });
        const sections = environments.map(
            (each, index): Section => ({
                start: Buffer.from(`${index === 0 ? '' : '],'}${JSON.stringify(each.environment)}:[`),
                selected: each.selected,
                entries: explanations.each(each, combinationsOf(context)),
            }),
        );
        const into = writerFor(reply);
        return streamed(
            writeResponse({
                input,
                moment: selection.moment,
                flags,
                total,
                context,
                sections,
                into,
                head: headOf,
            }),
            into,
        );
    }

    async function evaluateSimple(input: Playground, selection: FlagSelection, reply: RouteReply): Promise<Readable> {
        const context = withClock(readContext(input.context, false), selection.moment);
        const environment = await selectFlags({ db, snapshots, pastFlags, runtime }, input.environment, selection);
        const { flags, total } = flagsOf([environment], input);
        demandBounded({ environments: 1, flags: flags.length, context });
        const [only = {}] = combinationsOf(context);
        const entries = explanations.once(environment, only);
        const into = writerFor(reply);
        return streamed(
            writeResponse({
                input,
                moment: selection.moment,
                flags,
                total,
                context,
                sections: [{ selected: environment.selected, entries }],
                into,
            }),
            into,
        );
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
                reply.header('content-type', 'application/json; charset=utf-8');
                const moment = await requestedMoment({ db, clock }, body.asOf, '/body/asOf');
                return evaluateAdvanced(body, selectionOf(body, { actor, moment, signal }), reply);
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
                reply.header('content-type', 'application/json; charset=utf-8');
                const { project, environment, sets } = await environmentsAfter(services, id, actor);
                const input = { environments: [environment], projects: [project], context };
                return evaluateAdvanced(input, { actor, projects: [project], moment: undefined, sets, signal }, reply);
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
                reply.header('content-type', 'application/json; charset=utf-8');
                const moment = await requestedMoment({ db, clock }, body.asOf, '/body/asOf');
                return evaluateSimple(body, selectionOf(body, { actor, moment, signal }), reply);
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

/** The entries of each flag in one environment. */
interface Section {
    /** The text before its entries, if any. */
    start?: Buffer;
    selected: SelectedFlags['selected'];
    entries: Entries;
}

interface ResponseContent {
    input: unknown;
    moment: Moment | undefined;
    flags: readonly CompiledFlag[];
    /** Undefined: not part of the response. */
    total: number | undefined;
    context: ReadContext;
    sections: readonly Section[];
    /** The text before the sections of a flag, if any. */
    head?: (flag: CompiledFlag) => string;
    into: PartWriter;
}

/** The beginning of the entry of a flag, which is the same in all environments. */
const headOf = ({ name, project }: CompiledFlag) =>
    `{"name":${JSON.stringify(name)},"projectId":${JSON.stringify(project)},"environments":{`;

const COMMA = Buffer.from(',');
const END_OF_FLAG = Buffer.from(']}}');

/** Writes the response, which may be long, and yields regularly. */
function* writeResponse({
    input,
    moment,
    flags,
    total,
    context,
    sections,
    head,
    into,
}: ResponseContent): Generator<void> {
    const { invalidProperties: invalidContextProperties } = context;
    const asOf = moment === undefined ? '' : `"asOf":${JSON.stringify(moment)},`;
    into.text(`{"input":${JSON.stringify(input)},${asOf}"features":[`);
    for (let i = 0; i < flags.length; i++) {
        if (i > 0) into.part(COMMA);
        if (head !== undefined) into.text(head(flags[i]!));
        for (const { start, selected, entries } of sections) {
            if (start !== undefined) into.part(start);
            const flag = selected.get(flags[i]!.name);
            for (let entry = 0; flag !== undefined && entry < entries.count; entry++) {
                entries.write(flag, entry, into);
                if (into.isFull || shouldYield()) yield;
            }
        }
        if (head !== undefined) into.part(END_OF_FLAG);
    }
    into.text(total === undefined ? ']' : `],"total":${total}`);
    into.text(
        invalidContextProperties.length > 0 ? `,"warnings":${JSON.stringify({ invalidContextProperties })}}` : '}',
    );
}
