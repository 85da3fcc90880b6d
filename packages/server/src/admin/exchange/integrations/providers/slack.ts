import { sentenceOf } from '../../../../core/events/event-sentences.ts';
import { headersIn } from '../custom-headers.ts';
import { customHeaders, JSON_TYPE, type Parameter, provider, url } from './provider.ts';

const define = (displayName: string, description: string, placeholder: string) =>
    ({
        displayName,
        description: `${description} Only some workspaces let webhooks choose.`,
        placeholder,
        type: 'text',
        required: false,
        sensitive: false,
    }) as const satisfies Parameter;

export const slack = provider({
    displayName: 'Slack',
    description: 'Posts a message to a channel through an incoming webhook.',
    documentationUrl: 'https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks',
    parameters: {
        url: url('The URL of the incoming webhook.', 'https://hooks.slack.com/services/…'),
        username: define('Name', 'The sender name of the messages.', 'Halyard'),
        emojiIcon: define('Emoji', 'The emoji next to messages.', ':triangular_flag_on_post:'),
        defaultChannel: define('Channel', 'The channel to post to.', 'releases'),
        customHeaders,
    },
    call: ({ url, username, emojiIcon, defaultChannel, customHeaders }, { event, details, link }) => ({
        url,
        headers: { ...JSON_TYPE, ...headersIn(customHeaders) },
        body: JSON.stringify({
            text: [
                `${sentenceOf(event, bold)} <${escaped(link)}|Open in Halyard>`,
                ...details.map((each) => `• ${escaped(each)}`),
            ].join('\n'),
            ...(username && { username }),
            ...(emojiIcon && { icon_emoji: emojiIcon }),
            ...(defaultChannel && { channel: `#${defaultChannel.replace(/^#/, '')}` }),
        }),
    }),
});

/** Escapes `<…>`, which Slack interprets as a link or as a mention of everyone in the channel. */
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const bold = (name: string) => `*${escaped(name)}*`;
