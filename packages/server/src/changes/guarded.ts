import type { Command, May } from './write.ts';

/** The command, for those who may run it. Commands that call it as part of theirs have been checked themselves. */
export const guarded = <Input, Result>(
    may: May<Input>,
    command: Command<Input, Result>,
): Command<Input, Result> & { may: May<Input> } =>
    Object.assign((...[change, input]: Parameters<typeof command>) => command(change, input), { may });
