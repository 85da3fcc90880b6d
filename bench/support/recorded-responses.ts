/** Records all requests to one server from now on, with their responses, by method, path, SDK token, and body. */
export function recordResponses(url: string) {
    const { fetch } = globalThis;
    const responses: Record<string, { status: number; body: unknown }> = {};
    globalThis.fetch = async (input, init = {}) => {
        const response = await fetch(input, init);
        if (!String(input).startsWith(url)) return response;
        const text = await response.clone().text();
        const isJson = response.headers.get('content-type')?.includes('json');
        const { authorization = '' } = init.headers as Record<string, string>;
        const path = String(input).slice(url.length);
        const keyParts = [init.method, path, path.startsWith('/api/admin') ? '' : authorization, init.body ?? ''];
        responses[keyParts.join(' ').trim()] = {
            status: response.status,
            body: isJson && text ? JSON.parse(text) : text,
        };
        return response;
    };
    return {
        end() {
            globalThis.fetch = fetch;
            return responses;
        },
    };
}
