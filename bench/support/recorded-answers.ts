/** Everything that is asked of one server from now on, with its answers, by method, path, token of SDKs, and body. */
export function recordAnswers(url: string) {
    const { fetch } = globalThis;
    const answers: Record<string, { status: number; body: unknown }> = {};
    globalThis.fetch = async (input, init = {}) => {
        const response = await fetch(input, init);
        if (!String(input).startsWith(url)) return response;
        const text = await response.clone().text();
        const isJson = response.headers.get('content-type')?.includes('json');
        const { authorization = '' } = init.headers as Record<string, string>;
        const path = String(input).slice(url.length);
        const asked = [init.method, path, path.startsWith('/api/admin') ? '' : authorization, init.body ?? ''];
        answers[asked.join(' ').trim()] = { status: response.status, body: isJson && text ? JSON.parse(text) : text };
        return response;
    };
    return {
        end() {
            globalThis.fetch = fetch;
            return answers;
        },
    };
}
