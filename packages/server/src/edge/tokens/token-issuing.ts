import { hash, randomBytes } from 'node:crypto';
import { StartError } from '../../core/errors/start-error.ts';
import { signatureOf } from '../../identity/accounts/api-tokens/edge-signature.ts';
import { jsonOf, type UpstreamClient, UpstreamUnavailable } from '../upstream/upstream-client.ts';
import { readTokens, type ValidToken } from './token-validation.ts';

interface TokenRequest {
    /** The secret in base64url. */
    clientSecret: string;
    desiredEnvironments: readonly string[];
    desiredProjects: readonly string[];
}

const PATH = '/edge/issue-token';
/** The client name of Unleash Edge; upstream accepts no other. */
const CLIENT_ID = 'enterprise-edge';
/** Temporary errors: timeout and rate limit. */
const RETRYABLE = [408, 429];

/** Requests backend tokens from upstream with a signature, so that the operator need not create and store tokens. */
export class TokenIssuing {
    readonly #client: UpstreamClient;
    readonly #request: TokenRequest;
    readonly #clock: () => Date;
    #hasIssued = false;

    constructor(client: UpstreamClient, request: TokenRequest, clock: () => Date) {
        this.#client = client;
        this.#request = request;
        this.#clock = clock;
    }

    get hasIssued(): boolean {
        return this.#hasIssued;
    }

    /** Returns one token for each environment, the same tokens each time. Throws a `StartError` when upstream rejects the request. */
    async issue(): Promise<ValidToken[]> {
        const { clientSecret, desiredEnvironments, desiredProjects: projects } = this.#request;
        const body = { tokens: desiredEnvironments.map((environment) => ({ environment, projects })) };
        const timestamp = this.#clock().toISOString();
        const nonce = randomBytes(16).toString('hex');
        const bodyHash = hash('sha256', JSON.stringify(body), 'hex');
        const path = this.#client.pathOf(PATH);
        const signature = signatureOf({ path, timestamp, nonce, bodyHash }, Buffer.from(clientSecret, 'base64url'));
        const response = await this.#client.request('POST', PATH, {
            headers: {
                authorization: `HMAC ${CLIENT_ID}:${signature}`,
                'x-timestamp': timestamp,
                'x-nonce': nonce,
                'content-sha256': bodyHash,
            },
            body,
        });
        const { status } = response;
        if (status >= 400 && status < 500 && !RETRYABLE.includes(status)) {
            throw new StartError(
                `Upstream issues no tokens to this edge (status ${status}). UNLEASH_CLIENT_SECRET must be the secret ` +
                    'that upstream accepts from edges, and DESIRED_ENVIRONMENTS and DESIRED_PROJECTS must exist there.',
            );
        }
        if (status !== 200) throw new UpstreamUnavailable(`status ${status}`);
        const tokens = readTokens(jsonOf(response.body));
        this.#hasIssued = true;
        return tokens;
    }
}
