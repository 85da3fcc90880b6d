import type { Tx } from '../../../storage/database.ts';
import type { SecretBox } from '../../../storage/secret-box.ts';
import { decryptSetting, encryptedValues, encryptSetting } from '../../catalogue/instance-settings/settings.ts';
import { decryptParameters, encryptParameters, sensitiveValues } from '../../exchange/integrations/parameters.ts';
import { findProvider } from '../../exchange/integrations/providers/registry.ts';

/**
 * Stores every secret again: encrypted with the newest key if there is a key. Throws `CannotOpen` if a key is missing,
 * so that the error appears at startup and not at the next sign-in.
 */
export async function reencryptSecrets(tx: Tx, secrets: SecretBox): Promise<void> {
    const isOld = (stored: string) => {
        secrets.open(stored);
        return !secrets.isUpToDate(stored);
    };
    for (const { name, content } of await tx.selectFrom('settings').selectAll().execute()) {
        if (!encryptedValues(name, content).some(isOld)) continue;
        const resealed = encryptSetting(secrets, name, decryptSetting(secrets, name, content));
        await tx
            .updateTable('settings')
            .set({ content: JSON.stringify(resealed) })
            .where('name', '=', name)
            .execute();
    }
    for (const { user_id, secret } of await tx.selectFrom('totp_factors').selectAll().execute()) {
        if (!isOld(secret)) continue;
        await tx
            .updateTable('totp_factors')
            .set({ secret: secrets.seal(secrets.open(secret)) })
            .where('user_id', '=', user_id)
            .execute();
    }
    for (const { id, provider: name, parameters } of await tx.selectFrom('integrations').selectAll().execute()) {
        const provider = findProvider(name);
        if (!sensitiveValues(provider, parameters).some(isOld)) continue;
        const resealed = encryptParameters(secrets, provider, decryptParameters(secrets, provider, parameters));
        await tx
            .updateTable('integrations')
            .set({ parameters: JSON.stringify(resealed) })
            .where('id', '=', id)
            .execute();
    }
    for (const { project, name, password } of await tx.selectFrom('data_sources').selectAll().execute()) {
        if (!isOld(password)) continue;
        await tx
            .updateTable('data_sources')
            .set({ password: secrets.seal(secrets.open(password)) })
            .where('project', '=', project)
            .where('name', '=', name)
            .execute();
    }
}
