import { datadog } from './datadog.ts';
import { newRelic } from './new-relic.ts';
import type { IntegrationProvider } from './provider.ts';
import { slack } from './slack.ts';
import { teams, teamsWorkflow } from './teams.ts';
import { webhook } from './webhook.ts';

/** All providers, by their names in the API. */
export const PROVIDERS = {
    webhook,
    slack,
    teams,
    teamsworkflow: teamsWorkflow,
    datadog,
    'new-relic': newRelic,
} as const satisfies Record<string, IntegrationProvider>;

export const PROVIDER_NAMES = Object.keys(PROVIDERS) as ProviderName[];
export type ProviderName = keyof typeof PROVIDERS;

/** Returns undefined for a provider that this version does not support. */
export const findProvider = (name: string): IntegrationProvider | undefined =>
    Object.hasOwn(PROVIDERS, name) ? PROVIDERS[name as ProviderName] : undefined;
