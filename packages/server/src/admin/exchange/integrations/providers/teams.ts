import { labelOf } from '../../../../core/events/event-sentences.ts';
import { headersIn } from '../custom-headers.ts';
import {
    customHeaders,
    type IntegrationEvent,
    type IntegrationProvider,
    JSON_TYPE,
    provider,
    summaryWithDetails,
    url,
} from './provider.ts';

const OPEN = 'Open in Halyard';

const posting = (
    content: (integrationEvent: IntegrationEvent) => object,
    about: Pick<IntegrationProvider, 'displayName' | 'description' | 'documentationUrl'>,
) =>
    provider({
        ...about,
        parameters: { url: url('The URL that Teams shows.', 'https://…'), customHeaders },
        call: ({ url, customHeaders }, integrationEvent) => ({
            url,
            headers: { ...JSON_TYPE, ...headersIn(customHeaders) },
            body: JSON.stringify(content(integrationEvent)),
        }),
    });

export const teams = posting(
    ({ event, details, link }) => ({
        '@type': 'MessageCard',
        '@context': 'https://schema.org/extensions',
        summary: labelOf(event),
        text: summaryWithDetails({ event, details }),
        potentialAction: [{ '@type': 'OpenUri', name: OPEN, targets: [{ os: 'default', uri: link }] }],
    }),
    {
        displayName: 'Microsoft Teams',
        description: 'Posts a message to a channel through an incoming webhook.',
        documentationUrl:
            'https://learn.microsoft.com/microsoftteams/platform/webhooks-and-connectors/how-to/add-incoming-webhook',
    },
);

export const teamsWorkflow = posting(
    ({ event, details, link }) => ({
        type: 'message',
        attachments: [
            {
                contentType: 'application/vnd.microsoft.card.adaptive',
                content: {
                    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
                    type: 'AdaptiveCard',
                    version: '1.4',
                    body: [{ type: 'TextBlock', text: summaryWithDetails({ event, details }), wrap: true }],
                    actions: [{ type: 'Action.OpenUrl', title: OPEN, url: link }],
                },
            },
        ],
    }),
    {
        displayName: 'Microsoft Teams Workflow',
        description: 'Posts a card to a chat or channel through a workflow that starts with a webhook request.',
        documentationUrl:
            'https://support.microsoft.com/office/create-incoming-webhooks-with-workflows-for-microsoft-teams-8ae491c7-0394-4861-ba59-055e33f75498',
    },
);
