import { createServer } from 'node:http';
import { OFREPProvider } from '@openfeature/ofrep-provider';
import { MultiProvider, OpenFeature } from '@openfeature/server-sdk';
import { SafeComparison } from './safe-comparison.js';
import { UnleashProvider } from './unleash-provider.js';

const { HALYARD_URL = 'http://localhost:4242', HALYARD_TOKEN, PORT = '3000' } = process.env;
const { UNLEASH_URL = HALYARD_URL, UNLEASH_TOKEN = HALYARD_TOKEN } = process.env;

// The import has copied the tokens of Unleash.
const current = new UnleashProvider({
    url: `${UNLEASH_URL}/api/`,
    appName: 'shop',
    customHeaders: { Authorization: UNLEASH_TOKEN },
});
const candidate = new OFREPProvider({ baseUrl: HALYARD_URL, headers: [['Authorization', HALYARD_TOKEN]] });

const mismatches = new Map();
let evaluations = 0;

/** Called with the results of both providers if they differ. The context is not logged, because it may contain personal data. */
function reportMismatch(resolutions) {
    const [{ details }] = resolutions;
    const results = resolutions.map(
        (each) => `${each.providerName} ${each.thrownError ?? JSON.stringify(each.details)}`,
    );
    mismatches.set(details.flagKey, (mismatches.get(details.flagKey) ?? 0) + 1);
    console.warn(`mismatch: ${details.flagKey}: ${results.join(', ')}`);
}

await OpenFeature.setProviderAndWait(
    new MultiProvider(
        [{ provider: current }, { provider: candidate, name: 'halyard' }],
        new SafeComparison(current, reportMismatch),
    ),
);
const flags = OpenFeature.getClient();

createServer(async ({ url }, response) => {
    const { pathname, searchParams } = new URL(url, 'http://localhost');
    if (pathname === '/comparison') {
        response.setHeader('content-type', 'application/json');
        return response.end(JSON.stringify({ evaluations, mismatches: Object.fromEntries(mismatches) }));
    }
    evaluations++;
    const isEnabled = await flags.getBooleanValue('new-checkout', false, { targetingKey: searchParams.get('user') });
    response.end(`new-checkout: ${isEnabled}\n`);
}).listen(PORT, () => console.log(`http://localhost:${PORT}/?user=ada, http://localhost:${PORT}/comparison`));
