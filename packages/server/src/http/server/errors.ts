import { randomUUID } from 'node:crypto';
import type { ErrorObject } from 'ajv';
import { OutcomeUnknown, troubleOf } from '../../core/errors/database-trouble.ts';
import {
    databaseUnavailable,
    type ErrorDetail,
    HalyardError,
    invalidWith,
    outcomeUnknown,
} from '../../core/errors/errors.ts';
import { describePattern } from '../../core/text/patterns.ts';

export interface ErrorResponse {
    status: number;
    body: { id: string; name: string; message: string; details: ErrorDetail[] };
    /** Whether the error is internal: it is logged, and its message is not sent. */
    unexpected: boolean;
    retryAfterSeconds?: number | undefined;
}

/** The only function that converts thrown errors to responses. */
export function toErrorResponse(error: unknown): ErrorResponse {
    const id = randomUUID();
    const known = error instanceof HalyardError ? error : fromDatabase(error);
    if (!known) {
        const message = `An internal error occurred. The log of the service contains the details with the id ${id}.`;
        return {
            status: 500,
            body: { id, name: 'InternalError', message, details: [{ message }] },
            unexpected: true,
        };
    }
    const { name, message, details, extra, status, retryAfterSeconds } = known;
    return { status, body: { id, name, message, details, ...extra }, unexpected: false, retryAfterSeconds };
}

/** A database outage is neither the caller's error nor an internal one, and it is temporary. */
function fromDatabase(error: unknown): HalyardError | undefined {
    if (error instanceof OutcomeUnknown) return outcomeUnknown();
    const trouble = troubleOf(error);
    return trouble && databaseUnavailable(trouble);
}

/** Converts a validation error to a message that names the member. */
export function invalidRequest(finding: Partial<ErrorObject>, part: string): HalyardError {
    const { instancePath = '', keyword = '', params = {} } = finding;
    const parent = `/${part}${instancePath}`;
    const member = params['missingProperty'] ?? params['additionalProperty'] ?? params['tag'];
    const path = member === undefined ? parent : `${parent}/${String(member)}`;
    const message = `The request is invalid: ${sentence(path, keyword, params, finding.message)}.`;
    return invalidWith(message, [{ path, message }]);
}

function sentence(path: string, keyword: string, params: Record<string, unknown>, message = 'is not valid'): string {
    if (keyword === 'required') return `\`${path}\` is required and missing`;
    if (keyword === 'additionalProperties') return `\`${path}\` is not a known property; remove it or correct its name`;
    if (keyword === 'enum') {
        const allowed = (params['allowedValues'] as unknown[]).map((value) => JSON.stringify(value)).join(', ');
        return `\`${path}\` must be one of ${allowed}`;
    }
    if (keyword === 'pattern') return `\`${path}\` ${describePattern(String(params['pattern'])) ?? message}`;
    if (keyword === 'discriminator') return `\`${path}\` is not a known value`;
    return `\`${path}\` ${message}`;
}
