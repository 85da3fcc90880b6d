import { secondFactorExpired } from '../errors/errors.ts';
import type { AdminActor } from './actor.ts';

/** Long enough to complete a task, too short for somebody who finds an open session. */
export const FRESH_MINUTES = 5;

/** Until when a second factor that was proved at this time counts as fresh. */
export const freshUntil = (provedAt: string): string =>
    new Date(Date.parse(provedAt) + FRESH_MINUTES * 60_000).toISOString();

/** Demands that the caller has proved a second factor recently, in its session or with this request. */
export function demandFreshSecondFactor({ secondFactorAt }: Pick<AdminActor, 'secondFactorAt'>, now: string): void {
    if (secondFactorAt === undefined || freshUntil(secondFactorAt) <= now) throw secondFactorExpired(FRESH_MINUTES);
}
