import { datadog } from './datadog.ts';
import { newRelic } from './new-relic.ts';
import type { IntegrationProvider } from './provider.ts';
import { slack } from './slack.ts';
import { teams, teamsWorkflow } from './teams.ts';
import { webhook } from './webhook.ts';

/** Every kind of receiver, by its name on the wire. To add one, add a line. */
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

/** Undefined for what only another version knows. */
export const findProvider = (name: string): IntegrationProvider | undefined =>
    Object.hasOwn(PROVIDERS, name) ? PROVIDERS[name as ProviderName] : undefined;
