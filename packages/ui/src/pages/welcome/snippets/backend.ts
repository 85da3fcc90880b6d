import type { Snippet } from './snippet.ts';

/** SDKs for servers, which evaluate flags locally. */
export const BACKEND = {
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
        // Without a listener, the SDK blocks.
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
} satisfies Record<string, Snippet>;
