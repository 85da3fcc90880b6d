import { CommandError } from '../program/command.ts';
import type { ExitCode } from '../program/result.ts';

/** The outcome of a change whose response was lost. */
export type LostChangeOutcome = 'applied' | 'not-applied' | 'unknown';

/** Scripts distinguish the outcomes: a change that was not applied is an ordinary failure and can be repeated. */
const EXIT_CODES: Record<LostChangeOutcome, ExitCode> = { 'not-applied': 1, applied: 4, unknown: 5 };

/** The connection ended after the request was sent. */
export class LostResponse extends CommandError {
    constructor(
        outcome: LostChangeOutcome,
        { url, reason, changeId }: { url: string; reason: string; changeId: string | undefined },
    ) {
        const lost = `The connection to ${url} was lost after the change was sent (${reason})`;
        const message = {
            applied: `${lost}. The service applied the change; only its response is missing. Do not repeat it.`,
            'not-applied': `${lost}. The service did not apply the change, and refuses it if it arrives late. Repeat the command.`,
            unknown: `${lost}, and its outcome is unknown. Check the current state before you repeat the command.`,
        }[outcome];
        super(message, EXIT_CODES[outcome], { error: message, outcome, changeId });
    }
}

/** Errors of connections that were never established, so that the service cannot have received the request. */
const NEVER_SENT = new Set([
    'ECONNREFUSED',
    'ENOTFOUND',
    'EAI_AGAIN',
    'EHOSTUNREACH',
    'ENETUNREACH',
    'UND_ERR_CONNECT_TIMEOUT',
    'CERT_HAS_EXPIRED',
    'DEPTH_ZERO_SELF_SIGNED_CERT',
    'SELF_SIGNED_CERT_IN_CHAIN',
    'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
    'ERR_TLS_CERT_ALTNAME_INVALID',
]);

export const wasNeverSent = (error: Error): boolean => {
    const { code = '', message } = (error.cause ?? error) as NodeJS.ErrnoException;
    // `fetch` rejects some ports with an error that has no code.
    return NEVER_SENT.has(code) || code === 'ERR_INVALID_URL' || message === 'bad port';
};

/** Errors of connections that ended before the response was complete. */
const LOST = new Set(['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE']);

export const isConnectionLost = (error: Error): boolean =>
    LOST.has(((error.cause ?? error) as NodeJS.ErrnoException).code ?? '');
