import type { Judge } from './judge.ts';
import { loadVendorPackage } from './vendor-package.ts';

type Sdk = typeof import('configcat-common');

const PACKAGE = 'configcat-common';
const KEY = `${'a'.repeat(22)}/${'b'.repeat(22)}`;

export const configcatJudge: Judge = {
    name: PACKAGE,
    completed: (context) => ({ userId: 'nobody', ...context }),
    async evaluator(document) {
        const { createConsoleLogger, getClient, LogLevel, PollingMode, User } = loadVendorPackage<Sdk>(PACKAGE);
        const body = JSON.stringify(document);
        const client = getClient(
            KEY,
            PollingMode.ManualPoll,
            { logger: createConsoleLogger(LogLevel.Off) },
            {
                sdkType: 'judge',
                sdkVersion: '1',
                configFetcher: { fetchLogic: async () => ({ statusCode: 200, reasonPhrase: 'OK', eTag: '1', body }) },
            },
        );
        await client.forceRefreshAsync();
        const snapshot = client.snapshot();
        client.dispose();
        return (name, { userId, attributes, flat }) => {
            const custom = Object.fromEntries(
                Object.entries(attributes).map(([key, value]) => [
                    key,
                    typeof value === 'boolean' ? String(value) : value,
                ]),
            );
            const user = new User(userId ?? '', flat['Email'], flat['Country'], custom);
            return snapshot.getValue(name, null, user) ?? undefined;
        };
    },
};
