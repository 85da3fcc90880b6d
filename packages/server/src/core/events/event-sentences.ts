import { fillTemplate } from '../text/fill-template.ts';
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

/** Describes an event in one sentence of Markdown. Names are bold, and are escaped. */
export const summaryOf = (event: DescribedEvent): string => sentenceOf(event, bold);

/** Describes an event in one sentence; `nameAs` writes names in the markup of the receiver. */
export function sentenceOf(event: DescribedEvent, nameAs: (name: string) => string): string {
    const { type, createdBy, featureName, project, environment } = event;
    // An unknown type was written by another version.
    const sentence = isEventType(type) ? EVENT_TYPES[type].sentence : `{actor}: ${labelOf(event)}`;
    const names = { actor: createdBy, featureName, project, environment };
    return fillTemplate(sentence, names, (name) => nameAs(String(name ?? '?')));
}

/** Escapes Markdown. */
export const plain = (text: string) => text.replace(/[\\`*_[\]<>]/g, '\\$&');

const bold = (name: string) => `**${plain(name)}**`;
