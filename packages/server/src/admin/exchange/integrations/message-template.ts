import { summaryOf } from '../../../core/events/event-sentences.ts';
import type { Event } from '../../observations/events/event.schemas.ts';

/** Administrators write these templates, in the syntax of Unleash; sentences of the service use `fillTemplate`. */
const TAG = /\{\{\{?\s*([^{}]*?)\s*\}?\}\}/g;
const KNOWN_TAG = /^(event(\.\w+)+|eventJson|eventMarkdown)$/;

/** The placeholders of a template. */
export const TEMPLATE_HELP =
    'The body to send instead of the event. {{event.type}}, {{event.data.name}} and so on are replaced by members of the event, ' +
    '{{eventMarkdown}} by a sentence that describes the event. Texts are escaped for JSON, without quotes. ' +
    '{{eventJson}} is replaced by the whole event as JSON.';

/** Returns the reason why the template is invalid; undefined if it is valid. */
export function findTemplateProblem(template: string): string | undefined {
    const unknown = [...template.matchAll(TAG)].find(([, tag]) => !KNOWN_TAG.test(tag!));
    return (
        unknown &&
        `The template contains an unknown placeholder: ${unknown[0]}. Use {{event.…}}, {{eventJson}} or {{eventMarkdown}}.`
    );
}

/** The maximum length: receivers do not accept more, and a template may contain the whole event a thousand times. */
const MAX_LENGTH = 1024 * 1024;

/** A message that is too long to be sent. Retries are pointless. */
export class MessageTooLong extends Error {}

/** Returns the template with the event filled in; missing members are empty. */
export function fillMessageTemplate(template: string, event: Event): string {
    const known = new Map<string, string>();
    let length = template.length;
    return template.replace(TAG, (_, tag: string) => {
        const text = known.get(tag) ?? textFor(tag, event);
        known.set(tag, text);
        length += text.length;
        if (length > MAX_LENGTH) throw new MessageTooLong('With this event the body would be longer than a megabyte.');
        return text;
    });
}

function textFor(tag: string, event: Event): string {
    if (tag === 'eventJson') return JSON.stringify(event);
    return asPartOfJson(tag === 'eventMarkdown' ? summaryOf(event) : memberAt(event, tag.split('.').slice(1)));
}

function memberAt(value: unknown, [name, ...rest]: string[]): unknown {
    if (name === undefined) return value;
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
    return memberAt((value as Record<string, unknown>)[name], rest);
}

function asPartOfJson(value: unknown): string {
    if (value === undefined) return '';
    return typeof value === 'string' ? JSON.stringify(value).slice(1, -1) : JSON.stringify(value);
}
