export interface SwitchCommand {
    /** Undefined if the command does not contain a direction. */
    enabled: boolean | undefined;
    /** The beginning of the flag's name, or part of it. */
    flag: string;
    /** The beginning of the environment's name; empty for all environments. */
    environment: string;
    isScheduled: boolean;
}

const SCHEDULE = /^schedule\s+/i;
const DIRECTION = /^(?:(?:turn|switch)(?:ing)?\s+(on|off)|(kill|disable)|(enable))\s+/i;
const TARGET = /^(\S+)(?:\s+in(?:\s+(\S*))?)?\s*$/i;

/** Reads a command such as "turn off new-checkout in production" or "schedule new-checkout". */
export function switchCommandIn(query: string): SwitchCommand | undefined {
    const typed = query.trim();
    const isScheduled = SCHEDULE.test(typed);
    const command = typed.replace(SCHEDULE, '');
    const direction = DIRECTION.exec(command);
    const [matched, flag = '', environment = ''] = TARGET.exec(command.slice(direction?.[0].length)) ?? [];
    if (matched === undefined || !(isScheduled || direction)) return undefined;
    const enabled = direction ? direction[3] !== undefined || direction[1]?.toLowerCase() === 'on' : undefined;
    return { enabled, flag, environment, isScheduled };
}
