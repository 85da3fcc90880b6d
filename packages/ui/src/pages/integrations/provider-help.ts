import type { IntegrationType } from './integration.queries.ts';

interface Help {
    /** The setup steps at the receiver. */
    steps: readonly string[];
    /** A letter and a colour instead of third-party logos. */
    letter: string;
    color: string;
}

/** The setup instructions for each provider. */
export const PROVIDER_HELP: Record<IntegrationType['name'], Help> = {
    webhook: {
        letter: 'W',
        color: 'tide',
        steps: [
            'Enter a URL that accepts POST requests and responds with a status below 300 within a few seconds.',
            'To verify deliveries, configure the same secret at the receiver and compare the signature in X-Halyard-Signature.',
            'Failed deliveries are retried. X-Halyard-Delivery is the same for every attempt, so that the receiver can skip duplicates.',
        ],
    },
    slack: {
        letter: 'S',
        color: 'violet',
        steps: [
            'In Slack, create or open an app for your workspace and enable incoming webhooks.',
            'Add a webhook to the workspace and choose the channel for the messages.',
            'Copy the URL of the webhook and paste it here.',
        ],
    },
    teams: {
        letter: 'T',
        color: 'blue',
        steps: [
            'Only for existing incoming webhooks of connectors, which Microsoft has retired. For a new webhook, choose Microsoft Teams Workflow instead.',
            'Paste the URL of the existing webhook here.',
        ],
    },
    teamsworkflow: {
        letter: 'T',
        color: 'blue',
        steps: [
            'In Teams, open the channel’s menu, then Workflows, and choose a template that posts webhook alerts to a channel; or create a flow that starts with “When a Teams webhook request is received”.',
            'Choose the team and the channel, and save. Teams then shows the URL of the workflow.',
            'Copy this URL and paste it here. In private channels, the workflow must post as a user, because its bot cannot.',
        ],
    },
    datadog: {
        letter: 'D',
        color: 'brass',
        steps: [
            'In Datadog, create an API key in the settings of your organization and paste it here.',
            'If your account is not on the US1 site, enter the URL of its events API, too.',
        ],
    },
    'new-relic': {
        letter: 'N',
        color: 'green',
        steps: [
            'In New Relic, create an ingest key of type license and paste it here.',
            'Use the number of your account in the URL. Accounts in Europe use insights-collector.eu01.nr-data.net.',
        ],
    },
};
