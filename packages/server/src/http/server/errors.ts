import { randomUUID } from 'node:crypto';
import type { FastifyError, FastifySchemaValidationError } from 'fastify';
import { OutcomeUnknown, troubleOf } from '../../core/errors/database-trouble.ts';
import {
    databaseUnavailable,
    type ErrorDetail,
    HalyardError,
    invalid,
    invalidWith,
    outcomeUnknown,
    payloadTooLarge,
    tooManyRequests,
    unsupportedContentType,
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
export function toErrorResponse(
    error: unknown,
    request: { contentType: string | undefined; bodyLimit: number },
): ErrorResponse {
    const id = randomUUID();
    const known =
        error instanceof HalyardError ? error : (fromDatabase(error) ?? fromFramework(error as FastifyError, request));
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

function fromFramework(
    error: FastifyError,
    { contentType, bodyLimit }: { contentType: string | undefined; bodyLimit: number },
): HalyardError | undefined {
    if (error.validation?.[0]) return invalidRequest(error.validation[0], error.validationContext ?? 'body');
    switch (error.code) {
        case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
            return unsupportedContentType(contentType);
        case 'FST_ERR_CTP_BODY_TOO_LARGE':
            return payloadTooLarge(bodyLimit);
        case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
            return invalid('The length of the request body differs from its content-length header.');
        case 'FST_ERR_CTP_EMPTY_JSON_BODY':
            return invalid('The request body is empty. Send a JSON document.', '/body');
        case 'FST_ERR_BAD_URL':
            return invalid('The URL contains an invalid escape sequence.');
    }
    if (error.statusCode === 429) return tooManyRequests(error.message);
    // Other errors that the framework attributes to the client, such as an aborted request.
    if (error.statusCode === 400) return invalid('The request cannot be read. Check its method, headers and body.');
    return undefined;
}

/** Converts a validation error to a message that names the member. */
export function invalidRequest(finding: FastifySchemaValidationError, part: string): HalyardError {
    const { instancePath, keyword, params } = finding;
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
