import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';
import { HalyardError } from '../../core/errors/errors.ts';
import { type Attributes, attributesOf, nanosecondsOf, nowInMilliseconds } from './otlp-format.ts';
import { type Sampler, type TraceContext, traceparentOf } from './trace-context.ts';

const KINDS = { internal: 1, server: 2, client: 3 } as const;
const ERROR = 2;

export interface NewSpan {
    name: string;
    kind?: keyof typeof KINDS;
    attributes?: Attributes;
    /** The parent sent by the caller. */
    parent?: TraceContext | undefined;
}

export interface Span {
    set(attributes: Attributes): void;
}

/** Records spans with their durations and parents. It is created only if traces are exported. */
export class Tracer {
    readonly #current = new AsyncLocalStorage<TraceContext>();
    readonly #sampler: Sampler;
    readonly #add: (span: object) => void;

    constructor(sampler: Sampler, add: (span: object) => void) {
        this.#sampler = sampler;
        this.#add = add;
    }

    /** The current span, for outgoing requests. */
    get current(): TraceContext | undefined {
        return this.#current.getStore();
    }

    get traceparent(): string | undefined {
        return this.current && traceparentOf(this.current);
    }

    async span<T>(span: NewSpan, work: (span: Span) => Promise<T>): Promise<T> {
        const { context, end } = this.begin(span);
        let more: Attributes = {};
        const newSpan: Span = {
            set: (attributes) => {
                more = { ...more, ...attributes };
            },
        };
        try {
            const result = await this.#current.run(context, () => work(newSpan));
            end(more);
            return result;
        } catch (error) {
            end(more, error);
            throw error;
        }
    }

    /** Begins a span whose end the caller reports, for work without a promise. */
    begin({ name, kind = 'internal', attributes = {}, parent: remoteParent }: NewSpan) {
        const parent = remoteParent ?? this.current;
        const traceId = parent?.traceId ?? randomBytes(16).toString('hex');
        const isSampled = this.#sampler(traceId, parent);
        const context = { traceId, spanId: randomBytes(8).toString('hex'), isSampled };
        const start = nowInMilliseconds();
        const end = (more: Attributes = {}, error?: unknown) => {
            if (!isSampled) return;
            this.#add({
                traceId,
                spanId: context.spanId,
                ...(parent && { parentSpanId: parent.spanId }),
                name,
                kind: KINDS[kind],
                startTimeUnixNano: nanosecondsOf(start),
                endTimeUnixNano: nanosecondsOf(nowInMilliseconds()),
                attributes: attributesOf({ ...attributes, ...more, ...errorType(error) }),
                status: error === undefined || isCallerError(error) ? {} : { code: ERROR },
            });
        };
        return { context, end };
    }
}

/** The class of the error, never its message, which may contain user input. */
const errorType = (error: unknown): Attributes =>
    error === undefined ? {} : { 'error.type': error instanceof Error ? error.name : 'unknown' };

/** Whether the caller caused the error: the span of such a request does not count as failed. */
const isCallerError = (error: unknown) => error instanceof HalyardError && error.status < 500;
