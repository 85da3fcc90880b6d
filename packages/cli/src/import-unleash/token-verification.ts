import type { Progress } from '../program/output.ts';
import type { SdkContext } from './contexts.ts';
import type { Instance, Token } from './instance.ts';
import type { FlagEvaluator, SdkResult } from './judge.ts';
import type { PayloadDifference, UnleashPayload } from './payload.ts';

/** The maximum number of reported fields, and of flags with different results, per token; the counts include all. */
export const MAX_REPORTED = 50;

/** A flag with different results, and the first context for which they differ. */
export interface EvaluationDifference {
    flag: string;
    context: SdkContext;
    source: SdkResult;
    target: SdkResult;
    /** The number of contexts for which the results differ. */
    contexts: number;
}

/** A flag that differs for a known reason. */
export interface KnownDifference {
    flag: string;
    environment: string;
    reason: string;
}

export interface TokenVerification {
    token: string;
    environment: string;
    type: Token['type'];
    flags: number;
    evaluations: number;
    differences: number;
    /** The number of flags that differ for a known reason; they are no differences. */
    explained: number;
    payload: PayloadDifference[];
    evaluated: EvaluationDifference[];
    /** Another token for which both servers send the same flags: its differences apply to this token, too. */
    sameAs?: string;
    /** The reason why the token was not compared. */
    problem?: string;
}

export interface VerificationOptions {
    source: Instance;
    judge: FlagEvaluator | undefined;
    /** The number of random contexts of the full comparison, and the first of them. */
    contexts: number;
    fromContext: number;
    seed: number;
    /** Starts to report progress; the previous report ends. */
    startProgress(title: string): Pick<Progress, 'update'>;
    onDifference(line: string): void;
}

/** The flags that both servers send for a token. */
export interface PayloadPair {
    token: Token;
    before: UnleashPayload;
    after: UnleashPayload;
    result: TokenVerification;
}

export const newResult = ({ tokenName, environment, type }: Token): TokenVerification => ({
    token: tokenName,
    environment,
    type,
    flags: 0,
    evaluations: 0,
    differences: 0,
    explained: 0,
    payload: [],
    evaluated: [],
});

export const rejectedBy = (url: string) => `${url} rejects the token`;

export type TokenOptions = VerificationOptions & {
    token: Token;
    pairs: PayloadPair[];
    onProgress(share: number): void;
};

/** Prints only the first difference of each flag, so that one flag does not hide the others. */
export function recordDifference(
    result: TokenVerification,
    difference: Omit<EvaluationDifference, 'contexts'>,
    onDifference: VerificationOptions['onDifference'],
): void {
    const { evaluated, environment, token } = result;
    const { flag, context, source, target } = difference;
    result.differences++;
    const known = evaluated.find((each) => each.flag === flag);
    if (known) known.contexts++;
    else if (evaluated.length < MAX_REPORTED) {
        evaluated.push({ ...difference, contexts: 1 });
        onDifference(
            `${flag} in ${environment}, token ${token}, for ${JSON.stringify(context)}: ${bothValues(resultText(source), resultText(target))}`,
        );
    }
}

export const bothValues = (source: string, target: string) => `Unleash: ${source}; Halyard: ${target}`;

const resultText = ({ feature_enabled, enabled, name, payload }: SdkResult) =>
    [
        feature_enabled ? 'on' : 'off',
        ...(enabled || name !== 'disabled' ? [`variant ${name}`] : []),
        ...(payload ? [`payload ${JSON.stringify(payload)}`] : []),
    ].join(', ');

export const isSameResult = (a: SdkResult, b: SdkResult) =>
    a.feature_enabled === b.feature_enabled &&
    a.enabled === b.enabled &&
    a.name === b.name &&
    a.payload?.type === b.payload?.type &&
    a.payload?.value === b.payload?.value;
