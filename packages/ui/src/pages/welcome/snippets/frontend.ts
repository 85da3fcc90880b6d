import type { Snippet } from './snippet.ts';

/** SDKs for browsers and apps, which receive evaluated flags. */
export const FRONTEND = {
    javascript: {
        label: 'JavaScript',
        kind: 'frontend',
        install: 'npm install unleash-proxy-client',
        code: ({ url, token, flag }) => `import { UnleashClient } from 'unleash-proxy-client';

const flags = new UnleashClient({
    url: '${url}/api/frontend',
    clientKey: '${token}',
    appName: 'my-app',
    context: { userId: 'ada' },
});
await flags.start();

console.log('${flag}', flags.isEnabled('${flag}'));`,
    },
    react: {
        label: 'React',
        kind: 'frontend',
        install: 'npm install @unleash/proxy-client-react unleash-proxy-client',
        code: ({
            url,
            token,
            flag,
        }) => `import { FlagProvider, useFlag, useFlagsStatus } from '@unleash/proxy-client-react';

const config = {
    url: '${url}/api/frontend',
    clientKey: '${token}',
    appName: 'my-app',
    context: { userId: 'ada' },
};

function Shop() {
    const { flagsReady } = useFlagsStatus();
    const isOn = useFlag('${flag}');
    return flagsReady ? <p>${flag} {String(isOn)}</p> : null;
}

export const App = () => (
    <FlagProvider config={config}>
        <Shop />
    </FlagProvider>
);`,
    },
    vue: {
        label: 'Vue',
        kind: 'frontend',
        install: 'npm install @unleash/proxy-client-vue unleash-proxy-client',
        code: ({ url, token, flag }) => `<!-- App.vue -->
<script setup>
import { FlagProvider } from '@unleash/proxy-client-vue';
import Shop from './Shop.vue';

const config = {
    url: '${url}/api/frontend',
    clientKey: '${token}',
    appName: 'my-app',
    context: { userId: 'ada' },
};
</script>
<template>
    <FlagProvider :config="config"><Shop /></FlagProvider>
</template>

<!-- Shop.vue -->
<script setup>
import { useFlag, useFlagsStatus } from '@unleash/proxy-client-vue';
const { flagsReady } = useFlagsStatus();
const isOn = useFlag('${flag}');
</script>
<template>
    <p v-if="flagsReady">${flag} {{ isOn }}</p>
</template>`,
    },
    svelte: {
        label: 'Svelte',
        kind: 'frontend',
        install: 'npm install @unleash/proxy-client-svelte',
        code: ({ url, token, flag }) => `<!-- App.svelte -->
<script>
    import { FlagProvider } from '@unleash/proxy-client-svelte';
    import Shop from './Shop.svelte';

    const config = {
        url: '${url}/api/frontend',
        clientKey: '${token}',
        appName: 'my-app',
        context: { userId: 'ada' },
    };
</script>
<FlagProvider {config}><Shop /></FlagProvider>

<!-- Shop.svelte -->
<script>
    import { useFlag, useFlagsStatus } from '@unleash/proxy-client-svelte';
    const { flagsReady } = useFlagsStatus();
    const isOn = useFlag('${flag}');
</script>
{#if $flagsReady}<p>${flag} {$isOn}</p>{/if}`,
    },
    android: {
        label: 'Android',
        kind: 'frontend',
        install: 'implementation("io.getunleash:unleash-android:<latest>")',
        code: ({ url, token, flag }) => `import io.getunleash.android.DefaultUnleash
import io.getunleash.android.UnleashConfig
import io.getunleash.android.data.UnleashContext
import io.getunleash.android.events.UnleashReadyListener

val config = UnleashConfig.newBuilder("my-app")
    .proxyUrl("${url}/api/frontend")
    .clientKey("${token}")
    .build()
val flags = DefaultUnleash(androidContext = applicationContext, unleashConfig = config)
flags.setContext(UnleashContext.newBuilder().userId("ada").build())

flags.start(eventListeners = listOf(object : UnleashReadyListener {
    override fun onReady() {
        println("${flag} \${flags.isEnabled("${flag}")}")
    }
}))`,
    },
    ios: {
        label: 'iOS',
        kind: 'frontend',
        install: 'https://github.com/Unleash/unleash-ios-sdk.git',
        code: ({ url, token, flag }) => `import UnleashProxyClientSwift

let flags = UnleashProxyClientSwift.UnleashClient(
    unleashUrl: "${url}/api/frontend",
    clientKey: "${token}",
    refreshInterval: 15,
    appName: "my-app",
    context: ["userId": "ada"]
)
flags.subscribe(name: "ready") {
    print("${flag}", flags.isEnabled(name: "${flag}"))
}
flags.start()`,
    },
    'react-native': {
        label: 'React Native',
        kind: 'frontend',
        install:
            'npm install @unleash/proxy-client-react unleash-proxy-client @react-native-async-storage/async-storage',
        code: ({ url, token, flag }) => `import AsyncStorage from '@react-native-async-storage/async-storage';
import { FlagProvider, useFlag, useFlagsStatus } from '@unleash/proxy-client-react';
import { Text } from 'react-native';

const config = {
    url: '${url}/api/frontend',
    clientKey: '${token}',
    appName: 'my-app',
    context: { userId: 'ada' },
    // React Native has no local storage. With stored flags, the app also starts without a network.
    storageProvider: {
        save: (name, data) => AsyncStorage.setItem(name, JSON.stringify(data)),
        get: async (name) => JSON.parse((await AsyncStorage.getItem(name)) ?? 'null') ?? undefined,
    },
};

function Shop() {
    const { flagsReady } = useFlagsStatus();
    const isOn = useFlag('${flag}');
    return flagsReady ? <Text>${flag} {String(isOn)}</Text> : null;
}

export const App = () => (
    <FlagProvider config={config}>
        <Shop />
    </FlagProvider>
);`,
    },
    flutter: {
        label: 'Flutter',
        kind: 'frontend',
        install: 'flutter pub add unleash_proxy_client_flutter',
        code: ({ url, token, flag }) => `import 'package:flutter/widgets.dart';
import 'package:unleash_proxy_client_flutter/unleash_context.dart';
import 'package:unleash_proxy_client_flutter/unleash_proxy_client_flutter.dart';

final flags = UnleashClient(
    url: Uri.parse('${url}/api/frontend'),
    clientKey: '${token}',
    appName: 'my-app');

void main() {
  WidgetsFlutterBinding.ensureInitialized();
  flags.updateContext(UnleashContext(userId: 'ada'));
  flags.on('ready', (_) => print('${flag} \${flags.isEnabled('${flag}')}'));
  flags.start();
}`,
    },
} satisfies Record<string, Snippet>;
