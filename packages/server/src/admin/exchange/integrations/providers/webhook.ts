import { createHmac } from 'node:crypto';
import { headersIn, objectionToHeaderValue } from '../custom-headers.ts';
import { fillIn } from '../message-template.ts';
import { bodyTemplate, customHeaders, provider, url } from './provider.ts';

export const webhook = provider({
    displayName: 'Webhook',
    description:
        'Sends every event to your URL as a JSON POST request. With a secret, deliveries are signed: X-Halyard-Signature is ' +
        '"sha256=" and the HMAC-SHA256 in hex of X-Halyard-Timestamp, a dot and the body. X-Halyard-Delivery is the same for ' +
        'every attempt to deliver the same event.',
    parameters: {
        url: url('The URL that receives the events.', 'https://example.com/hooks/flags'),
        contentType: {
            displayName: 'Content type',
            description: 'The content type of the body. Default: application/json',
            placeholder: 'application/json',
            type: 'text',
            required: false,
            sensitive: false,
            objection: objectionToHeaderValue,
        },
        authorization: {
            displayName: 'Authorization',
            description: 'The Authorization header to send.',
            type: 'text',
            required: false,
            sensitive: true,
            objection: objectionToHeaderValue,
        },
        secret: {
            displayName: 'Signing secret',
            description: 'Shared with the receiver, which can verify that a delivery is authentic and unmodified.',
            type: 'text',
            required: false,
            sensitive: true,
        },
        customHeaders,
        bodyTemplate,
    },
    call: ({ url, contentType, authorization, secret, customHeaders, bodyTemplate }, { event, key, now }) => {
        const body = bodyTemplate ? fillIn(bodyTemplate, event) : JSON.stringify(event);
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
