import { onTestFinished } from 'vitest';
import { eventStreamParser } from '../../src/edge/upstream/server-sent-events.ts';

export interface ReceivedEvent {
    event: string | undefined;
    id: string | undefined;
    // biome-ignore lint/suspicious/noExplicitAny: tests read untyped messages
    data: any;
}

/** Reads server-sent events as they arrive; comments are skipped. */
export async function listenTo(url: string, headers: Record<string, string> = {}) {
    const abort = new AbortController();
    onTestFinished(() => abort.abort());
    const response = await fetch(url, { headers, signal: abort.signal });
    if (response.status !== 200) throw new Error(`${url} answered ${response.status}: ${await response.text()}`);
    const received: ReceivedEvent[] = [];
    const waiting: ((event: ReceivedEvent) => void)[] = [];

    const ended = (async () => {
        const parse = eventStreamParser();
        try {
            for await (const chunk of response.body!) {
                for (const { event, id, data } of parse(chunk)) {
                    const message = { event, id, data: JSON.parse(data) };
                    const next = waiting.shift();
                    if (next) next(message);
                    else received.push(message);
                }
            }
        } catch (error) {
            if (!abort.signal.aborted) throw error;
        }
    })();

    return {
        headers: response.headers,
        /** The oldest unread event. */
        next: (): Promise<ReceivedEvent> => {
            const event = received.shift();
            return event ? Promise.resolve(event) : new Promise((resolve) => waiting.push(resolve));
        },
        /** All unread events. */
        heard: (): readonly ReceivedEvent[] => [...received],
        ended,
        close: () => abort.abort(),
    };
}

/** A minimal EventSource for the provider: browsers have one, Node does not. */
class NodeEventSource extends EventTarget {
    readyState = 0;
    constructor(url: string) {
        super();
        void listenTo(url).then(async (stream) => {
            this.readyState = 1;
            this.dispatchEvent(new Event('open'));
            while (this.readyState === 1) {
                const { data } = await stream.next();
                this.dispatchEvent(Object.assign(new Event('message'), { data: JSON.stringify(data) }));
            }
        });
    }
    close() {
        this.readyState = 2;
    }
}

/** Active while the test runs. */
export function haveEventSource(): void {
    const before = globalThis.EventSource;
    Object.assign(globalThis, { EventSource: NodeEventSource });
    onTestFinished(() => void Object.assign(globalThis, { EventSource: before }));
}
