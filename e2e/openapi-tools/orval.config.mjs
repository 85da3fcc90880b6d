export default {
    halyard: {
        input: '../../openapi.json',
        output: {
            target: 'generated/orval/api.ts',
            client: 'fetch',
            override: { mutator: { path: 'clients/orval-fetch.ts', name: 'send' } },
        },
    },
};
