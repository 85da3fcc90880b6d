import type { Progress } from '../program/output.ts';
import type { SdkContext } from './contexts.ts';
import type { Instance, Token } from './instance.ts';
import type { FlagEvaluator, SdkResult } from './judge.ts';
import type { PayloadDifference, UnleashPayload } from './payload.ts';

/** The maximum number of reported differences per token and kind; the counts include all. */
export const MAX_REPORTED = 50;

export interface EvaluationDifference {
    flag: string;
    context: SdkContext;
    source: SdkResult;
    target: SdkResult;
}

export interface TokenVerification {
    token: string;
    environment: string;
    type: Token['type'];
    flags: number;
    evaluations: number;
    differences: number;
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
    payload: [],
    evaluated: [],
});

export const rejectedBy = (url: string) => `${url} rejects the token`;

export type TokenOptions = VerificationOptions & {
    token: Token;
    pairs: PayloadPair[];
    onProgress(share: number): void;
};

export function recordDifference(
    { evaluated }: TokenVerification,
    difference: EvaluationDifference,
    { environment }: Token,
    onDifference: VerificationOptions['onDifference'],
): void {
    if (evaluated.length >= MAX_REPORTED) return;
    evaluated.push(difference);
    const { flag, context, source, target } = difference;
    onDifference(
        `${flag} in ${environment} for ${JSON.stringify(context)}: ${JSON.stringify(source)} became ${JSON.stringify(target)}`,
    );
}

export const isSameResult = (a: SdkResult, b: SdkResult) =>
    a.feature_enabled === b.feature_enabled &&
    a.enabled === b.enabled &&
    a.name === b.name &&
    a.payload?.type === b.payload?.type &&
    a.payload?.value === b.payload?.value;
