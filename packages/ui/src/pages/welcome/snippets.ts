export interface Snippet {
    label: string;
    /** Which kind of token it uses. */
    token: 'client' | 'frontend';
    install: string;
    code: (values: { url: string; token: string; flag: string }) => string;
}

/** How to ask for a flag, in each of the main SDKs. The Unleash SDKs and OpenFeature's OFREP providers speak to Halyard as they are. */
export const SNIPPETS: Record<string, Snippet> = {
    node: {
        label: 'Node.js',
        token: 'client',
        install: 'npm install unleash-client',
        code: ({ url, token, flag }) => `import { startUnleash } from 'unleash-client';

const flags = await startUnleash({
    url: '${url}/api/',
    appName: 'my-app',
    customHeaders: { Authorization: '${token}' },
});

if (flags.isEnabled('${flag}', { userId: 'ada' })) {
    console.log('${flag} is on');
}`,
    },
    python: {
        label: 'Python',
        token: 'client',
        install: 'pip install UnleashClient',
        code: ({ url, token, flag }) => `from UnleashClient import UnleashClient

flags = UnleashClient(
    url="${url}/api",
    app_name="my-app",
    custom_headers={"Authorization": "${token}"},
)
flags.initialize_client()

if flags.is_enabled("${flag}", {"userId": "ada"}):
    print("${flag} is on")`,
    },
    go: {
        label: 'Go',
        token: 'client',
        install: 'go get github.com/Unleash/unleash-go-sdk/v5',
        code: ({ url, token, flag }) => `unleash.Initialize(
    unleash.WithUrl("${url}/api/"),
    unleash.WithAppName("my-app"),
    unleash.WithCustomHeaders(http.Header{"Authorization": {"${token}"}}),
)
unleash.WaitForReady()

if unleash.IsEnabled("${flag}", unleash.WithContext(context.Context{UserId: "ada"})) {
    fmt.Println("${flag} is on")
}`,
    },
    java: {
        label: 'Java',
        token: 'client',
        install: 'io.getunleash:unleash-client-java',
        code: ({ url, token, flag }) => `UnleashConfig config = UnleashConfig.builder()
    .unleashAPI("${url}/api/")
    .appName("my-app")
    .apiKey("${token}")
    .build();
Unleash flags = new DefaultUnleash(config);

if (flags.isEnabled("${flag}", UnleashContext.builder().userId("ada").build())) {
    System.out.println("${flag} is on");
}`,
    },
    react: {
        label: 'React',
        token: 'frontend',
        install: 'npm install @unleash/proxy-client-react unleash-proxy-client',
        code: ({ url, token, flag }) => `import { FlagProvider, useFlag } from '@unleash/proxy-client-react';

const config = {
    url: '${url}/api/frontend',
    clientKey: '${token}',
    appName: 'my-app',
};

const Shop = () => (useFlag('${flag}') ? <NewShop /> : <OldShop />);

export const App = () => (
    <FlagProvider config={config}>
        <Shop />
    </FlagProvider>
);`,
    },
    openfeature: {
        label: 'OpenFeature',
        token: 'frontend',
        install: 'npm install @openfeature/web-sdk @openfeature/ofrep-web-provider',
        code: ({ url, token, flag }) => `import { OpenFeature } from '@openfeature/web-sdk';
import { OFREPWebProvider } from '@openfeature/ofrep-web-provider';

await OpenFeature.setContext({ targetingKey: 'ada' });
await OpenFeature.setProviderAndWait(
    new OFREPWebProvider({
        baseUrl: '${url}',
        headers: [['Authorization', '${token}']],
    }),
);

const isOn = OpenFeature.getClient().getBooleanValue('${flag}', false);`,
    },
    curl: {
        label: 'curl',
        token: 'frontend',
        install: '',
        code: ({ url, token }) => `curl '${url}/api/frontend?userId=ada' \\
    -H 'Authorization: ${token}'`,
    },
};
