import type { AdminActor } from '../core/access/actor.ts';
import { isRecord } from '../core/json/is-record.ts';
import type { AgentAccess } from '../core/settings/agents-setting.ts';
import type { InternalClient, InternalRequest } from '../http/server/internal-client.ts';

/** An error for the model: the reason and the next step. */
export class ToolRefusal extends Error {}

interface RequestOptions {
    query?: Record<string, string | number | boolean | undefined>;
    body?: unknown;
    /** The reason, recorded in the audit log. */
    reason?: string | undefined;
    /** Propose the change if it needs approval. */
    orProposes?: boolean;
}

export interface AgentOptions {
    internalClient: InternalClient;
    /** The user that the agent acts for. */
    actor: AdminActor;
    address: string;
    access: AgentAccess;
    publicUrl: string;
    signal: AbortSignal;
}

/** The agent of a user: it calls the same routes as the user, with the user's permissions. */
export class Agent {
    readonly #options: AgentOptions;

    constructor(options: AgentOptions) {
        this.#options = options;
    }

    get access(): AgentAccess {
        return this.#options.access;
    }

    /** Returns the response of a route, validated against its schema. Throws errors for the model. */
    async request<T>(method: InternalRequest['method'], path: string, options: RequestOptions = {}): Promise<T> {
        return (await this.send(method, path, options)).body as T;
    }

    /** Returns the response, and whether the change was proposed instead of applied. */
    async send(
        method: InternalRequest['method'],
        path: string,
        { query = {}, body, reason, orProposes = false }: RequestOptions = {},
    ): Promise<{ isProposed: boolean; body: unknown }> {
        const { internalClient, actor, address, signal } = this.#options;
        if (signal.aborted) throw new ToolRefusal('The client has disconnected.');
        const parameters = Object.entries(query).flatMap(([name, value]): [string, string][] =>
            value === undefined ? [] : [[name, String(value)]],
        );
        const search = new URLSearchParams(parameters).toString();
        const response = await internalClient.request({
            method,
            path: search === '' ? path : `${path}?${search}`,
            actor: { ...actor, via: 'mcp' },
            address,
            headers: {
                ...(reason !== undefined && { 'change-reason': toHeaderText(reason) }),
                ...(orProposes && { prefer: 'change-request' }),
            },
            ...(body !== undefined && { body }),
        });
        if (response.status >= 400) throw new ToolRefusal(refusalIn(response.body));
        return { isProposed: orProposes && response.status === 202, body: response.body };
    }

    /** Returns the URL of a page in the UI. */
    link(path: string): string {
        return this.#options.publicUrl + path;
    }
}

/** One line; characters beyond Latin-1 are sent as UTF-8 bytes. */
const toHeaderText = (text: string) => Buffer.from(text.replace(/\s+/g, ' ').trim(), 'utf8').toString('latin1');

function refusalIn(body: unknown): string {
    if (!isRecord(body) || typeof body['message'] !== 'string') return 'The service refused this without saying why.';
    const { message, details } = body;
    const further = (Array.isArray(details) ? details : []).flatMap((detail: unknown) =>
        isRecord(detail) && typeof detail['message'] === 'string' && !message.includes(detail['message'])
            ? [detail['message']]
            : [],
    );
    return [message, ...further.slice(0, 5)].join(' ');
}
