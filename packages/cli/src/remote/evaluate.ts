import { type CliContext, CommandError } from '../program/command.ts';
import { plain } from '../program/printable.ts';
import type { Result } from '../program/result.ts';
import { EnvironmentNotFound, requireEnvironment } from './environments.ts';
import { FlagNotFound, projectOf } from './flag.ts';
import { serviceOf } from './service.ts';

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
        const isMissing = error instanceof FlagNotFound || error instanceof EnvironmentNotFound;
        throw new CommandError(error.message, isMissing ? 2 : 3);
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
    // Every flag is off in an environment that does not exist, which would be misleading.
    if (!isEnabled) await requireEnvironment(service, { environment: options.environment, project });
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
