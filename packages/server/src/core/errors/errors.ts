import { TROUBLES, type Trouble } from './database-trouble.ts';

/** One problem in a request; `path` points at the invalid member, e.g. `/body/name`. */
export interface ErrorDetail {
    message: string;
    path?: string;
    description?: string;
    validationErrors?: string[];
}

/** Every kind of error that a caller can receive, with its status. The names are part of the API. */
const STATUS_OF = {
    ValidationError: 400,
    PatternError: 400,
    ExceedsLimitError: 400,
    OwaspValidationError: 400,
    PasswordPreviouslyUsedError: 400,
    RoleInUseError: 400,
    AuthenticationRequired: 401,
    PasswordMismatch: 401,
    InvalidTokenError: 401,
    WrongSecondFactorError: 401,
    NoAccessError: 403,
    PermissionError: 403,
    InvalidOperationError: 403,
    UsedTokenError: 403,
    SecondFactorRequired: 403,
    SecondFactorMissing: 403,
    SecondFactorExpired: 403,
    NotFoundError: 404,
    RequestTimeoutError: 408,
    NameExistsError: 409,
    ConflictError: 409,
    ProjectWithoutOwnerError: 409,
    PreconditionFailedError: 412,
    PayloadTooLargeError: 413,
    // The specification spells it like this.
    ContentTypeerror: 415,
    DisabledError: 422,
    RateLimitError: 429,
    HeadersTooLargeError: 431,
    InternalError: 500,
    BadGatewayError: 502,
    MaintenanceError: 503,
    DatabaseUnavailableError: 503,
    NotReadyError: 503,
} as const;

export type ErrorName = keyof typeof STATUS_OF;
export type ErrorStatus = (typeof STATUS_OF)[ErrorName];

/** The only error class of the service whose message may be shown to the caller. */
export class HalyardError extends Error {
    override readonly name: ErrorName;
    readonly status: ErrorStatus;
    readonly details: ErrorDetail[];
    /** Further members of the error body, e.g. the permissions that are missing. */
    readonly extra: Record<string, unknown>;
    /** When a retry may succeed, if known. */
    readonly retryAfterSeconds: number | undefined;

    constructor(
        name: ErrorName,
        message: string,
        details?: ErrorDetail[],
        extra: Record<string, unknown> = {},
        retryAfterSeconds?: number,
    ) {
        super(message);
        this.name = name;
        this.status = STATUS_OF[name];
        this.details = details ?? [{ message }];
        this.extra = extra;
        this.retryAfterSeconds = retryAfterSeconds;
    }
}

/** The request breaks a rule; `path` names the member to change. */
export const invalid = (message: string, path?: string) =>
    new HalyardError('ValidationError', message, [path ? { message, path } : { message }]);

export const invalidWith = (message: string, details: ErrorDetail[]) =>
    new HalyardError('ValidationError', message, details);

export const patternMismatch = (message: string) => new HalyardError('PatternError', message);

/** `objects` is a plural: "The limit of 30 strategies … is reached". */
export const exceedsLimit = (objects: string, limit: number) =>
    new HalyardError(
        'ExceedsLimitError',
        `The limit of ${limit} ${objects} is reached. Remove some, or ask an administrator to raise the limit.`,
    );

/** For bulk changes: the limit may not be reached yet. */
export const wouldExceedLimit = (requested: number, objects: string, limit: number) =>
    new HalyardError(
        'ExceedsLimitError',
        `This change would result in ${requested} ${objects}, and the limit is ${limit}. Use fewer, remove some, or ask an administrator to raise the limit.`,
    );

export const weakPassword = (message: string, reasons: string[]) =>
    new HalyardError('OwaspValidationError', message, [{ message, validationErrors: reasons }]);

export const passwordUsedBefore = (count: number) =>
    new HalyardError(
        'PasswordPreviouslyUsedError',
        `This is one of your last ${count} passwords. Choose one that you have not used before.`,
    );

export const authenticationRequired = (message: string, extra?: Record<string, unknown>) =>
    new HalyardError('AuthenticationRequired', message, undefined, extra);

export const wrongPassword = () =>
    new HalyardError(
        'PasswordMismatch',
        'The username or password is wrong. Check both, or ask an administrator to reset the password.',
    );

/** The password is correct, and the account has a second factor. `extra` says how to continue. */
export const secondFactorRequired = (extra: Record<string, unknown>) =>
    new HalyardError(
        'SecondFactorRequired',
        'The password is correct, and this account has a second factor. Send a code or a passkey response with `pendingSignIn` to /auth/simple/second-factor.',
        undefined,
        extra,
    );

/** The session may only be used to add a second factor. */
export const secondFactorMissing = () =>
    new HalyardError(
        'SecondFactorMissing',
        'This instance requires a second factor for your account. Sign in with a browser and add one; until then, nothing else is possible.',
    );

/** The operation needs a second factor that was proved recently. */
export const secondFactorExpired = (minutes: number) =>
    new HalyardError(
        'SecondFactorExpired',
        `This needs your second factor, proved in the past ${minutes} minutes. Prove it in the browser, or send a code in the header Halyard-Second-Factor. If you have none, add one in your profile.`,
    );

export const wrongCode = () =>
    new HalyardError(
        'WrongSecondFactorError',
        'This code is wrong, has expired or was already used. Wait for the next code, or use a recovery code.',
    );

export const wrongPasskey = () =>
    new HalyardError(
        'WrongSecondFactorError',
        'This passkey does not belong to the account, or its response is not valid. Try again, or use another second factor.',
    );

/** A link that someone followed, not an API token. */
export const invalidLink = () =>
    new HalyardError('InvalidTokenError', 'This link is invalid or has expired. Ask an administrator for a new one.');

export const usedLink = () =>
    new HalyardError('UsedTokenError', 'This link has already been used. Ask an administrator for a new one.');

/** The caller is known but lacks (one of) these permissions. */
export function noAccess(permissions: readonly string[], where = ''): HalyardError {
    const names = permissions.map((permission) => `"${permission}"`).join(', ');
    const message =
        permissions.length === 1
            ? `You need the permission ${names}${where} to do this. Ask an administrator to grant it.`
            : `You need one of the permissions ${names}${where} to do this. Ask an administrator to grant one.`;
    return new HalyardError('NoAccessError', message, undefined, { permissions });
}

/** Valid credentials of a kind that this endpoint does not take. */
export const wrongKindOfCaller = (message: string) => new HalyardError('NoAccessError', message);

/** A page of another site can point its own host name to our address (DNS rebinding), and would be served without authentication. */
export const foreignHost = () =>
    wrongKindOfCaller(
        'Without authentication (AUTH_TYPE=none), requests are accepted only at localhost and at the public address. Set UNLEASH_URL to the address that you use.',
    );

/** Another system that an administrator connected did not answer as expected. */
export const badGateway = (message: string) => new HalyardError('BadGatewayError', message);

/** The caller has the permission, but a domain rule forbids the operation in the current state. */
export const notAllowed = (message: string) => new HalyardError('InvalidOperationError', message);

/** `object` names the object: "flag checkout in project default". */
export const notFound = (object: string) => new HalyardError('NotFoundError', `There is no ${object}.`);

/** The same message for a project that does not exist and for one that is hidden from the caller. */
export const noSuchProject = (project: string) => notFound(`project ${project}`);

export const nameExists = (object: string) =>
    new HalyardError('NameExistsError', `${object} already exists. Choose another name.`);

export const conflict = (message: string) => new HalyardError('ConflictError', message);

/** The condition of the request, such as If-Match, is not met. */
export const preconditionFailed = (message: string) => new HalyardError('PreconditionFailedError', message);

export const roleInUse = (role: string) =>
    new HalyardError(
        'RoleInUseError',
        `The role ${role} is still assigned. Assign another role to its users and groups, then delete it.`,
    );

export const projectWithoutOwner = (project: string) =>
    new HalyardError(
        'ProjectWithoutOwnerError',
        `Project ${project} would have no owner. Make someone else its owner first.`,
    );

export const payloadTooLarge = (limit: number) =>
    new HalyardError('PayloadTooLargeError', `The request body is larger than the ${limit} bytes accepted here.`);

export const headersTooLarge = () =>
    new HalyardError('HeadersTooLargeError', 'The URL and the headers are too long. Shorten them.');

export const requestTimeout = () =>
    new HalyardError('RequestTimeoutError', 'The request was not complete in time. Send it again.');

export const unsupportedContentType = (received: string | undefined) =>
    new HalyardError(
        'ContentTypeerror',
        `${received ? `The content type "${received}" is not supported` : 'No content type was given'}. Send the header "content-type: application/json".`,
    );

/** For routes that accept other bodies than JSON. */
export const unsupportedBody = (header: string, received: string | undefined, accepted: readonly string[]) =>
    new HalyardError(
        'ContentTypeerror',
        `${received ? `The ${header} "${received}" is not supported` : `No ${header} was given`}. Send ${accepted.join(' or ')}.`,
    );

export const tooManyRequests = (message: string) => new HalyardError('RateLimitError', message);

const EXPENSIVE_RETRY_SECONDS = 2;

/** One caller has reached its share of the expensive requests of this node. */
export const tooManyExpensiveRequestsOfOne = (count: number) =>
    new HalyardError(
        'RateLimitError',
        `You have ${count} expensive requests in progress, which is your limit on this node. Wait until one is finished, and try again.`,
        undefined,
        {},
        EXPENSIVE_RETRY_SECONDS,
    );

/** All callers together have reached the number of concurrent expensive requests of a node. */
export const tooManyExpensiveRequests = (limit: number) =>
    new HalyardError(
        'RateLimitError',
        `This node already runs ${limit} expensive requests, which is its limit (MAX_EXPENSIVE_REQUESTS). Try again in a few seconds.`,
        undefined,
        {},
        EXPENSIVE_RETRY_SECONDS,
    );

/** SDKs fall back to polling at this status (429), and stream again when a response offers it. */
export const tooManyStreams = (limit: number) =>
    tooManyRequests(`All ${limit} streams of this node are in use. Poll instead, or try again later.`);

/** The remaining streams are reserved for other clients. */
export const tooManyStreamsOfOne = () =>
    tooManyRequests(
        'This key or this address has reached its limit of streams on this node. Poll instead, or close some.',
    );

/** The requested resource is being prepared. */
export const notReady = (message: string) => new HalyardError('NotReadyError', message, undefined, {}, 5);

/** An SDK that gets 429 or 404 for a stream does not try again (decision 56). */
export const nodeShutsDown = () =>
    notReady(
        'This node is shutting down. Connect again in a moment, to another node or to this one after its restart.',
    );

/** The token may be valid: 401 would be final for an SDK. */
export const tokenNotValidated = () =>
    notReady('This node cannot read from the database, so the token cannot be validated. Try again in a moment.');

export const inMaintenance = () =>
    new HalyardError(
        'MaintenanceError',
        'Changes are disabled while the service is in maintenance mode. Try again later.',
    );

export const databaseUnavailable = (trouble: Trouble, says: string = TROUBLES[trouble].says, extra = {}) =>
    new HalyardError('DatabaseUnavailableError', says, undefined, extra, TROUBLES[trouble].retryAfterSeconds);

/** The change was not committed, which is certain. */
export const notCommitted = () =>
    databaseUnavailable(
        'away',
        'The connection to the database broke before the change was committed: nothing was changed, so send it again.',
    );

/** The caller has to check the state before a retry. */
export const outcomeUnknown = () =>
    databaseUnavailable(
        'away',
        'The connection to the database broke while the change was being committed, so its outcome is unknown: check the current state before you repeat it.',
        { outcome: 'unknown' },
    );

/** Returned only to authenticated users and to administrators. */
export const deactivated = () =>
    new HalyardError(
        'InvalidOperationError',
        'This account is deactivated in the directory of your organisation. Ask its administrators to activate the account.',
    );

export const mailDisabled = () =>
    new HalyardError('DisabledError', 'This instance sends no mail. Ask an administrator for a link.');

export const loginDisabled = () =>
    new HalyardError('DisabledError', 'Signing in with a password is disabled. Use single sign-on.');
