import type { AdminActor } from '../../../core/access/actor.ts';
import { EncodedBytes } from '../../../http/bodies/encoded-bytes.ts';
import { respondNotModified } from '../../../http/bodies/etag.ts';
import { answerWith, JSON_TYPE } from '../../../http/bodies/fragment-response.ts';
import { concatFragments, type PartList, tagOf } from '../../../http/bodies/json-fragment.ts';
import type { Negotiation } from '../../../http/bodies/negotiation.ts';
import { type Prepared, RevisionCache } from '../../../http/bodies/revision-cache.ts';
import type { Page } from '../../../http/route/paging.ts';
import type { RouteReply } from '../../../http/route/route.ts';
import { type EventFilter, visibleTo } from './event-filter.ts';
import type { EventWindow, FoundPage } from './event-window.ts';

/** As the newest are listed, or as they are found by a search. */
type Form = 'listed' | 'found';

interface EventListQuery {
    form: Form;
    filter: EventFilter;
    page: Page;
}

interface Reader {
    actor: AdminActor;
    headers: Record<string, string | string[] | undefined>;
    signal: AbortSignal;
}

interface Ready extends Prepared {
    tag: string;
}

/** Pages of events. What everybody asks for, those without a filter, is made once for all who may see the same. */
export class EventAnswers {
    readonly #window: EventWindow;
    readonly #offered: Negotiation<'br' | 'gzip'>;
    readonly #cache = new RevisionCache<Ready>();

    constructor(window: EventWindow, offered: Negotiation<'br' | 'gzip'>) {
        this.#window = window;
        this.#offered = offered;
    }

    async answer({ form, filter, page }: EventListQuery, { actor, headers, signal }: Reader, reply: RouteReply) {
        const visible = { ...filter, ...visibleTo(actor) };
        if (Object.keys(filter).length > 0) {
            const list = listIn(form, await this.#window.find(visible, page, signal));
            return answerWith(list, { headers, signal }, reply);
        }
        const key = JSON.stringify([form, visible, page]);
        const ready = await this.#cache.get(
            key,
            this.#window.version,
            async (signal) => {
                const list = listIn(form, await this.#window.find(visible, page, signal));
                return { tag: tagOf(list), bytes: new EncodedBytes(await concatFragments(list, signal)) };
            },
            signal,
        );
        if (respondNotModified(ready.tag, headers, reply)) return '';
        reply.header('content-type', JSON_TYPE);
        const encoding = ready.bytes.isWorthCompressing
            ? this.#offered.encodingFor(headers['accept-encoding'])
            : 'identity';
        if (encoding !== 'identity') reply.header('content-encoding', encoding);
        return ready.bytes.in(encoding);
    }
}

const listIn = (form: Form, { events, total }: FoundPage): PartList =>
    form === 'listed'
        ? {
              before: '{"version":1,"events":',
              parts: events.map(({ listed }) => listed),
              after: `,"totalEvents":${total}}`,
          }
        : { before: '{"events":', parts: events.map(({ found }) => found), after: `,"total":${total}}` };
