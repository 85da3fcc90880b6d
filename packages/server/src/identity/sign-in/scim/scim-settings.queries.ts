import { notAllowed } from '../../../core/errors/errors.ts';
import type { Db } from '../../../storage/database.ts';
import { NO_SCIM, type StoredScim } from './stored-scim.ts';

export async function readScim(db: Db): Promise<StoredScim> {
    const row = await db.selectFrom('settings').select('content').where('name', '=', 'scim').executeTakeFirst();
    // Only the commands write this setting, so its type is known.
    return { ...NO_SCIM, ...(row?.content as Partial<StoredScim> | undefined) };
}

/** Otherwise the holder of the SCIM token could take over an administrator by changing the e-mail address. */
export async function demandAdministratorsAllowed(db: Db): Promise<void> {
    if ((await readScim(db)).manageAdministrators) return;
    throw notAllowed(
        'The request affects administrators, which the directory may not manage. Allow it in the SCIM settings, or remove the role first.',
    );
}
