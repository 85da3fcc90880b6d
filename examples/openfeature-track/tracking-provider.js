/**
 * Adds `track` to a provider of the OpenFeature server or web SDK: outcomes are sent to Halyard in batches. `path` is
 * `/api/client/outcomes` with a backend token, `/api/frontend/outcomes` with a frontend token.
 */
export function withTracking(provider, { baseUrl, token, path = '/api/client/outcomes', intervalMs = 1000 }) {
    let outcomes = [];
    let timer;

    async function flush() {
        clearTimeout(timer);
        timer = undefined;
        if (outcomes.length === 0) return;
        const batch = outcomes.splice(0, 1000);
        const response = await fetch(new URL(path, baseUrl), {
            method: 'POST',
            headers: { Authorization: token, 'Content-Type': 'application/json' },
            body: JSON.stringify({ outcomes: batch }),
            keepalive: true,
        }).catch(() => undefined);
        // Every outcome has an id, so that one that is sent again counts once.
        if (!response || response.status === 429 || response.status >= 500) {
            outcomes = [...batch, ...outcomes].slice(-10_000);
            timer ??= setTimeout(flush, 10 * intervalMs);
        } else if (outcomes.length > 0) await flush();
    }

    function track(name, { targetingKey, ...context } = {}, { value } = {}) {
        outcomes.push({
            name,
            unit: targetingKey,
            context,
            value,
            at: new Date().toISOString(),
            id: crypto.randomUUID(),
        });
        timer ??= setTimeout(flush, intervalMs);
    }

    return new Proxy(provider, {
        get(target, member) {
            if (member === 'track') return track;
            if (member === 'onClose') {
                return async () => {
                    await flush();
                    await target.onClose?.();
                };
            }
            const value = Reflect.get(target, member);
            return typeof value === 'function' ? value.bind(target) : value;
        },
    });
}
