import type { Tx } from '../../../storage/database.ts';
import type { SecretBox } from '../../../storage/secret-box.ts';
import { openedSetting, sealedSetting, sealedValues } from '../../catalogue/instance-settings/settings.ts';
import { openedParameters, sealedParameters, sensitiveValues } from '../../exchange/integrations/parameters.ts';
import { findProvider } from '../../exchange/integrations/providers/registry.ts';

/**
 * Stores every secret again: encrypted with the newest key if there is a key. Throws `CannotOpen` if a key is missing,
 * so that the error appears at startup and not at the next sign-in.
 */
export async function resealSecrets(tx: Tx, secrets: SecretBox): Promise<void> {
    const isOld = (stored: string) => {
        secrets.open(stored);
        return !secrets.isUpToDate(stored);
    };
    for (const { name, content } of await tx.selectFrom('settings').selectAll().execute()) {
        if (!sealedValues(name, content).some(isOld)) continue;
        const resealed = sealedSetting(secrets, name, openedSetting(secrets, name, content));
        await tx
            .updateTable('settings')
            .set({ content: JSON.stringify(resealed) })
            .where('name', '=', name)
            .execute();
    }
    for (const { id, provider: name, parameters } of await tx.selectFrom('integrations').selectAll().execute()) {
        const provider = findProvider(name);
        if (!sensitiveValues(provider, parameters).some(isOld)) continue;
        const resealed = sealedParameters(secrets, provider, openedParameters(secrets, provider, parameters));
        await tx
            .updateTable('integrations')
            .set({ parameters: JSON.stringify(resealed) })
            .where('id', '=', id)
            .execute();
    }
}
