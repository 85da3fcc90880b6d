import { createHmac } from 'node:crypto';
import { findHeaderValueProblem, headersIn } from '../custom-headers.ts';
import { fillMessageTemplate } from '../message-template.ts';
import { bodyTemplate, customHeaders, provider, url } from './provider.ts';

export const webhook = provider({
    displayName: 'Webhook',
    description: 'Sends events to your own URL as JSON.',
    parameters: {
        url: url('The URL that receives the events.', 'https://example.com/hooks/flags'),
        contentType: {
            displayName: 'Content type',
            description: 'The content type of the body. Default: application/json',
            placeholder: 'application/json',
            type: 'text',
            required: false,
            sensitive: false,
            objection: findHeaderValueProblem,
        },
        authorization: {
            displayName: 'Authorization',
            description: 'The Authorization header to send.',
            type: 'text',
            required: false,
            sensitive: true,
            objection: findHeaderValueProblem,
        },
        secret: {
            displayName: 'Signing secret',
            description: 'Signs each delivery, so that the receiver can verify its origin and content.',
            type: 'text',
            required: false,
            sensitive: true,
        },
        customHeaders,
        bodyTemplate,
    },
    call: ({ url, contentType, authorization, secret, customHeaders, bodyTemplate }, { event, key, now }) => {
        const body = bodyTemplate ? fillMessageTemplate(bodyTemplate, event) : JSON.stringify(event);
        const timestamp = String(Math.floor(now.getTime() / 1000));
        const headers = {
            'content-type': contentType || 'application/json',
            ...(authorization && { authorization }),
            ...headersIn(customHeaders),
            'x-halyard-delivery': key,
            'x-halyard-timestamp': timestamp,
            ...(secret && { 'x-halyard-signature': signature(secret, timestamp, body) }),
        };
        return { url, headers, body };
    },
});

const signature = (secret: string, timestamp: string, body: string) =>
    `sha256=${createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')}`;
