import { readFile } from 'node:fs/promises';
import { type CliContext, CommandError } from '../program/command.ts';
import type { Result } from '../program/result.ts';
import { addressOf } from '../remote/credentials.ts';
import { ServiceClient, serviceOf } from '../remote/service.ts';
import type { Instance } from './instance.ts';
import { findJudge } from './judge.ts';
import { planImport } from './plan.ts';
import { type MigrationProof, prove } from './prove.ts';
import { readFileText } from './read-file.ts';
import { readLive } from './read-live.ts';
import { type MigrationReport, textOf } from './report.ts';
import type { MigrationPlan, MigrationStep } from './step.ts';

interface UnleashImportOptions {
    file: string | undefined;
    from: string | undefined;
    environment: string | undefined;
    apply: boolean;
    prove: boolean;
    overwrite: boolean;
    contexts: number;
    seed: number;
}

/** Brings everything that can be read of an Unleash into the service that is signed in to; only with `--apply`. */
export async function importUnleash(asked: UnleashImportOptions, context: CliContext): Promise<Result> {
    const { output } = context;
    const target = await serviceOf(context);
    const live = asked.file === undefined ? sourceOf(asked, context) : undefined;
    const from = live?.url ?? asked.file!;
    const source = live ? await reading(live, 'Reading the source', context) : await fromFile(asked);
    const there = () => reading(target, 'Reading the target', context);
    const plan = planImport(source, await there(), asked);
    const report: MigrationReport = {
        from,
        to: target.url,
        applied: asked.apply,
        brought: {},
        same: plan.same,
        conflicts: plan.conflicts,
        failures: [],
        notes: plan.notes,
    };
    if (asked.apply && plan.conflicts.length > 0) {
        report.applied = false;
    } else if (asked.apply) {
        await run(plan, target, report, context);
        // Whatever was said of the writes: the target is asked what it has now.
        const left = planImport(source, await there(), asked);
        const open = left.steps.filter(({ kind }) => kind !== 'tokens');
        for (const { kind, name } of open) {
            const isTold = report.failures.some((failure) => failure.includes(name));
            if (!isTold) report.failures.push(`${kind}: ${name} is not there as it was`);
        }
    } else {
        for (const step of plan.steps) count(report, step);
    }
    if (live && (asked.prove || report.applied)) report.proof = await proven(source, live, target, asked, context);
    const differs = report.conflicts.length > 0 || (report.proof?.differences ?? 0) > 0;
    return {
        json: report,
        text: textOf(report, output),
        exitCode: report.failures.length > 0 ? 1 : differs ? 2 : 0,
    };
}

function sourceOf({ from }: UnleashImportOptions, { environment, version }: CliContext): ServiceClient {
    const url = from ?? environment['UNLEASH_URL'];
    const token = environment['UNLEASH_TOKEN'];
    if (!url || !token) {
        throw new CommandError(
            'Say where from: --from https://unleash.example.com with an admin token in UNLEASH_TOKEN, or a file.',
        );
    }
    // People know the address that SDKs are given.
    return new ServiceClient({ url: addressOf(url).replace(/\/api$/, ''), token }, version);
}

async function fromFile({ file, environment }: UnleashImportOptions): Promise<Instance> {
    const text = await readFile(file!, 'utf8').catch((error: NodeJS.ErrnoException) => {
        throw new CommandError(`${file} cannot be read (${error.code}).`);
    });
    return readFileText(text, { environment });
}

async function reading(service: ServiceClient, title: string, { output }: CliContext): Promise<Instance> {
    const progress = output.progress(title);
    try {
        return await readLive(service, progress);
    } finally {
        progress.end();
    }
}

const count = ({ brought }: MigrationReport, { kind, count: added }: MigrationStep) => {
    brought[kind] = (brought[kind] ?? 0) + added;
};

/** In order, since later ones need earlier ones. What is refused does not keep the rest from coming. */
async function run(
    plan: MigrationPlan,
    target: ServiceClient,
    report: MigrationReport,
    { output }: CliContext,
): Promise<void> {
    const progress = output.progress('Importing');
    const total = plan.steps.length;
    let done = 0;
    const take = async (step: MigrationStep): Promise<void> => {
        try {
            await step.run(target);
            count(report, step);
        } catch (error) {
            if (!(error instanceof CommandError)) throw error;
            const parts = step.parts?.();
            if (parts) for (const part of parts) await take(part);
            else report.failures.push(`${step.kind}: ${step.name}: ${error.message}`);
        }
    };
    for (const step of plan.steps) {
        progress.update(done++, total, `${step.kind}: ${step.name}`);
        await take(step);
    }
    progress.end();
}

async function proven(
    source: Instance,
    live: ServiceClient,
    target: ServiceClient,
    asked: UnleashImportOptions,
    { output }: CliContext,
): Promise<MigrationProof> {
    const progress = output.progress('Comparing what SDKs get');
    try {
        const judge = await findJudge(process.cwd());
        return await prove(live, target, { ...asked, source, judge, progress });
    } finally {
        progress.end();
    }
}
