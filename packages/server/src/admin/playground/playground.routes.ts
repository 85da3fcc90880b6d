import type { Readable } from 'node:stream';
import type { Flag, Runtime } from '@halyard/engine';
import { turnIsLong } from '../../core/in-slices.ts';
import { streamed } from '../../http/chunks.ts';
import { PartWriter } from '../../http/part-writer.ts';
import { type Route, route } from '../../http/route.ts';
import type { Services } from '../../services.ts';
import { type AskedEnvironment, askedEnvironment, type Wanted } from './asked-flags.ts';
import { combinationsOf, demandBounded, type ReadContext, readContext } from './context-combinations.ts';
import { type Entries, Explanations } from './explanations.ts';
import { AdvancedPlayground, AdvancedPlaygroundAnswer, Playground, PlaygroundAnswer } from './playground.schemas.ts';

export const playgroundRoutes = ({ db, snapshots, clock }: Services): Route[] => {
    const runtime: Runtime = { now: () => clock().getTime(), random: Math.random };
    const explanations = new Explanations();

    async function evaluateAdvanced(input: AdvancedPlayground, wanted: Wanted): Promise<Readable> {
        const context = readContext(input.context, true);
        const environments: AskedEnvironment[] = [];
        for (const environment of new Set(input.environments)) {
            environments.push(await askedEnvironment({ db, snapshots, runtime }, environment, wanted));
        }
        const flags = flagsOf(environments);
        demandBounded({ environments: environments.length, flags: flags.length, context });
        const sections = environments.map(
            (each): Section => ({
                name: JSON.stringify(each.environment),
                asked: each.asked,
                entries: explanations.each(each, combinationsOf(context)),
            }),
        );
        const into = new PartWriter();
        return streamed(answer({ input, flags, context, sections, into }), into);
    }

    async function evaluateSimple(input: Playground, wanted: Wanted): Promise<Readable> {
        const context = readContext(input.context, false);
        const environment = await askedEnvironment({ db, snapshots, runtime }, input.environment, wanted);
        const flags = flagsOf([environment]);
        demandBounded({ environments: 1, flags: flags.length, context });
        const [only = {}] = combinationsOf(context);
        const entries = explanations.once(environment, only);
        const into = new PartWriter();
        return streamed(
            answer({ input, flags, context, sections: [{ asked: environment.asked, entries }], into }),
            into,
        );
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
                reply.header('content-type', 'application/json; charset=utf-8');
                return evaluateAdvanced(body, { actor, projects: body.projects ?? '*', hasLeft });
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
                reply.header('content-type', 'application/json; charset=utf-8');
                return evaluateSimple(body, { actor, projects: body.projects ?? '*', hasLeft });
            },
        }),
    ];
};

/** Every flag that is asked for in one of the environments, in the order of their names. */
function flagsOf(environments: readonly AskedEnvironment[]): Flag[] {
    const flags = new Map<string, Flag>();
    for (const { asked } of environments) for (const [name, flag] of asked) flags.set(name, flag);
    return [...flags.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** What is said of each flag in one environment. */
interface Section {
    /** As JSON; undefined when there is only one, and nothing around its entries. */
    name?: string;
    asked: AskedEnvironment['asked'];
    entries: Entries;
}

interface Answer {
    input: unknown;
    flags: readonly Flag[];
    context: ReadContext;
    sections: readonly Section[];
    into: PartWriter;
}

/** Writes an answer, which may be long, and gives way when it is time to. */
function* answer({ input, flags, context, sections, into }: Answer): Generator<void> {
    const { invalidProperties: invalidContextProperties } = context;
    into.text(`{"input":${JSON.stringify(input)},"features":[`);
    for (let i = 0; i < flags.length; i++) {
        const { name, project } = flags[i]!;
        if (i > 0) into.text(',');
        const isNamed = sections[0]?.name !== undefined;
        if (isNamed)
            into.text(`{"name":${JSON.stringify(name)},"projectId":${JSON.stringify(project)},"environments":{`);
        for (let place = 0; place < sections.length; place++) {
            const { name: section, asked, entries } = sections[place]!;
            if (section !== undefined) into.text(`${place === 0 ? '' : ','}${section}:[`);
            const flag = asked.get(name);
            for (let entry = 0; flag !== undefined && entry < entries.count; entry++) {
                entries.write(flag, entry, into);
                if (into.isFull || turnIsLong()) yield;
            }
            if (section !== undefined) into.text(']');
        }
        if (isNamed) into.text('}}');
    }
    into.text(
        invalidContextProperties.length > 0 ? `],"warnings":${JSON.stringify({ invalidContextProperties })}}` : ']}',
    );
}
