export interface SwitchCommand {
    enabled: boolean;
    /** The beginning of the flag's name, or part of it. */
    flag: string;
    /** The beginning of the environment's name; empty for all environments. */
    environment: string;
}

const COMMAND = /^(?:(?:turn|switch)\s+(on|off)|(kill|disable)|(enable))\s+(\S+)(?:\s+in(?:\s+(\S*))?)?\s*$/i;

/** Reads a command such as "turn off new-checkout in production". */
export function switchCommandIn(query: string): SwitchCommand | undefined {
    const [matched, direction, , enable, flag = '', environment = ''] = COMMAND.exec(query.trim()) ?? [];
    if (matched === undefined) return undefined;
    return { enabled: enable !== undefined || direction?.toLowerCase() === 'on', flag, environment };
}
