import { readFile } from 'node:fs/promises';
import { importExitCode } from '../import/import-summary.ts';
import { type CliContext, CommandError } from '../program/command.ts';
import type { Progress } from '../program/output.ts';
import type { Result } from '../program/result.ts';
import { addressOf } from '../remote/credentials.ts';
import { ServiceClient, ServiceRefusal, serviceOf } from '../remote/service.ts';
import type { Instance } from './instance.ts';
import { findSdk } from './judge.ts';
import { planImport } from './plan.ts';
import { readFileText } from './read-file.ts';
import { readLive } from './read-live.ts';
import { rehearseSteps } from './rehearsal.ts';
import { type MigrationReport, textOf } from './report.ts';
import {
    countObjects,
    describeFailures,
    type MigrationPlan,
    type MigrationStep,
    type RefusedStep,
    singlesOf,
} from './step.ts';
import { type Verification, verify } from './verification.ts';

interface UnleashImportOptions {
    file: string | undefined;
    from: string | undefined;
    environment: string | undefined;
    apply: boolean;
    prove: boolean;
    overwrite: boolean;
    skipRefused: boolean;
    contexts: number;
    fromContext: number;
    seed: number;
}

/** Imports everything that can be read from Unleash into the service that the user is logged in to; only with `--apply`. */
export async function importUnleash(options: UnleashImportOptions, context: CliContext): Promise<Result> {
    const { output } = context;
    const target = await serviceOf(context);
    const live = options.file === undefined ? sourceOf(options, context) : undefined;
    const from = live?.url ?? options.file!;
    const source = live ? await readSource(live, context) : await fromFile(options);
    const readTarget = () => readInstance(target, 'Reading the target', context);
    const plan = planImport(source, await readTarget(), options);
    const report: MigrationReport = {
        from,
        to: target.url,
        applied: false,
        imported: {},
        refused: {},
        same: plan.same,
        conflicts: plan.conflicts,
        failures: [],
        notes: plan.notes,
    };
    const refusals = await previewSteps(plan, target, context);
    report.applied = options.apply && plan.conflicts.length === 0 && (refusals.length === 0 || options.skipRefused);
    const failures = report.applied ? await runSteps(plan, target, context) : refusals;
    if (report.applied) {
        // The target is read again, because responses to writes do not prove the result.
        const left = planImport(source, await readTarget(), options).steps.flatMap(singlesOf);
        const reported = new Set(failures.flatMap(({ step }) => step.objects));
        for (const step of left) {
            if (step.objects.every((name) => reported.has(name))) continue;
            failures.push({ step, message: 'differs from the source after the import' });
        }
    }
    const refused = new Set(failures.flatMap(({ step }) => step.objects.map((name) => `${step.kind} ${name}`)));
    report.imported = countObjects(
        plan.steps.map((step) => ({
            ...step,
            objects: step.objects.filter((name) => !refused.has(`${step.kind} ${name}`)),
        })),
    );
    report.refused = countObjects(failures.map(({ step }) => step));
    report.failures = describeFailures(failures);
    if (live && (options.prove || report.applied))
        report.verification = await runVerification(source, live, target, options, context);
    const isInterrupted = report.verification?.resumeFrom !== undefined;
    const differs = (report.verification?.differences ?? 0) > 0;
    return {
        json: report,
        text: textOf(report, { output, mayApply: options.apply }),
        exitCode: isInterrupted && report.conflicts.length === 0 ? 1 : importExitCode(report, differs),
    };
}

function sourceOf({ from }: UnleashImportOptions, context: CliContext): ServiceClient {
    const { environment } = context;
    const url = from ?? environment['UNLEASH_URL'];
    const token = environment['UNLEASH_TOKEN'];
    if (!url || !token) {
        throw new CommandError(
            'Specify the source: --from https://unleash.example.com with an admin token in UNLEASH_TOKEN, or a file.',
        );
    }
    // Users often pass the URL of SDKs, which ends with /api.
    return new ServiceClient({ url: addressOf(url).replace(/\/api$/, ''), token }, context);
}

async function fromFile({ file, environment }: UnleashImportOptions): Promise<Instance> {
    const text = await readFile(file!, 'utf8').catch((error: NodeJS.ErrnoException) => {
        throw new CommandError(`${file} cannot be read (${error.code}).`);
    });
    return readFileText(text, { environment });
}

/** The error of a rejected token names the variable that contains it. */
async function readSource(live: ServiceClient, context: CliContext): Promise<Instance> {
    try {
        return await readInstance(live, 'Reading the source', context);
    } catch (error) {
        if (!(error instanceof ServiceRefusal) || (error.status !== 401 && error.status !== 403)) throw error;
        const isSdkToken = /^[^:]+:(?!\*\.)[^.]+\./.test(context.environment['UNLEASH_TOKEN'] ?? '');
        const reason = isSdkToken
            ? 'it is a client or frontend token, which cannot read the configuration'
            : error.status === 401
              ? 'the server does not know it, or it has expired'
              : 'it lacks the rights of an administrator';
        throw new CommandError(
            `${live.url} rejects the token in UNLEASH_TOKEN (status ${error.status}): ${reason}. Create an admin token or a personal token of an administrator in Unleash, and set UNLEASH_TOKEN to it.`,
        );
    }
}

async function readInstance(service: ServiceClient, title: string, { output }: CliContext): Promise<Instance> {
    const progress = output.progress(title);
    try {
        return await readLive(service, progress);
    } finally {
        progress.end();
    }
}

/** Returns the steps that would fail. Nothing is written. */
async function previewSteps(
    plan: MigrationPlan,
    target: ServiceClient,
    { output }: CliContext,
): Promise<RefusedStep[]> {
    const progress = output.progress('Checking with the target');
    try {
        return await rehearseSteps(plan, target, progress);
    } finally {
        progress.end();
    }
}

/** Runs the steps in order, because later steps depend on earlier ones. A rejected step does not stop the others. */
async function runSteps(plan: MigrationPlan, target: ServiceClient, { output }: CliContext): Promise<RefusedStep[]> {
    const progress = output.progress('Importing');
    const total = plan.steps.length;
    const failures: RefusedStep[] = [];
    let done = 0;
    const runStep = async (step: MigrationStep): Promise<void> => {
        try {
            await step.run(target);
        } catch (error) {
            if (!(error instanceof CommandError)) throw error;
            const parts = step.parts?.();
            if (parts) for (const part of parts) await runStep(part);
            else failures.push({ step, message: error.message });
        }
    };
    for (const step of plan.steps) {
        const where = step.environment ? ` in ${step.environment}` : '';
        progress.update(done++, total, `${step.kind}: ${step.name}${where}`);
        await runStep(step);
    }
    progress.end();
    return failures;
}

async function runVerification(
    source: Instance,
    live: ServiceClient,
    target: ServiceClient,
    options: UnleashImportOptions,
    { output }: CliContext,
): Promise<Verification> {
    let progress: Progress | undefined;
    try {
        return await verify(live, target, {
            ...options,
            source,
            judge: await findSdk(process.cwd()),
            startProgress(title) {
                progress?.end();
                progress = output.progress(title);
                return progress;
            },
            onDifference(line) {
                progress?.end();
                output.note(`difference: ${line}`);
            },
        });
    } finally {
        progress?.end();
    }
}
