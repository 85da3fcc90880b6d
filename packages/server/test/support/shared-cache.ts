interface StoredResponse {
    vary: string[];
    requestHeaders: Headers;
    etag: string;
    body: string;
    freshUntil: number;
}

/** A proxy cache in front of a server that follows RFC 9111 and knows nothing else about it. Its clock advances on demand. */
export class SharedCache {
    readonly #url: string;
    readonly #storesWithAuthorization: boolean;
    readonly #stored: StoredResponse[] = [];
    #statuses: number[] = [];
    #now = 0;

    /** `storesWithAuthorization`: the operator configured it to store responses to all requests with the header Authorization. */
    constructor(url: string, { storesWithAuthorization = false } = {}) {
        this.#url = url;
        this.#storesWithAuthorization = storesWithAuthorization;
    }

    advance(seconds: number): void {
        this.#now += seconds;
    }

    /** The statuses that the server responded since the last call. */
    takeStatuses(): number[] {
        return this.#statuses.splice(0);
    }

    async get(path: string, headers: Record<string, string>): Promise<string> {
        const requestHeaders = new Headers(headers);
        const match = this.#stored.find(({ vary, requestHeaders: before }) =>
            vary.every((name) => before.get(name) === requestHeaders.get(name)),
        );
        if (match && match.freshUntil > this.#now) return match.body;
        const response = await fetch(this.#url + path, {
            headers: { ...headers, ...(match && { 'if-none-match': match.etag }) },
        });
        this.#statuses.push(response.status);
        const freshUntil = this.#now + sharedSeconds(response);
        if (response.status === 304 && match) {
            match.freshUntil = freshUntil;
            return match.body;
        }
        const body = await response.text();
        const vary = response.headers.get('vary')?.split(/, */);
        const etag = response.headers.get('etag');
        if (vary && etag && this.#mayStore(requestHeaders, response)) {
            this.#stored.unshift({ vary, requestHeaders, etag, body, freshUntil });
        }
        return body;
    }

    /** RFC 9111, sections 3 and 3.5. */
    #mayStore(requestHeaders: Headers, { status, headers }: Response): boolean {
        const directives = headers.get('cache-control') ?? '';
        if (status !== 200 || /no-store|private/.test(directives)) return false;
        if (!requestHeaders.has('authorization') || this.#storesWithAuthorization) return true;
        return /public|must-revalidate|s-maxage/.test(directives);
    }
}

/** The time for which a shared cache may use a response without revalidation. */
function sharedSeconds({ headers }: Response): number {
    const directives = headers.get('cache-control') ?? '';
    if (/no-cache/.test(directives)) return 0;
    const [, seconds] = /s-maxage=(\d+)/.exec(directives) ?? /max-age=(\d+)/.exec(directives) ?? [];
    return Number(seconds ?? 0);
}
