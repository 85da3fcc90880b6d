import { Agent, type IncomingMessage, request } from 'node:http';
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';

export interface Sent {
    method: string;
    headers: Record<string, string>;
    body: string | undefined;
}

export interface Received {
    status: number;
    headers: Headers;
    text: string;
}

/** The default headers of `fetch`. */
const AS_FETCH = {
    accept: '*/*',
    'accept-language': '*',
    'sec-fetch-mode': 'cors',
    'user-agent': 'node',
    'accept-encoding': 'gzip, deflate',
};

const DECODERS: Record<string, (bytes: Buffer) => Buffer> = {
    gzip: gunzipSync,
    deflate: inflateSync,
    br: brotliDecompressSync,
};

/** Sends the same requests as `fetch`, without following redirects. `fetch` itself takes as long as the service needs for a response. */
export class HttpClient {
    readonly #agent = new Agent({ keepAlive: true });

    send(url: string, { method, headers, body }: Sent): Promise<Received> {
        return new Promise((resolve, reject) => {
            const target = new URL(url);
            const outgoing = request(target, { method, agent: this.#agent, headers: AS_FETCH }, (response) => {
                readAll(response).then(resolve, reject);
            });
            // A server that responds early may close the connection; the response counts.
            outgoing.on('error', reject);
            if (body !== undefined) outgoing.setHeader('content-type', 'text/plain;charset=UTF-8');
            for (const [name, value] of Object.entries(headers)) outgoing.setHeader(name, value);
            // As bytes: with a string, Node would also write the headers as UTF-8.
            const bytes = body === undefined ? undefined : Buffer.from(body);
            if (bytes || method === 'POST' || method === 'PUT') {
                outgoing.setHeader('content-length', bytes?.length ?? 0);
            }
            outgoing.end(bytes);
        });
    }

    close(): void {
        this.#agent.destroy();
    }
}

async function readAll(response: IncomingMessage): Promise<Received> {
    const chunks: Buffer[] = [];
    for await (const chunk of response) chunks.push(chunk);
    const bytes = Buffer.concat(chunks);
    const headers = new Headers();
    for (const [name, values] of Object.entries(response.headersDistinct)) {
        for (const value of values ?? []) headers.append(name, value);
    }
    const decode = bytes.length > 0 ? DECODERS[headers.get('content-encoding') ?? ''] : undefined;
    return { status: response.statusCode!, headers, text: (decode?.(bytes) ?? bytes).toString() };
}
