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
            'Give it an address that takes POST requests, and answers with a status below 300 within a few seconds.',
            'To know that a delivery is ours, give both sides the same secret and compare the signature in X-Halyard-Signature.',
            'A delivery that fails is tried again: X-Halyard-Delivery tells the receiver what it has had already.',
        ],
    },
    slack: {
        letter: 'S',
        color: 'violet',
        steps: [
            'In Slack, create an app for your workspace, or open one you have, and turn on its incoming webhooks.',
            'Add a webhook to the workspace, and choose the channel that messages go to.',
            'Copy the webhook’s URL, and paste it here.',
        ],
    },
    teams: {
        letter: 'T',
        color: 'blue',
        steps: [
            'This is for incoming webhooks made with connectors, which Microsoft has retired in favour of workflows: to make a new one, choose Microsoft Teams Workflow instead.',
            'Paste the URL of the one you have here.',
        ],
    },
    teamsworkflow: {
        letter: 'T',
        color: 'blue',
        steps: [
            'In Teams, open the channel’s menu, then Workflows, and choose a template that posts webhook alerts to a channel; or begin a flow of your own with “When a Teams webhook request is received”.',
            'Choose the team and channel, and save: Teams shows the URL of the workflow.',
            'Copy this URL, and paste it here. In private channels the workflow has to post as you: its bot cannot.',
        ],
    },
    datadog: {
        letter: 'D',
        color: 'brass',
        steps: [
            'In Datadog, create an API key in the settings of your organization, and paste it here.',
            'If your account is not on the US1 site, give the address of its events API as well.',
        ],
    },
    'new-relic': {
        letter: 'N',
        color: 'green',
        steps: [
            'In New Relic, create an ingest key of the type license, and paste it here.',
            'Put your account’s number into the address. Accounts in Europe use insights-collector.eu01.nr-data.net.',
        ],
    },
};
