import type { AdminActor } from '../core/access/actor.ts';
import type { AgentAccess } from '../core/settings/agents-setting.ts';
import type { AskedInside, InternalClient } from '../http/server/internal-client.ts';
import { isRecord } from './json-rpc.ts';

/** Tells a model why not, and what to do instead. */
export class ToolRefusal extends Error {}

interface Asking {
    query?: Record<string, string | number | boolean | undefined>;
    body?: unknown;
    /** The reason, recorded in the event log. */
    reason?: string | undefined;
    /** A change that needs approval is proposed. */
    orProposes?: boolean;
}

export interface AgentOptions {
    inside: InternalClient;
    /** The user it acts for. */
    actor: AdminActor;
    address: string;
    access: AgentAccess;
    publicUrl: string;
    hasLeft: () => boolean;
}

/** Someone's agent: it asks the routes that they would ask, with the rights that they have. */
export class Agent {
    readonly #options: AgentOptions;

    constructor(options: AgentOptions) {
        this.#options = options;
    }

    get access(): AgentAccess {
        return this.#options.access;
    }

    /** The response of a route, validated against its schema. Refusals are passed on to the model. */
    async ask<T>(method: AskedInside['method'], path: string, asking: Asking = {}): Promise<T> {
        return (await this.answer(method, path, asking)).body as T;
    }

    /** The same, with the status: a change that needs approval is proposed, and says so by it. */
    async answer(
        method: AskedInside['method'],
        path: string,
        { query = {}, body, reason, orProposes = false }: Asking = {},
    ): Promise<{ isProposed: boolean; body: unknown }> {
        const { inside, actor, address, hasLeft } = this.#options;
        if (hasLeft()) throw new ToolRefusal('Nobody waits for this any more.');
        const wanted = Object.entries(query).flatMap(([name, value]): [string, string][] =>
            value === undefined ? [] : [[name, String(value)]],
        );
        const search = new URLSearchParams(wanted).toString();
        const answered = await inside.ask({
            method,
            path: search === '' ? path : `${path}?${search}`,
            actor: { ...actor, via: 'mcp' },
            address,
            headers: {
                ...(reason !== undefined && { 'change-reason': asHeader(reason) }),
                ...(orProposes && { prefer: 'change-request' }),
            },
            ...(body !== undefined && { body }),
        });
        if (answered.status >= 400) throw new ToolRefusal(refusalIn(answered.body));
        return { isProposed: orProposes && answered.status === 202, body: answered.body };
    }

    /** Where people see it in the interface. */
    link(path: string): string {
        return this.#options.publicUrl + path;
    }
}

/** One line; letters that are not Latin-1 travel as the bytes of UTF-8. */
const asHeader = (text: string) => Buffer.from(text.replace(/\s+/g, ' ').trim(), 'utf8').toString('latin1');

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
