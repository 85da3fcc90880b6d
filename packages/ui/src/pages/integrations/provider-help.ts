import {
    IconChartLine,
    IconGauge,
    IconHash,
    IconMessages,
    IconRoute,
    IconWebhook,
    type TablerIcon,
} from '@tabler/icons-react';
import type { IntegrationType } from './integration.queries.ts';

interface Help {
    /** The setup steps at the receiver. */
    steps: readonly string[];
    /** An icon of the kind of receiver, because logos are trademarks of their owners. */
    icon: TablerIcon;
    color: string;
}

/** The setup instructions for each provider. */
export const PROVIDER_HELP: Record<IntegrationType['name'], Help> = {
    webhook: {
        icon: IconWebhook,
        color: 'tide',
        steps: [
            'Enter a URL that accepts POST requests and responds within a few seconds.',
            'Optional: enter a signing secret here and at the receiver, to verify that deliveries come from Halyard.',
            'Failed deliveries are retried. Each attempt has the same delivery id, so that the receiver can ignore repeats.',
        ],
    },
    slack: {
        icon: IconHash,
        color: 'violet',
        steps: [
            'In Slack, create or open an app of your workspace, and turn on incoming webhooks.',
            'Add a webhook to the workspace, and choose the channel for the messages.',
            'Copy the URL of the webhook, and paste it here.',
        ],
    },
    teams: {
        icon: IconMessages,
        color: 'blue',
        steps: [
            'Only for existing incoming webhooks of connectors. Microsoft has replaced connectors with workflows: for a new webhook, choose Microsoft Teams Workflow instead.',
            'Paste the URL of the existing webhook here.',
        ],
    },
    teamsworkflow: {
        icon: IconRoute,
        color: 'blue',
        steps: [
            'In Teams, open the menu of the channel, then Workflows, and choose a template that posts webhook alerts to a channel. Your own flow must start with “When a Teams webhook request is received”.',
            'Choose the team and the channel, and save. Teams shows the URL of the workflow.',
            'Copy this URL, and paste it here. In private channels, the workflow must post as you, because its bot cannot.',
        ],
    },
    datadog: {
        icon: IconChartLine,
        color: 'brass',
        steps: [
            'In Datadog, create an API key in the settings of your organization, and paste it here.',
            'If your account is not on the US1 site, also enter the URL of its events API.',
        ],
    },
    'new-relic': {
        icon: IconGauge,
        color: 'green',
        steps: [
            'In New Relic, create an ingest key of type license, and paste it here.',
            'Insert your account number into the URL. Accounts in Europe use insights-collector.eu01.nr-data.net.',
        ],
    },
};
