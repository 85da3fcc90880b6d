import type { SAMPLERS } from '../../config/open-telemetry.ts';

/** The parent of a span (W3C Trace Context). */
export interface TraceContext {
    traceId: string;
    spanId: string;
    isSampled: boolean;
}

const TRACEPARENT = /^(?!ff)[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(?:-.*)?$/;

/** Parses a `traceparent` header; returns undefined if it is missing or invalid. */
export function readTraceparent(header: string | string[] | undefined): TraceContext | undefined {
    if (typeof header !== 'string' || header.length > 200) return undefined;
    const [, traceId, spanId, flags] = TRACEPARENT.exec(header) ?? [];
    if (!traceId || !spanId || /^0+$/.test(traceId) || /^0+$/.test(spanId)) return undefined;
    return { traceId, spanId, isSampled: (Number.parseInt(flags!, 16) & 1) === 1 };
}

export const traceparentOf = ({ traceId, spanId, isSampled }: TraceContext) =>
    `00-${traceId}-${spanId}-${isSampled ? '01' : '00'}`;

export type Sampler = (traceId: string, parent: TraceContext | undefined) => boolean;

/** Returns the sampler with this name in the specification. */
export function samplerOf(name: (typeof SAMPLERS)[number], ratio: number): Sampler {
    // The decision depends on the trace id, not on a random number, so that all services of the trace decide alike.
    const isWithin = (traceId: string) => Number.parseInt(traceId.slice(-13), 16) < ratio * 16 ** 13;
    const samplers: Record<string, Sampler> = {
        always_on: () => true,
        always_off: () => false,
        traceidratio: isWithin,
    };
    const root = samplers[name.replace('parentbased_', '')]!;
    return name.startsWith('parentbased_') ? (traceId, parent) => parent?.isSampled ?? root(traceId, parent) : root;
}
