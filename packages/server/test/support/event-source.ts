import { onTestFinished } from 'vitest';

export interface ReceivedEvent {
    event: string | undefined;
    id: string | undefined;
    // biome-ignore lint/suspicious/noExplicitAny: tests look into what they receive freely
    data: any;
}

/** Reads server-sent events as they come; comments are skipped. */
export async function listenTo(url: string, headers: Record<string, string> = {}) {
    const abort = new AbortController();
    onTestFinished(() => abort.abort());
    const response = await fetch(url, { headers, signal: abort.signal });
    if (response.status !== 200) throw new Error(`${url} answered ${response.status}: ${await response.text()}`);
    const received: ReceivedEvent[] = [];
    const waiting: ((event: ReceivedEvent) => void)[] = [];

    const ended = (async () => {
        let text = '';
        const decoder = new TextDecoder();
        try {
            for await (const chunk of response.body!) {
                text += decoder.decode(chunk, { stream: true });
                const messages = text.split('\n\n');
                text = messages.pop()!;
                for (const message of messages) {
                    const event = parseMessage(message);
                    if (!event) continue;
                    const next = waiting.shift();
                    if (next) next(event);
                    else received.push(event);
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
    };
}

function parseMessage(message: string): ReceivedEvent | undefined {
    const fields = new Map(
        message
            .split('\n')
            .filter((line) => !line.startsWith(':'))
            .map((line): [string, string] => {
                const colon = line.indexOf(':');
                return [line.slice(0, colon), line.slice(colon + 1).trimStart()];
            }),
    );
    const data = fields.get('data');
    return data === undefined
        ? undefined
        : { event: fields.get('event'), id: fields.get('id'), data: JSON.parse(data) };
}

/** What browsers have and Node has not: enough of an EventSource for the provider. */
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

/** As long as the test runs. */
export function haveEventSource(): void {
    const before = globalThis.EventSource;
    Object.assign(globalThis, { EventSource: NodeEventSource });
    onTestFinished(() => void Object.assign(globalThis, { EventSource: before }));
}
