import { labelOf } from '../../../../core/events/event-sentences.ts';
import { findHeaderValueProblem, headersIn } from '../custom-headers.ts';
import { fillMessageTemplate } from '../message-template.ts';
import { bodyTemplate, customHeaders, JSON_TYPE, provider, summaryWithDetails, url } from './provider.ts';

const STANDARD_URL = 'https://api.datadoghq.com/api/v1/events';

export const datadog = provider({
    displayName: 'Datadog',
    description: 'Adds every event to the event stream, next to your graphs.',
    documentationUrl: 'https://docs.datadoghq.com/api/latest/events/',
    parameters: {
        url: { ...url(`The address for events. Default: ${STANDARD_URL}`, STANDARD_URL), required: false },
        apiKey: {
            displayName: 'API key',
            description: 'A Datadog API key.',
            type: 'text',
            required: true,
            sensitive: true,
            objection: findHeaderValueProblem,
        },
        sourceTypeName: {
            displayName: 'Source type',
            description: 'The source type name of the events.',
            type: 'text',
            required: false,
            sensitive: false,
        },
        customHeaders,
        bodyTemplate,
    },
    target: ({ url }) => url || STANDARD_URL,
    call: ({ url, apiKey, sourceTypeName, customHeaders, bodyTemplate }, { event, details, link }) => {
        const body = {
            title: labelOf(event),
            // Datadog interprets text between these markers as Markdown.
            text: `%%% \n ${summaryWithDetails({ event, details })} [Open in Halyard](${link}) \n %%%`,
            tags: [
                `type:${event.type}`,
                ...(event.featureName ? [`flag:${event.featureName}`] : []),
                ...(event.project ? [`project:${event.project}`] : []),
                ...(event.environment ? [`environment:${event.environment}`] : []),
            ],
            ...(sourceTypeName && { source_type_name: sourceTypeName }),
        };
        return {
            url: url || STANDARD_URL,
            headers: { ...JSON_TYPE, ...headersIn(customHeaders), 'dd-api-key': apiKey },
            body: bodyTemplate ? fillMessageTemplate(bodyTemplate, event) : JSON.stringify(body),
        };
    },
});
