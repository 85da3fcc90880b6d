import { BACKEND } from './snippets/backend.ts';
import { FRONTEND } from './snippets/frontend.ts';
import { OPENFEATURE } from './snippets/openfeature.ts';
import type { Snippet } from './snippets/snippet.ts';

/**
 * How to ask for a flag, with each official SDK. The Unleash SDKs and OpenFeature's OFREP providers speak to Halyard as they
 * are. Each waits until it has the flags before it asks, so that the first run gives the answer. Those for Node.js and the
 * browser are run by `e2e/snippets.test.ts`.
 */
export const SNIPPETS = { ...BACKEND, ...FRONTEND, ...OPENFEATURE };

export type SnippetName = keyof typeof SNIPPETS;

/** The type of the token that a snippet needs. */
export const tokenTypeOf = ({ kind }: Snippet) => (kind === 'backend' ? 'client' : 'frontend');
