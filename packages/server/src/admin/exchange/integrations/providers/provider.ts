import { plain, summaryOf } from '../../../../core/events/event-sentences.ts';
import type { Event } from '../../../observations/events/event.schemas.ts';
import { objectionToHeaders } from '../custom-headers.ts';
import { objectionToTemplate, TEMPLATE_HELP } from '../message-template.ts';

/** Something that administrators tell about the receiver. */
export interface Parameter {
    displayName: string;
    description: string;
    type: 'url' | 'text' | 'textfield';
    placeholder?: string;
    required: boolean;
    /** Shown to nobody once it is stored. */
    sensitive: boolean;
    /** Why the value cannot be used, if so. */
    objection?: (value: string) => string | undefined;
}

/** An event to deliver. */
export interface IntegrationEvent {
    event: Event;
    /** Descriptions of the individual changes, for events with several. */
    details: readonly string[];
    /** Where people see more of it. */
    link: string;
    /** The same for every attempt to tell it. */
    key: string;
    now: Date;
}

export interface Call {
    url: string;
    headers: Record<string, string>;
    body: string;
}

/** A kind of receiver. */
export interface IntegrationProvider {
    displayName: string;
    description: string;
    documentationUrl?: string;
    parameters: Readonly<Record<string, Parameter>>;
    /** The address to call, as far as the parameters say it. */
    target: (parameters: Record<string, string>) => string | undefined;
    call: (parameters: Record<string, string>, happening: IntegrationEvent) => Call;
}

type ParameterValues<P> = {
    [K in keyof P]: P[K] extends { required: true } ? string : string | undefined;
};

/** A provider whose `call` knows which parameters there are, and which of them are there always. */
export function provider<const P extends Record<string, Parameter>>({
    call,
    ...rest
}: Omit<IntegrationProvider, 'parameters' | 'target' | 'call'> & {
    parameters: P;
    target?: IntegrationProvider['target'];
    call: (parameters: ParameterValues<P>, happening: IntegrationEvent) => Call;
}): IntegrationProvider {
    return {
        target: ({ url }) => url,
        ...rest,
        // Nothing is saved whose required parameters are missing.
        call: (parameters, happening) => call(parameters as ParameterValues<P>, happening),
    };
}

/** What happened with its details, in Markdown. */
export const summaryWithDetails = ({ event, details }: Pick<IntegrationEvent, 'event' | 'details'>) =>
    [summaryOf(event), ...details.map((each) => `- ${plain(each)}`)].join('\n');

export const JSON_TYPE = { 'content-type': 'application/json' };

export const url = (description: string, placeholder: string) =>
    ({ displayName: 'URL', description, placeholder, type: 'url', required: true, sensitive: true }) as const;

export const customHeaders = {
    displayName: 'Further headers',
    description: 'Headers to send as well, as a JSON object of texts.',
    placeholder: '{"x-team": "payments"}',
    type: 'textfield',
    required: false,
    sensitive: true,
    objection: objectionToHeaders,
} as const satisfies Parameter;

export const bodyTemplate = {
    displayName: 'Body',
    description: TEMPLATE_HELP,
    placeholder: '{"what": "{{event.type}}", "flag": "{{event.featureName}}"}',
    type: 'textfield',
    required: false,
    sensitive: false,
    objection: objectionToTemplate,
} as const satisfies Parameter;
