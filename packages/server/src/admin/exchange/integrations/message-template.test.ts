import { expect, test } from 'vitest';
import { createTestEvent } from './delivery.queries.ts';
import { fillMessageTemplate, findTemplateProblem } from './message-template.ts';

const event = {
    ...createTestEvent('2026-01-01T00:00:00.000Z'),
    id: 7,
    type: 'feature-created',
    createdBy: 'Anna "Quote" \\ <b>\n',
    featureName: 'checkout',
    project: 'default',
    data: { name: 'checkout', nested: { list: [1, 2] }, '{{event.type}}': 'x' },
};

test.each([
    ['{{event.type}}', 'feature-created'],
    ['{{ event.id }}', '7'],
    ['{{{event.type}}}', 'feature-created'],
    ['{{event.data.name}}', 'checkout'],
    ['{{event.data.nested}}', '{"list":[1,2]}'],
    ['{{event.environment}}', 'null'],
    ['{{event.nothing.at.all}}', ''],
    ['{{event.constructor}}{{event.data.__proto__}}{{event.tags.length.x}}', ''],
    ['{{event.createdBy}}', 'Anna \\"Quote\\" \\\\ <b>\\n'],
    ['no tags { } {{', 'no tags { } {{'],
])('%s becomes %s', (template, text) => {
    expect(fillMessageTemplate(template, event)).toBe(text);
});

test('a JSON template produces valid JSON, whatever the event contains', () => {
    const body = fillMessageTemplate(
        '{"who": "{{event.createdBy}}", "all": {{eventJson}}, "what": "{{eventMarkdown}}"}',
        event,
    );

    expect(JSON.parse(body)).toEqual({
        who: event.createdBy,
        all: event,
        what: expect.stringContaining('created flag **checkout** in project **default**'),
    });
});

test('tags in the content of an event are not replaced', () => {
    expect(fillMessageTemplate('{{event.createdBy}}', { ...event, createdBy: '{{event.type}}' })).toBe(
        '{{event.type}}',
    );
});

test.each(['{{event}}', '{{#event}}{{/event}}', '{{> partial}}', '{{}}', '{{events.type}}', '{{event.type.}}'])(
    '%s is not a supported tag',
    (template) => {
        expect(findTemplateProblem(template)).toContain('The template contains an unknown placeholder: {{');
    },
);

test('a template with supported tags is valid', () => {
    expect(findTemplateProblem('{{event.data.name}} {{ eventJson }} {{{eventMarkdown}}} {}')).toBeUndefined();
});
