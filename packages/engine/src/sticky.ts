import type { Answers } from './answers.ts';
import type { Catalogue, Question } from './catalogue.ts';
import { firstText, type Reading, text } from './context.ts';
import type { Context } from './definitions.ts';

/** Which value of the context decides the bucket, so that the same user stays where they are. */
export interface Sticky {
    readonly name: string;
    readonly question: Question<string>;
    /** The random value for contexts without one; without this there is no bucket for them. */
    readonly otherwise: (() => string) | undefined;
}

export function stickyValue(sticky: Sticky, context: Context, answers: Answers | undefined): string | undefined {
    const value = answers === undefined ? sticky.question.read(context) : answers.ask(sticky.question);
    return value ?? sticky.otherwise?.();
}

const rolloutDefault = firstText('userId', 'sessionId');
const variantDefault = firstText('userId', 'sessionId', 'remoteAddress');
const nothing: Reading<string> = { name: 'nothing', of: () => () => undefined };

/** A context without the field that a rollout sticks to is outside of it. */
export function rolloutSticky(name: string, catalogue: Catalogue): Sticky {
    const { runtime } = catalogue;
    const otherwise = () => String(Math.round(runtime.random() * 10_000) + 1);
    if (name === 'default') return { name, question: catalogue.question(rolloutDefault, ''), otherwise };
    if (name === 'random') return { name, question: catalogue.question(nothing, ''), otherwise };
    return { name, question: catalogue.question(text, name), otherwise: undefined };
}

/** A context without the field that variants stick to gets any of them; `random` is such a field. */
export function variantSticky(name: string, catalogue: Catalogue): Sticky {
    const { runtime } = catalogue;
    const reading = name === 'default' ? variantDefault : text;
    return {
        name,
        question: catalogue.question(reading, name),
        otherwise: () => String(Math.round(runtime.random() * 100_000)),
    };
}
