import { changeSetting } from '../../../admin/catalogue/instance-settings/settings.ts';
import type { Change } from '../../../changes/change.ts';
import { demandFreshSecondFactor } from '../../../core/access/fresh-second-factor.ts';
import { invalid } from '../../../core/errors/errors.ts';
import { listRoles } from '../roles/role.queries.ts';
import type { SecondFactorSettings } from './second-factor.schemas.ts';

/** Changes who needs a second factor. The fresh factor also proves that the administrator is not locked out. */
export async function changeSecondFactorSettings(change: Change, input: SecondFactorSettings): Promise<void> {
    demandFreshSecondFactor(change.actor, change.now);
    const rootRoles = [...new Set(input.rootRoles)].sort((a, b) => a - b);
    const known = await listRoles(change.tx, 'root');
    const unknown = rootRoles.find((role) => !known.some(({ id }) => id === role));
    if (unknown !== undefined) throw invalid(`There is no root role ${unknown}. Leave it out.`, '/body/rootRoles');
    if (input.requiredFor === 'roles' && rootRoles.length === 0) {
        throw invalid('No role is selected. Select root roles, or require it for nobody.', '/body/rootRoles');
    }
    await changeSetting(change, { name: 'secondFactor', content: { ...input, rootRoles } });
}
