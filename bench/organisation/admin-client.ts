/** JSON requests that must succeed. */
export class AdminClient {
    readonly #url: string;
    readonly #token: string;

    constructor(url: string, token: string) {
        this.#url = url;
        this.#token = token;
    }

    /** The same service with another token. */
    as(token: string): AdminClient {
        return new AdminClient(this.#url, token);
    }

    get<T>(path: string): Promise<T> {
        return this.#send('GET', path);
    }

    post<T>(path: string, body: unknown): Promise<T> {
        return this.#send('POST', path, body);
    }

    put<T>(path: string, body: unknown): Promise<T> {
        return this.#send('PUT', path, body);
    }

    async #send<T>(method: string, path: string, body?: unknown): Promise<T> {
        const response = await fetch(this.#url + path, {
            method,
            headers: { authorization: this.#token, 'content-type': 'application/json' },
            ...(body !== undefined && { body: JSON.stringify(body) }),
        });
        const text = await response.text();
        if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text.slice(0, 500)}`);
        return (
            text === '' || !response.headers.get('content-type')?.includes('json') ? undefined : JSON.parse(text)
        ) as T;
    }
}
