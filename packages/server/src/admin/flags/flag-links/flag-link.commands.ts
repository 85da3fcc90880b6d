import { randomUUID } from 'node:crypto';
import type { Change } from '../../../changes/change.ts';
import { exceedsLimit } from '../../../core/errors/errors.ts';
import { isSame } from '../../../core/flags/normal-form.ts';
import { canonicalJson } from '../../../core/json/canonical-json.ts';
import { chunked } from '../../../storage/chunked.ts';
import { type FlagAddress, getFlag } from '../flags/flag.queries.ts';
import { type FlagLinkRow, getFlagLink, listFlagLinks, listLinksOfFlags, toFlagLink } from './flag-link.queries.ts';
import type { NewFlagLink } from './flag-link.schemas.ts';

/** Every response with the flag contains its links. */
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

/** Replaces the links of those of these existing flags of the project whose links differ. */
export async function replaceFlagLinks(
    { tx, now, record }: Change,
    { project, wanted: linksByFlag }: { project: string; wanted: ReadonlyMap<string, readonly NewFlagLink[]> },
): Promise<void> {
    for (const chunk of chunked([...linksByFlag])) {
        const before = await listLinksOfFlags(
            tx,
            chunk.map(([name]) => name),
        );
        const differing = chunk.filter(([name, links]) => !areSameLinks(before.get(name) ?? [], links));
        const names = differing.map(([name]) => name);
        await tx.deleteFrom('flag_links').where('flag', 'in', names).execute();
        const rows: FlagLinkRow[] = [];
        for (const [featureName, links] of differing) {
            if (links.length > MAX_LINKS) throw exceedsLimit('links of a flag', MAX_LINKS);
            for (const preData of before.get(featureName) ?? []) {
                record({ type: 'feature-link-removed', featureName, project, preData });
            }
            for (const { url, title = null } of links) {
                const data = { id: randomUUID(), url, title };
                rows.push({ ...data, flag: featureName, created_at: now });
                record({ type: 'feature-link-added', featureName, project, data });
            }
        }
        for (const some of chunked(rows)) await tx.insertInto('flag_links').values(some).execute();
    }
}

/** Links of one import have the same time, so their stored order has no meaning. */
const areSameLinks = (...lists: [readonly NewFlagLink[], readonly NewFlagLink[]]) => {
    const [one, other] = lists.map((links) => links.map(({ url, title = null }) => canonicalJson([url, title])).sort());
    return isSame(one, other);
};

/** Replaces a link. A missing title removes the stored one. */
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
