import express from 'express';
import { startUnleash } from 'unleash-client';

const { HALYARD_URL = 'http://localhost:4242', HALYARD_TOKEN, PORT = '3000' } = process.env;

// The SDK loads all flags once and evaluates them locally: a request never waits for Halyard.
const flags = await startUnleash({
    url: `${HALYARD_URL}/api`,
    appName: 'express-example',
    customHeaders: { Authorization: HALYARD_TOKEN },
    refreshInterval: 5_000,
});

const app = express();
app.get('/', (request, response) => {
    const isEnabled = flags.isEnabled('new-checkout', { userId: request.query.user });
    response.type('text').send(`new-checkout: ${isEnabled}\n`);
});
app.listen(PORT, () => console.log(`http://localhost:${PORT}/?user=ada`));
