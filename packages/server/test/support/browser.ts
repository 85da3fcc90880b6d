/** Follows redirects and keeps cookies like a browser does: by host, path and expiry. */
export class Browser {
    readonly #cookies = new Map<string, { value: string; path: string }>();

    /** Opens a URL, or submits a form to it, and follows redirects until a response is not a redirect, or `until` is true. */
    async open(
        address: string | URL,
        { form, until = () => false }: { form?: Record<string, string>; until?: (url: URL) => boolean } = {},
    ): Promise<{ url: URL; status: number; text: string; response: Response }> {
        let url = new URL(address);
        let body = form && new URLSearchParams(form);
        for (let hops = 0; hops < 20; hops++) {
            const cookie = this.#cookiesFor(url);
            const response = await fetch(url, {
                method: body ? 'POST' : 'GET',
                redirect: 'manual',
                headers: { accept: 'text/html', ...(cookie && { cookie }) },
                ...(body && { body }),
            });
            this.#keep(url, response.headers.getSetCookie());
            const location = response.headers.get('location');
            const text = await response.text();
            if (location === null) return { url, status: response.status, text, response };
            url = new URL(location, url);
            body = undefined;
            if (until(url)) return { url, status: response.status, text, response };
        }
        throw new Error(`${url} redirects without end`);
    }

    /** The value of a cookie that would be sent to the URL. */
    cookie(address: string | URL, name: string): string | undefined {
        return this.#cookies.get(`${new URL(address).hostname} ${name}`)?.value;
    }

    #cookiesFor({ hostname, pathname }: URL): string {
        return [...this.#cookies]
            .map(([key, cookie]) => ({ host: key.split(' ')[0], name: key.split(' ')[1], ...cookie }))
            .filter(({ host, path }) => host === hostname && pathname.startsWith(path))
            .map(({ name, value }) => `${name}=${value}`)
            .join('; ');
    }

    #keep({ hostname }: URL, lines: readonly string[]): void {
        for (const line of lines) {
            const [pair = '', ...attributes] = line.split('; ');
            const [name = '', ...value] = pair.split('=');
            const attribute = (expected: string) =>
                attributes.find((each) => each.toLowerCase().startsWith(`${expected}=`))?.slice(expected.length + 1);
            const expires = attribute('expires');
            const isGone = attribute('max-age') === '0' || (expires !== undefined && Date.parse(expires) < Date.now());
            const key = `${hostname} ${name}`;
            if (isGone) this.#cookies.delete(key);
            else this.#cookies.set(key, { value: value.join('='), path: attribute('path') ?? '/' });
        }
    }
}
