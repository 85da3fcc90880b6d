import type { NewEvent } from '../core/events/event-types.ts';
import type { Republished } from '../publications/publish.ts';
import type { Db } from '../storage/database.ts';

/**
 * Checks the content of a change by the rules of its projects, and throws if one is broken. It runs for every change and every rehearsal,
 * so commands and routes cannot omit it. It reads the rules while the publications are being built, and decides afterwards.
 */
export type ContentCheck = (change: {
    tx: Db;
    events: readonly NewEvent[];
}) => Promise<(publications: readonly Republished[]) => Promise<void>>;
