import { BACKEND } from './snippets/backend.ts';
import { FRONTEND } from './snippets/frontend.ts';
import { OPENFEATURE } from './snippets/openfeature.ts';
import type { Snippet } from './snippets/snippet.ts';

/**
 * Code examples that evaluate a flag with each official SDK. The Unleash SDKs and OpenFeature's OFREP providers work with Halyard
 * without changes. Each example waits for the flags before it evaluates, so that the first run prints the result.
 * `e2e/snippets.test.ts` runs the examples for Node.js and the browser.
 */
export const SNIPPETS = { ...BACKEND, ...FRONTEND, ...OPENFEATURE };

export type SnippetName = keyof typeof SNIPPETS;

/** The type of the token that a snippet needs. */
export const tokenTypeOf = ({ kind }: Snippet) => (kind === 'backend' ? 'client' : 'frontend');
