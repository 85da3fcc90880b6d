import type { Change, PermissionCheck } from '../../../changes/change.ts';
import { may } from '../../../core/access/actor.ts';
import { demandOneOf } from '../../../core/access/demand.ts';
import { type FlagAddress, type FlagRow, getFlagOrArchived } from './flag.queries.ts';

/** A change of settings that archives the flag requires the permission to archive it. */
export const mayArchiveIf =
    <Input extends FlagAddress>(
        archives: (input: Input, flag: FlagRow) => boolean | undefined,
    ): PermissionCheck<Input> =>
    async ({ tx, actor }, input) => {
        const { project } = input;
        if (may(actor, 'DELETE_FEATURE', { project })) return;
        const flag = await getFlagOrArchived(tx, input);
        if (flag.archived_at === null && archives(input, flag)) demandOneOf(actor, ['DELETE_FEATURE'], { project });
    };

/** Moving a flag requires the permission in the target project, too. */
export function mayMoveTo({ actor }: Pick<Change, 'actor'>, { newProject }: { newProject: string }): void {
    demandOneOf(actor, ['MOVE_FEATURE_TOGGLE'], { project: newProject });
}
