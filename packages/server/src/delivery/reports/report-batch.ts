import { notReady } from '../../core/errors/errors.ts';
import { BOUNDS, type Reporter } from './bounds.ts';
import { MergedReports, type ReportContext } from './merged-reports.ts';
import type { ReportBuffers } from './report-type.ts';
import { append, type SdkReports } from './sdk-reports.ts';

/**
 * The entries of a token that may be acknowledged although they are in memory only, while an append is overdue. The last report
 * may exceed it.
 */
const MAX_UNSAVED_ENTRIES = 1_000;

interface TokenReports {
    buffers: MergedReports;
    persisted: PromiseWithResolvers<void>;
}

/**
 * Reports that are persisted together. Each token has its own buffers: no token can use up the limits of another. Once acknowledged, a
 * batch must be persisted; its senders have forgotten these reports.
 */
export class ReportBatch {
    readonly #context: ReportContext;
    readonly #tokens = new Map<number, TokenReports>();
    #isAcknowledged = false;

    constructor(context: ReportContext) {
        this.#context = context;
    }

    get isEmpty(): boolean {
        return this.#tokens.size === 0;
    }

    get isAcknowledged(): boolean {
        return this.#isAcknowledged;
    }

    /** Resolves when the reports of the token are acknowledged. */
    record({ kind, tokenId }: Reporter, write: (buffers: ReportBuffers) => void): Promise<void> {
        const { buffers, persisted } = this.#of(tokenId);
        // Buffers leave out what exceeds their limit, so further reports are refused long before.
        const limit = this.#isAcknowledged ? MAX_UNSAVED_ENTRIES : BOUNDS[kind].counts / 2;
        if (buffers.size >= limit) throw tooSlow();
        write(buffers);
        return persisted.promise;
    }

    acknowledge(): void {
        this.#isAcknowledged = true;
        for (const { persisted } of this.#tokens.values()) persisted.resolve();
    }

    /** Acknowledges the reports of tokens with few entries, and those that are recorded later. Rejects and removes all others. */
    acknowledgeSmall(): void {
        for (const [tokenId, { buffers, persisted }] of this.#tokens) {
            if (this.#isAcknowledged || buffers.size <= MAX_UNSAVED_ENTRIES) continue;
            persisted.reject(tooSlow());
            this.#tokens.delete(tokenId);
        }
        this.acknowledge();
    }

    reject(error: unknown): void {
        for (const { persisted } of this.#tokens.values()) persisted.reject(error);
    }

    /** Removes and returns the reports of all tokens. */
    take(): SdkReports {
        const all = this.#context.types.none();
        for (const { buffers } of this.#tokens.values()) {
            for (const { name, entry } of this.#context.types.entriesOf(buffers.take())) append(all, name, entry);
        }
        return all;
    }

    /** Adds reports that were acknowledged before. */
    putBack(reports: SdkReports): void {
        for (const { type, entry } of this.#context.types.entriesOf(reports)) {
            this.#of(entry.reporter.tokenId).buffers.in(type).putBack(entry);
        }
    }

    #of(tokenId: number): TokenReports {
        let own = this.#tokens.get(tokenId);
        if (own === undefined) {
            own = { buffers: new MergedReports(this.#context), persisted: Promise.withResolvers() };
            own.persisted.promise.catch(() => undefined);
            if (this.#isAcknowledged) own.persisted.resolve();
            this.#tokens.set(tokenId, own);
        }
        return own;
    }
}

const tooSlow = () => notReady('The storage of reports is too slow at the moment. Send this report again in a moment.');
