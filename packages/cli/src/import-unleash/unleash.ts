import { readFile } from 'node:fs/promises';
import { type CliContext, CommandError } from '../program/command.ts';
import type { Result } from '../program/result.ts';
import { addressOf } from '../remote/credentials.ts';
import { ServiceClient, serviceOf } from '../remote/service.ts';
import type { Instance } from './instance.ts';
import { findSdk } from './judge.ts';
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

/** Imports everything that can be read from Unleash into the service that the user is logged in to; only with `--apply`. */
export async function importUnleash(options: UnleashImportOptions, context: CliContext): Promise<Result> {
    const { output } = context;
    const target = await serviceOf(context);
    const live = options.file === undefined ? sourceOf(options, context) : undefined;
    const from = live?.url ?? options.file!;
    const source = live ? await readInstance(live, 'Reading the source', context) : await fromFile(options);
    const readTarget = () => readInstance(target, 'Reading the target', context);
    const plan = planImport(source, await readTarget(), options);
    const report: MigrationReport = {
        from,
        to: target.url,
        applied: options.apply,
        brought: {},
        same: plan.same,
        conflicts: plan.conflicts,
        failures: [],
        notes: plan.notes,
    };
    if (options.apply && plan.conflicts.length > 0) {
        report.applied = false;
    } else if (options.apply) {
        await run(plan, target, report, context);
        // The target is read again, because responses to writes do not prove the result.
        const left = planImport(source, await readTarget(), options);
        const open = left.steps.filter(({ kind }) => kind !== 'tokens');
        for (const { kind, name } of open) {
            const isReported = report.failures.some((failure) => failure.includes(name));
            if (!isReported) report.failures.push(`${kind}: ${name} differs from the source`);
        }
    } else {
        for (const step of plan.steps) count(report, step);
    }
    if (live && (options.prove || report.applied))
        report.proof = await runProof(source, live, target, options, context);
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
            'Specify the source: --from https://unleash.example.com with an admin token in UNLEASH_TOKEN, or a file.',
        );
    }
    // Users often pass the URL of SDKs, which ends with /api.
    return new ServiceClient({ url: addressOf(url).replace(/\/api$/, ''), token }, version);
}

async function fromFile({ file, environment }: UnleashImportOptions): Promise<Instance> {
    const text = await readFile(file!, 'utf8').catch((error: NodeJS.ErrnoException) => {
        throw new CommandError(`${file} cannot be read (${error.code}).`);
    });
    return readFileText(text, { environment });
}

async function readInstance(service: ServiceClient, title: string, { output }: CliContext): Promise<Instance> {
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

/** Runs the steps in order, because later steps depend on earlier ones. A rejected step does not stop the others. */
async function run(
    plan: MigrationPlan,
    target: ServiceClient,
    report: MigrationReport,
    { output }: CliContext,
): Promise<void> {
    const progress = output.progress('Importing');
    const total = plan.steps.length;
    let done = 0;
    const runStep = async (step: MigrationStep): Promise<void> => {
        try {
            await step.run(target);
            count(report, step);
        } catch (error) {
            if (!(error instanceof CommandError)) throw error;
            const parts = step.parts?.();
            if (parts) for (const part of parts) await runStep(part);
            else report.failures.push(`${step.kind}: ${step.name}: ${error.message}`);
        }
    };
    for (const step of plan.steps) {
        progress.update(done++, total, `${step.kind}: ${step.name}`);
        await runStep(step);
    }
    progress.end();
}

async function runProof(
    source: Instance,
    live: ServiceClient,
    target: ServiceClient,
    options: UnleashImportOptions,
    { output }: CliContext,
): Promise<MigrationProof> {
    const progress = output.progress('Comparing what SDKs get');
    try {
        const judge = await findSdk(process.cwd());
        return await prove(live, target, { ...options, source, judge, progress });
    } finally {
        progress.end();
    }
}
