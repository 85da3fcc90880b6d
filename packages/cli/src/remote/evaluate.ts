import { type CliContext, CommandError } from '../program/command.ts';
import { plain } from '../program/printable.ts';
import type { Result } from '../program/result.ts';
import { FlagNotFound, projectOf } from './flag.ts';
import { type ServiceClient, serviceOf } from './service.ts';

interface Finding {
    seen: string | null;
    reason: string;
}
interface EvaluationResponse {
    name: string;
    isEnabled: boolean;
    variant: { name: string; enabled: boolean; payload?: { type: string; value: string } } | null;
    strategies: { data: { name: string; title?: string; segments: { name: string }[] }[] };
    explanation: {
        reason: string;
        dependencies: { reason: string; satisfied: boolean }[];
        strategies: {
            reason: string;
            constraints: Finding[];
            segments: { reason: string; constraints: Finding[] }[];
            rollout: { stickiness: string; hashInput: string | null; bucket: number | null; threshold: number } | null;
        }[];
        warnings: string[];
    };
}

interface EvaluateOptions {
    flag: string;
    environment: string;
    project: string | undefined;
    userId: string | undefined;
    sessionId: string | undefined;
    remoteAddress: string | undefined;
    appName: string;
    currentTime: string | undefined;
    property: string[];
    explain: boolean;
    test: boolean;
}

/** Evaluates a flag like an application; with `--test`, the exit code contains the result, and 1 means nothing but “off”. */
export async function evaluate(options: EvaluateOptions, context: CliContext): Promise<Result> {
    try {
        return await evaluateFlag(options, context);
    } catch (error) {
        if (!options.test || !(error instanceof CommandError)) throw error;
        throw new CommandError(error.message, error instanceof FlagNotFound ? 2 : 3);
    }
}

async function evaluateFlag(options: EvaluateOptions, context: CliContext): Promise<Result> {
    const { output } = context;
    const service = await serviceOf(context);
    const project = options.project ?? (await projectOf(service, options.flag));
    const response = await service.query<{ features: EvaluationResponse[] }>('/api/admin/playground', {
        environment: options.environment,
        projects: [project],
        context: contextOf(options),
    });
    const flag = response.features.find(({ name }) => name === options.flag);
    if (!flag)
        throw new FlagNotFound(`There is no flag ${options.flag} in project ${project} in ${options.environment}.`);
    const { isEnabled, variant, explanation } = flag;
    if (!isEnabled) await requireEnvironment(service, { ...options, project });
    const state = isEnabled ? output.paint('green', 'on') : output.paint('yellow', 'off');
    const payload = variant?.payload ? ` ${variant.payload.value}` : '';
    const variantText = variant?.enabled ? `, variant ${plain(variant.name + payload)}` : '';
    return {
        json: {
            flag: flag.name,
            environment: options.environment,
            enabled: isEnabled,
            variant: variant?.enabled ? variant : null,
            reason: explanation.reason,
            ...(options.explain && { explanation, strategies: flag.strategies.data }),
        },
        text: [
            `${plain(flag.name)} is ${state} in ${plain(options.environment)}${variantText}: ${plain(explanation.reason)}`,
            ...(options.explain ? explanationLines(flag) : []),
        ].join('\n'),
        exitCode: options.test && !isEnabled ? 1 : 0,
    };
}

/** Fails if the environment does not exist: every flag is off there, which would be misleading. */
async function requireEnvironment(
    service: ServiceClient,
    { project, flag, environment }: { project: string; flag: string; environment: string },
): Promise<void> {
    const url = `/api/admin/projects/${encodeURIComponent(project)}/features/${encodeURIComponent(flag)}`;
    const { environments } = await service.get<{ environments: { name: string }[] }>(url);
    const names = environments.map(({ name }) => name);
    if (names.includes(environment)) return;
    throw new FlagNotFound(
        `Project ${project} does not have the environment ${environment}. It has ${names.join(', ') || 'none'}.`,
    );
}

function contextOf({ userId, sessionId, remoteAddress, appName, currentTime, property }: EvaluateOptions) {
    const properties = property.map((text) => {
        const at = text.indexOf('=');
        if (at < 1) throw new CommandError(`--property must be name=value, for example country=NO, not ${text}.`);
        return [text.slice(0, at), text.slice(at + 1)] as const;
    });
    return {
        appName,
        ...(userId !== undefined && { userId }),
        ...(sessionId !== undefined && { sessionId }),
        ...(remoteAddress !== undefined && { remoteAddress }),
        ...(currentTime !== undefined && { currentTime }),
        properties: Object.fromEntries(properties),
    };
}

function explanationLines({ explanation, strategies }: EvaluationResponse): string[] {
    const findings = (indent: string, list: readonly Finding[]) =>
        list.map(({ reason }) => `${indent}${plain(reason)}`);
    return [
        ...explanation.dependencies.map(({ reason }) => `  depends: ${plain(reason)}`),
        ...explanation.strategies.flatMap(({ reason, constraints, segments, rollout }, position) => {
            const { name = '', title, segments: named = [] } = strategies.data[position] ?? {};
            return [
                `  ${plain(title || name)}: ${plain(reason)}`,
                ...findings('    ', constraints),
                ...segments.flatMap((segment, index) => [
                    `    segment ${plain(named[index]?.name ?? '')}: ${plain(segment.reason)}`,
                    ...findings('      ', segment.constraints),
                ]),
                ...(rollout?.bucket != null
                    ? [
                          `    bucket ${rollout.bucket} of 100, included up to ${rollout.threshold} (by ${plain(rollout.stickiness)})`,
                      ]
                    : []),
            ];
        }),
        ...explanation.warnings.map((warning) => `  ! ${plain(warning)}`),
    ];
}
