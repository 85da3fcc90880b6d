export interface Snippet {
    label: string;
    /** Where the code runs: that decides which kind of token it uses, too. */
    kind: 'backend' | 'frontend';
    install: string;
    code: (values: SnippetValues) => string;
}

export interface SnippetValues {
    url: string;
    token: string;
    flag: string;
}

/**
 * How to ask for a flag, with each official SDK. The Unleash SDKs and OpenFeature's OFREP providers speak to Halyard as they
 * are. Each waits until it has the flags before it asks, so that the first run gives the answer. Those for Node.js and the
 * browser are run by `e2e/snippets.test.ts`.
 */
export const SNIPPETS = {
    node: {
        label: 'Node.js',
        kind: 'backend',
        install: 'npm install unleash-client',
        code: ({ url, token, flag }) => `import { startUnleash } from 'unleash-client';

const flags = await startUnleash({
    url: '${url}/api/',
    appName: 'my-app',
    customHeaders: { Authorization: '${token}' },
});

console.log('${flag}', flags.isEnabled('${flag}', { userId: 'ada' }));`,
    },
    java: {
        label: 'Java',
        kind: 'backend',
        install: 'io.getunleash:unleash-client-java',
        code: ({ url, token, flag }) => `import io.getunleash.DefaultUnleash;
import io.getunleash.Unleash;
import io.getunleash.UnleashContext;
import io.getunleash.util.UnleashConfig;

public class Main {
    public static void main(String[] arguments) {
        UnleashConfig config = UnleashConfig.builder()
            .unleashAPI("${url}/api/")
            .appName("my-app")
            .apiKey("${token}")
            .synchronousFetchOnInitialisation(true)
            .build();
        Unleash flags = new DefaultUnleash(config);

        UnleashContext user = UnleashContext.builder().userId("ada").build();
        System.out.println("${flag} " + flags.isEnabled("${flag}", user));
        flags.shutdown();
    }
}`,
    },
    python: {
        label: 'Python',
        kind: 'backend',
        install: 'pip install UnleashClient',
        code: ({ url, token, flag }) => `from UnleashClient import UnleashClient

flags = UnleashClient(
    url="${url}/api",
    app_name="my-app",
    custom_headers={"Authorization": "${token}"},
)
flags.initialize_client()

print("${flag}", flags.is_enabled("${flag}", {"userId": "ada"}))`,
    },
    go: {
        label: 'Go',
        kind: 'backend',
        install: 'go get github.com/Unleash/unleash-go-sdk/v5',
        code: ({ url, token, flag }) => `package main

import (
    "fmt"
    "net/http"

    "github.com/Unleash/unleash-go-sdk/v5"
    "github.com/Unleash/unleash-go-sdk/v5/context"
)

func main() {
    unleash.Initialize(
        // Without someone who listens, it comes to a halt.
        unleash.WithListener(&unleash.DebugListener{}),
        unleash.WithUrl("${url}/api/"),
        unleash.WithAppName("my-app"),
        unleash.WithCustomHeaders(http.Header{"Authorization": {"${token}"}}),
    )
    unleash.WaitForReady()

    user := context.Context{UserId: "ada"}
    fmt.Println("${flag}", unleash.IsEnabled("${flag}", unleash.WithContext(user)))
}`,
    },
    dotnet: {
        label: '.NET',
        kind: 'backend',
        install: 'dotnet add package Unleash.Client',
        code: ({ url, token, flag }) => `using Unleash;
using Unleash.ClientFactory;

var settings = new UnleashSettings
{
    UnleashApi = new Uri("${url}/api/"),
    AppName = "my-app",
    CustomHttpHeaders = new Dictionary<string, string> { ["Authorization"] = "${token}" },
};
var flags = await new UnleashClientFactory().CreateClientAsync(settings, synchronousInitialization: true);

Console.WriteLine($"${flag} {flags.IsEnabled("${flag}", new UnleashContext { UserId = "ada" })}");`,
    },
    ruby: {
        label: 'Ruby',
        kind: 'backend',
        install: 'gem install unleash',
        code: ({ url, token, flag }) => `require 'unleash'

flags = Unleash::Client.new(
  url: '${url}/api/',
  app_name: 'my-app',
  custom_http_headers: { 'Authorization': '${token}' }
)

puts "${flag} #{flags.is_enabled?('${flag}', Unleash::Context.new(user_id: 'ada'))}"`,
    },
    php: {
        label: 'PHP',
        kind: 'backend',
        install: 'composer require unleash/client guzzlehttp/guzzle symfony/cache',
        code: ({ url, token, flag }) => `<?php
require 'vendor/autoload.php';

use Unleash\\Client\\Configuration\\UnleashContext;
use Unleash\\Client\\UnleashBuilder;

$flags = UnleashBuilder::create()
    ->withAppName('my-app')
    ->withAppUrl('${url}/api/')
    ->withInstanceId('one')
    ->withHeader('Authorization', '${token}')
    ->build();

echo '${flag} ', var_export($flags->isEnabled('${flag}', new UnleashContext('ada')), true);`,
    },
    rust: {
        label: 'Rust',
        kind: 'backend',
        install:
            'cargo add unleash-api-client --features reqwest-client && cargo add enum-map@2.0 reqwest@0.12 && cargo add serde --features derive && cargo add tokio --features full',
        code: ({ url, token, flag }) => `use std::{sync::Arc, time::Duration};
use enum_map::Enum;
use serde::{Deserialize, Serialize};
use unleash_api_client::{client::ClientBuilder, context::Context};

#[derive(Debug, Deserialize, Serialize, Enum, Clone)]
enum Flags {}

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error + Send + Sync>> {
    let flags = Arc::new(ClientBuilder::default()
        .enable_string_features()
        .into_client::<Flags, reqwest::Client>(
            "${url}/api",
            "my-app",
            "one",
            Some("${token}".into()),
        )?);
    flags.register().await?;
    let polling = flags.clone();
    tokio::spawn(async move { polling.poll_for_updates().await });
    while flags.cached_state().is_none() {
        tokio::time::sleep(Duration::from_millis(50)).await;
    }

    let user = Context { user_id: Some("ada".into()), ..Default::default() };
    println!("${flag} {}", flags.is_enabled_str("${flag}", Some(&user), false));
    Ok(())
}`,
    },
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
    nextjs: {
        label: 'Next.js',
        kind: 'backend',
        install: 'npm install @unleash/nextjs',
        code: ({ url, token, flag }) => `import { evaluateFlags, flagsClient, getDefinitions } from '@unleash/nextjs';

export default async function Page() {
    const definitions = await getDefinitions({
        url: '${url}/api/client/features',
        token: '${token}',
        appName: 'my-app',
        fetchOptions: { next: { revalidate: 15 } },
    });
    const { toggles } = evaluateFlags(definitions, { userId: 'ada' });
    const flags = flagsClient(toggles);
    return <p>${flag} {String(flags.isEnabled('${flag}'))}</p>;
}`,
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

export type SnippetName = keyof typeof SNIPPETS;

/** The type of the token that a snippet needs. */
export const tokenTypeOf = ({ kind }: Snippet) => (kind === 'backend' ? 'client' : 'frontend');
