import { plain, summaryOf } from '../../../../core/events/event-sentences.ts';
import type { Event } from '../../../observations/events/event.schemas.ts';
import { findHeadersProblem } from '../custom-headers.ts';
import { findTemplateProblem, TEMPLATE_HELP } from '../message-template.ts';

/** A configurable parameter of a receiver. */
export interface Parameter {
    displayName: string;
    description: string;
    type: 'url' | 'text' | 'textfield';
    placeholder?: string;
    required: boolean;
    /** Whether the value is a secret, which is never returned after it is stored. */
    sensitive: boolean;
    /** Returns the reason why the value is invalid; undefined if it is valid. */
    objection?: (value: string) => string | undefined;
}

/** An event to deliver. */
export interface IntegrationEvent {
    event: Event;
    /** Descriptions of the individual changes, for events with several. */
    details: readonly string[];
    /** URL of the page with details. */
    link: string;
    /** The id of the delivery, the same for every attempt. */
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
    /** The URL to call, if the parameters contain it. */
    target: (parameters: Record<string, string>) => string | undefined;
    call: (parameters: Record<string, string>, integrationEvent: IntegrationEvent) => Call;
}

type ParameterValues<P> = {
    [K in keyof P]: P[K] extends { required: true } ? string : string | undefined;
};

/** Declares a provider. The parameters of `call` are typed: required ones are always present. */
export function provider<const P extends Record<string, Parameter>>({
    call,
    ...rest
}: Omit<IntegrationProvider, 'parameters' | 'target' | 'call'> & {
    parameters: P;
    target?: IntegrationProvider['target'];
    call: (parameters: ParameterValues<P>, integrationEvent: IntegrationEvent) => Call;
}): IntegrationProvider {
    return {
        target: ({ url }) => url,
        ...rest,
        // Required parameters are checked before an integration is saved.
        call: (parameters, integrationEvent) => call(parameters as ParameterValues<P>, integrationEvent),
    };
}

/** Returns a summary of the event with its details, in Markdown. */
export const summaryWithDetails = ({ event, details }: Pick<IntegrationEvent, 'event' | 'details'>) =>
    [summaryOf(event), ...details.map((each) => `- ${plain(each)}`)].join('\n');

export const JSON_TYPE = { 'content-type': 'application/json' };

export const url = (description: string, placeholder: string) =>
    ({ displayName: 'URL', description, placeholder, type: 'url', required: true, sensitive: true }) as const;

export const customHeaders = {
    displayName: 'Further headers',
    description: 'Additional headers, as a JSON object of strings.',
    placeholder: '{"x-team": "payments"}',
    type: 'textfield',
    required: false,
    sensitive: true,
    objection: findHeadersProblem,
} as const satisfies Parameter;

export const bodyTemplate = {
    displayName: 'Body',
    description: TEMPLATE_HELP,
    placeholder: '{"what": "{{event.type}}", "flag": "{{event.featureName}}"}',
    type: 'textfield',
    required: false,
    sensitive: false,
    objection: findTemplateProblem,
} as const satisfies Parameter;
