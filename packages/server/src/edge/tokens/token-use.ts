import type { Subscriptions } from '../upstream/subscriptions.ts';
import type { UpstreamClient } from '../upstream/upstream-client.ts';
import type { EdgeTokens } from './edge-tokens.ts';

const MAX_TOKENS_PER_REQUEST = 1_000;

/** Reports to upstream which tokens SDKs used: it lists when each token was used last, and sees only the tokens of the edge itself. */
export async function reportTokenUse(
    tokens: Pick<EdgeTokens, 'takeUsed' | 'putBackUsed'>,
    { client, subscriptions }: { client: UpstreamClient; subscriptions: Subscriptions },
): Promise<void> {
    const used = tokens.takeUsed();
    const [token] = subscriptions.secrets();
    for (let start = 0; start < used.length; start += MAX_TOKENS_PER_REQUEST) {
        const seenTokens = used.slice(start, start + MAX_TOKENS_PER_REQUEST);
        const sent =
            token !== undefined &&
            client.request('POST', '/api/client/metrics/bulk', {
                token,
                body: { applications: [], metrics: [], seenTokens },
            });
        const isReceived =
            sent &&
            (await sent.then(
                ({ status }) => status < 500,
                () => false,
            ));
        if (!isReceived) tokens.putBackUsed(seenTokens);
    }
}
