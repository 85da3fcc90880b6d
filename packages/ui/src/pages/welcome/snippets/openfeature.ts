import type { Snippet } from './snippet.ts';

/** OFREP examples with OpenFeature providers or plain HTTP. */
export const OPENFEATURE = {
    openfeature: {
        label: 'OpenFeature, server',
        kind: 'frontend',
        install: 'npm install @openfeature/server-sdk @openfeature/core @openfeature/ofrep-provider',
        code: ({ url, token, flag }) => `import { OpenFeature } from '@openfeature/server-sdk';
import { OFREPProvider } from '@openfeature/ofrep-provider';

await OpenFeature.setProviderAndWait(
    new OFREPProvider({
        baseUrl: '${url}',
        headers: [['Authorization', '${token}']],
    }),
);

const user = { targetingKey: 'ada' };
console.log('${flag}', await OpenFeature.getClient().getBooleanValue('${flag}', false, user));`,
    },
    'openfeature-web': {
        label: 'OpenFeature, web',
        kind: 'frontend',
        install: 'npm install @openfeature/web-sdk @openfeature/core @openfeature/ofrep-web-provider',
        code: ({ url, token, flag }) => `import { OpenFeature } from '@openfeature/web-sdk';
import { OFREPWebProvider } from '@openfeature/ofrep-web-provider';

await OpenFeature.setContext({ targetingKey: 'ada' });
await OpenFeature.setProviderAndWait(
    new OFREPWebProvider({
        baseUrl: '${url}',
        headers: [['Authorization', '${token}']],
    }),
);

console.log('${flag}', OpenFeature.getClient().getBooleanValue('${flag}', false));`,
    },
    curl: {
        label: 'curl',
        kind: 'frontend',
        install: '',
        code: ({ url, token, flag }) => `curl -s -X POST '${url}/ofrep/v1/evaluate/flags/${flag}' \\
    -H 'Authorization: ${token}' -H 'Content-Type: application/json' \\
    -d '{"context": {"targetingKey": "ada"}}'`,
    },
} satisfies Record<string, Snippet>;
