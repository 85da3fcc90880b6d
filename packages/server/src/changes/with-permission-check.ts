import type { Command, PermissionCheck } from './change.ts';

/** The command with its permission check. Commands that call it as part of their own work check permissions themselves. */
export const withPermissionCheck = <Input, Result>(
    may: PermissionCheck<Input>,
    command: Command<Input, Result>,
): Command<Input, Result> & { may: PermissionCheck<Input> } =>
    Object.assign((...[change, input]: Parameters<typeof command>) => command(change, input), { may });
