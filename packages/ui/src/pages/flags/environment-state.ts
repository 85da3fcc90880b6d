import { summarizeFlag } from '@halyard/engine';
import type { Flag, FlagEnvironment } from '../../api/types.ts';
import { listed } from '../../components/text/listed.ts';

type State = Pick<FlagEnvironment, 'name' | 'type' | 'enabled' | 'strategies' | 'releasePlans'>;

type SegmentName = (id: number) => string | undefined;

/** Says who gets a flag in an environment, including the strategies of the active milestone. */
export function environmentState(environment: State, segmentName: SegmentName): string {
    const { enabled, strategies, releasePlans } = environment;
    const [plan] = releasePlans;
    const milestone = plan?.milestones.find(({ id }) => id === plan.activeMilestoneId);
    const all = [...strategies, ...(milestone?.strategies ?? [])];
    if (enabled && plan && all.length === 0) return 'On, but no strategy applies';
    return summarizeFlag({ enabled, strategies: all }, segmentName);
}

/**
 * Names the environments and users that have a flag on: “On in production for 5% of users. On in development, off in staging.” Production is described
 * completely, the other environments only by their switches.
 */
export function flagState(environments: readonly State[], segmentName: SegmentName): string {
    const isProduction = ({ type }: State) => type === 'production';
    const inProduction = environments
        .filter(isProduction)
        .map((environment) => placed(environmentState(environment, segmentName), environment.name));
    const others = environments.filter((environment) => !isProduction(environment));
    const switches = [
        { word: 'on', names: others.filter(({ enabled }) => enabled).map(({ name }) => name) },
        { word: 'off', names: others.filter(({ enabled }) => !enabled).map(({ name }) => name) },
    ]
        .filter(({ names }) => names.length > 0)
        .map(({ word, names }) => `${word} in ${listed(names)}`);
    return [...inProduction, capitalized(switches.join(', '))]
        .filter(Boolean)
        .map((sentence) => `${sentence}.`)
        .join(' ');
}

/** Inserts the environment: “On for 5% of users” becomes “On in production for 5% of users”. */
const placed = (state: string, environment: string) => state.replace(/^(On|Off)/, `$1 in ${environment}`);

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** Whether an application has ever evaluated the flag. */
export const isEvaluated = ({ environments }: Pick<Flag, 'environments'>) =>
    environments.some(({ lastSeenAt }) => lastSeenAt !== null);
