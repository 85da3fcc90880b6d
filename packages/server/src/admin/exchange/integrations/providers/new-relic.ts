import { findHeaderValueProblem, headersIn } from '../custom-headers.ts';
import { fillMessageTemplate } from '../message-template.ts';
import { bodyTemplate, customHeaders, JSON_TYPE, provider, summaryWithDetails, url } from './provider.ts';

export const newRelic = provider({
    displayName: 'New Relic',
    description: 'Records every event as a custom event.',
    documentationUrl: 'https://docs.newrelic.com/docs/data-apis/ingest-apis/event-api/introduction-event-api/',
    parameters: {
        url: url(
            'The Event API of your account.',
            'https://insights-collector.newrelic.com/v1/accounts/YOUR_ACCOUNT_ID/events',
        ),
        licenseKey: {
            displayName: 'License key',
            description: 'A license key of the account, for ingest.',
            type: 'text',
            required: true,
            sensitive: true,
            objection: findHeaderValueProblem,
        },
        customHeaders,
        bodyTemplate,
    },
    call: ({ url, licenseKey, customHeaders, bodyTemplate }, { event, details, link }) => {
        const { type, featureName, project, environment, createdBy, createdAt } = event;
        // Custom events must be flat and must not contain null.
        const attributes = Object.entries({ type, featureName, project, environment, createdBy, createdAt, link });
        const body = {
            eventType: 'HalyardEvent',
            summary: summaryWithDetails({ event, details }),
            ...Object.fromEntries(attributes.filter(([, value]) => value !== null)),
        };
        return {
            url,
            headers: { ...JSON_TYPE, ...headersIn(customHeaders), 'api-key': licenseKey },
            body: bodyTemplate ? fillMessageTemplate(bodyTemplate, event) : JSON.stringify([body]),
        };
    },
});
