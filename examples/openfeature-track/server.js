import { createServer } from 'node:http';
import { OFREPProvider } from '@openfeature/ofrep-provider';
import { OpenFeature } from '@openfeature/server-sdk';
import { withTracking } from './tracking-provider.js';

const { HALYARD_URL = 'http://localhost:4242', HALYARD_TOKEN, PORT = '3000' } = process.env;

const provider = new OFREPProvider({ baseUrl: HALYARD_URL, headers: [['Authorization', HALYARD_TOKEN]] });
await OpenFeature.setProviderAndWait(withTracking(provider, { baseUrl: HALYARD_URL, token: HALYARD_TOKEN }));
const flags = OpenFeature.getClient();

createServer(async ({ url }, response) => {
    const targetingKey = new URL(url, 'http://localhost').searchParams.get('user');
    const isEnabled = await flags.getBooleanValue('new-checkout', false, { targetingKey });
    flags.track('page-viewed', { targetingKey });
    response.end(`new-checkout: ${isEnabled}\n`);
}).listen(PORT, () => console.log(`http://localhost:${PORT}/?user=ada`));
