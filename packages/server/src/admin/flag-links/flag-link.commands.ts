import { randomUUID } from 'node:crypto';
import type { Change } from '../../changes/write.ts';
import { exceedsLimit } from '../../core/errors.ts';
import { type FlagAddress, getFlag } from '../flags/flag.queries.ts';
import { getFlagLink, listFlagLinks, toFlagLink } from './flag-link.queries.ts';
import type { NewFlagLink } from './flag-link.schemas.ts';

/** More would not be read, and every reading of the flag would carry them. */
const MAX_LINKS = 20;

export async function addFlagLink(
    { tx, now, record }: Change,
    { project, name, url, title = null }: FlagAddress & NewFlagLink,
): Promise<void> {
    await getFlag(tx, { project, name });
    if ((await listFlagLinks(tx, name)).length >= MAX_LINKS) throw exceedsLimit('links of a flag', MAX_LINKS);
    const link = { id: randomUUID(), url, title };
    await tx
        .insertInto('flag_links')
        .values({ ...link, flag: name, created_at: now })
        .execute();
    record({ type: 'feature-link-added', featureName: name, project, data: link });
}

/** Replaces a link: without a title it has none. */
export async function updateFlagLink(
    { tx, record }: Change,
    { project, name, linkId, url, title = null }: FlagAddress & NewFlagLink & { linkId: string },
): Promise<void> {
    await getFlag(tx, { project, name });
    const before = toFlagLink(await getFlagLink(tx, { flag: name, id: linkId }));
    await tx.updateTable('flag_links').set({ url, title }).where('id', '=', linkId).execute();
    record({
        type: 'feature-link-updated',
        featureName: name,
        project,
        preData: before,
        data: { ...before, url, title },
    });
}

export async function removeFlagLink(
    { tx, record }: Change,
    { project, name, linkId }: FlagAddress & { linkId: string },
): Promise<void> {
    await getFlag(tx, { project, name });
    const link = await getFlagLink(tx, { flag: name, id: linkId });
    await tx.deleteFrom('flag_links').where('id', '=', linkId).execute();
    record({ type: 'feature-link-removed', featureName: name, project, preData: toFlagLink(link) });
}
