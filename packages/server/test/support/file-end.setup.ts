import { afterAll } from 'vitest';
import { endFile } from './file-end.ts';

// Node strips types without moving code, so stack traces need no source maps. With them, Node searches each function that the router
// generates for a source map, which takes an eighth of the start of an app.
process.setSourceMapsEnabled(false);

afterAll(endFile);
