import type { NewFlag } from '../../api/types.ts';

type FlagMember = Exclude<keyof NewFlag, 'name' | 'tags'>;

/** What can be changed of a flag as a whole. */
export type FlagChanges = Pick<NewFlag, FlagMember>;

// A record, so that the compiler finds a member that the API has and this lacks.
const MEMBERS: Record<FlagMember, true> = { description: true, type: true, impressionData: true, owner: true };

export const FLAG_MEMBERS = Object.keys(MEMBERS) as FlagMember[];
