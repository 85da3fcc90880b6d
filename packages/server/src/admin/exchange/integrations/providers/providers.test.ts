import { expect, test } from 'vitest';
import { createTestEvent } from '../delivery.queries.ts';
import { eventPageUrl } from '../event-page-url.ts';
import { PROVIDERS, type ProviderName } from './registry.ts';

const event = {
    ...createTestEvent('2026-01-01T00:00:00.000Z'),
    id: 7,
    type: 'feature-environment-enabled',
    createdBy: 'anna',
    featureName: 'checkout',
    project: 'default',
    environment: 'production',
};
const link = 'https://flags.example.com/projects/default/features/checkout';

function call(
    provider: ProviderName,
    parameters: Record<string, string>,
    told = event,
    details: readonly string[] = [],
) {
    const { body, ...rest } = PROVIDERS[provider].call(parameters, {
        event: told,
        details,
        link,
        key: 'k',
        now: new Date(0),
    });
    return { ...rest, body: JSON.parse(body) };
}

const url = 'https://example.com/hook';

test('Slack gets a message with a link', () => {
    expect(call('slack', { url, username: 'Flags', emojiIcon: ':flag:', defaultChannel: 'releases' })).toEqual({
        url,
        headers: { 'content-type': 'application/json' },
        body: {
            text: `*anna* turned *checkout* on in *production* <${link}|Open in Halyard>`,
            username: 'Flags',
            icon_emoji: ':flag:',
            channel: '#releases',
        },
    });
});

test('a name cannot call everyone in a Slack channel', () => {
    const { body } = call('slack', { url }, { ...event, createdBy: '<!channel> & co' });

    expect(body.text).toContain('*&lt;!channel&gt; &amp; co* turned');
});

test('Teams gets a card with a link', () => {
    expect(call('teams', { url }).body).toMatchObject({
        '@type': 'MessageCard',
        text: '**anna** turned **checkout** on in **production**',
        potentialAction: [{ targets: [{ uri: link }] }],
    });
});

test('a Teams workflow gets an adaptive card with a link', () => {
    expect(call('teamsworkflow', { url, customHeaders: '{"X-A": "b"}' })).toMatchObject({
        headers: { 'x-a': 'b' },
        body: {
            type: 'message',
            attachments: [
                {
                    contentType: 'application/vnd.microsoft.card.adaptive',
                    content: {
                        body: [{ text: '**anna** turned **checkout** on in **production**' }],
                        actions: [{ url: link }],
                    },
                },
            ],
        },
    });
});

test('Datadog gets an event with tags, at the default URL unless configured otherwise', () => {
    expect(call('datadog', { apiKey: 'key', sourceTypeName: 'flags' })).toMatchObject({
        url: 'https://api.datadoghq.com/api/v1/events',
        headers: { 'dd-api-key': 'key' },
        body: {
            title: 'Feature environment enabled',
            text: expect.stringContaining('**checkout**'),
            tags: ['type:feature-environment-enabled', 'flag:checkout', 'project:default', 'environment:production'],
            source_type_name: 'flags',
        },
    });
    expect(call('datadog', { apiKey: 'key', url }).url).toBe(url);
});

test('New Relic gets a flat custom event without nulls', () => {
    expect(call('new-relic', { url, licenseKey: 'key' }, { ...event, environment: null as unknown as string })).toEqual(
        {
            url,
            headers: { 'content-type': 'application/json', 'api-key': 'key' },
            body: [
                {
                    eventType: 'HalyardEvent',
                    summary: expect.stringContaining('**checkout**'),
                    type: event.type,
                    featureName: 'checkout',
                    project: 'default',
                    createdBy: 'anna',
                    createdAt: event.createdAt,
                    link,
                },
            ],
        },
    );
});

test.each(['datadog', 'new-relic'] as const)('a template determines the body for %s', (provider) => {
    const parameters = { url, apiKey: 'key', licenseKey: 'key', bodyTemplate: '{"flag": "{{event.featureName}}"}' };

    expect(call(provider, parameters).body).toEqual({ flag: 'checkout' });
});

test.each([
    [{}, '/projects/default/features/checkout'],
    [{ featureName: 'a b/c', project: 'x?' }, '/projects/x%3F/features/a%20b%2Fc'],
    [{ type: 'feature-archived' }, '/projects/default'],
    [{ featureName: null }, '/projects/default'],
    [{ featureName: null, project: null }, '/history'],
    [{ type: 'project-deleted', featureName: null }, '/history'],
])('an event with %j is linked to %s', (change, path) => {
    expect(eventPageUrl({ ...event, ...change }, 'https://flags.example.com')).toBe(`https://flags.example.com${path}`);
});

test('details are listed line by line, and escaped', () => {
    const details = ['Turn *x* on <!channel>.'];
    const said = (provider: ProviderName, more = {}) =>
        JSON.stringify(call(provider, { url, ...more }, event, details).body);

    expect(said('slack')).toContain('\\n• Turn *x* on &lt;!channel&gt;.');
    for (const [provider, more] of [
        ['teams', {}],
        ['teamsworkflow', {}],
        ['datadog', { apiKey: 'k' }],
        ['new-relic', { licenseKey: 'k' }],
    ] as const) {
        expect(said(provider, more), provider).toContain('\\n- Turn \\\\*x\\\\* on \\\\<!channel\\\\>.');
    }
});
