import { EVENT_TYPES, isEventType } from './event-types.ts';

interface DescribedEvent {
    type: string;
    createdBy: string;
    featureName: string | null;
    project: string | null;
    environment: string | null;
}

/** The type in plain words: `feature-created` is "Feature created". */
export function labelOf({ type }: { type: string }): string {
    return type.charAt(0).toUpperCase() + type.slice(1).replaceAll('-', ' ');
}

/** What happened, in one sentence of Markdown; names stand out and are never taken for markup. */
export const summaryOf = (event: DescribedEvent): string => sentenceOf(event, bold);

/** What happened, in one sentence whose names are written as the reader's markup wants them. */
export function sentenceOf(event: DescribedEvent, nameAs: (name: string) => string): string {
    const { type, createdBy, featureName, project, environment } = event;
    // A type that this version does not know was written by another one.
    const sentence = isEventType(type) ? EVENT_TYPES[type].says : `{actor}: ${labelOf(event)}`;
    const names: Record<string, string | null> = { actor: createdBy, featureName, project, environment };
    return sentence.replace(/\{(\w+)\}/g, (_, name: string) => nameAs(names[name] ?? '?'));
}

/** Text that Markdown takes for nothing but text. */
export const plain = (text: string) => text.replace(/[\\`*_[\]<>]/g, '\\$&');

const bold = (name: string) => `**${plain(name)}**`;
