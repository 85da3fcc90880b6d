import { noteMeasured } from '../../../changes/announce-measurements.ts';
import type { RecordObservation } from '../../../changes/record-observation.ts';
import { exceedsLimit, notFound, wouldExceedLimit } from '../../../core/errors/errors.ts';
import { chunked } from '../../../storage/chunked.ts';
import type { Tx } from '../../../storage/database.ts';
import type { StoredCodeReference } from '../../../storage/tables/flags.ts';
import { getProject } from '../../catalogue/projects/project.queries.ts';
import type { CodeUpload, CodeUploadResult } from './code-reference.schemas.ts';

/** High enough for real projects, and a limit for generated names. */
const REPOSITORIES_OF_PROJECT = 100;
const BRANCHES_OF_REPOSITORY = 20;
const REFERENCES_IN_ALL = 500_000;
/** The limit for one flag on one branch. Further references are counted, but not listed. */
const PLACES_OF_FLAG = 500;
const NAMED_LEFT_OUT = 100;

interface Upload extends CodeUpload {
    project: string;
    by: string;
    now: string;
}

/** Replaces the references of a branch by those of a new scan. */
export const storeScan = (recordObservation: RecordObservation, upload: Upload): Promise<CodeUploadResult> =>
    // Serialised, so that limits hold across all nodes, and measurements become visible in order.
    recordObservation((tx) => store(tx, upload), { exclusive: true });

async function store(tx: Tx, upload: Upload): Promise<CodeUploadResult> {
    await getProject(tx, upload.project);
    const uploaded = Map.groupBy(upload.references, ({ flag }) => flag);
    const removals = new Map((upload.gone ?? []).map(({ flag, revision, at }) => [flag, { revision, at: utc(at) }]));
    const known = await flagsOf(tx, upload.project, [...new Set([...uploaded.keys(), ...removals.keys()])]);
    const scan = await upsertScan(tx, upload);
    const before = await tx.selectFrom('code_references').selectAll().where('scan', '=', scan).execute();

    const rows = new Map<string, ReferenceRow>();
    for (const row of before) {
        const removal = { gone_at: row.gone_at ?? upload.committedAt ?? upload.now, gone_revision: row.gone_revision };
        rows.set(row.flag, unused(scan, row.flag, utc(removal.gone_at), removal.gone_revision ?? upload.revision));
    }
    for (const [flag, { revision, at }] of removals)
        if (known.has(flag)) rows.set(flag, unused(scan, flag, at, revision));
    for (const [flag, references] of uploaded) if (known.has(flag)) rows.set(flag, used(scan, flag, references));

    const stored = [...rows.values()].reduce((sum, { count }) => sum + count, 0);
    await refuseTooMany(tx, scan, [...rows.values()]);
    await tx.deleteFrom('code_references').where('scan', '=', scan).execute();
    for (const some of chunked([...rows.values()])) await tx.insertInto('code_references').values(some).execute();
    const counted = new Map(before.map(({ flag, count }) => [flag, count]));
    await noteMeasured(
        tx,
        [...rows.values()].flatMap(({ flag, count }) => ((counted.get(flag) ?? 0) === count ? [] : flag)),
    );
    return {
        references: stored,
        flags: [...rows.values()].filter(({ count }) => count > 0).length,
        leftOut: [...uploaded.keys()].filter((flag) => !known.has(flag)).slice(0, NAMED_LEFT_OUT),
    };
}

interface ReferenceRow {
    scan: number;
    flag: string;
    count: number;
    places: string;
    gone_at: string | null;
    gone_revision: string | null;
}

const unused = (scan: number, flag: string, gone_at: string, gone_revision: string): ReferenceRow => ({
    scan,
    flag,
    count: 0,
    places: '[]',
    gone_at,
    gone_revision,
});

function used(scan: number, flag: string, references: CodeUpload['references']): ReferenceRow {
    const places = references
        .toSorted((a, b) => (a.path === b.path ? a.line - b.line : a.path < b.path ? -1 : 1))
        .slice(0, PLACES_OF_FLAG)
        .map(
            ({ path, line, kind = 'text', symbol, hash }): StoredCodeReference => ({
                path,
                line,
                kind,
                ...(symbol !== undefined && { symbol }),
                ...(hash !== undefined && { hash }),
            }),
        );
    return {
        scan,
        flag,
        count: references.length,
        places: JSON.stringify(places),
        gone_at: null,
        gone_revision: null,
    };
}

/** Timestamps are sorted as text, so all have the same format. */
const utc = (time: string) => new Date(time).toISOString();

/** Returns the names that are flags of the project, including archived ones. Flags of other projects are treated as unknown. */
async function flagsOf(tx: Tx, project: string, names: readonly string[]): Promise<Set<string>> {
    const known = new Set<string>();
    for (const some of chunked(names)) {
        const rows = await tx
            .selectFrom('flags')
            .select('name')
            .where('project', '=', project)
            .where('name', 'in', some)
            .execute();
        for (const { name } of rows) known.add(name);
    }
    return known;
}

async function upsertScan(tx: Tx, upload: Upload): Promise<number> {
    const { project, repository, branch, isDefault = true, revision, linkTemplate = null, files = 0, by, now } = upload;
    const existing = await tx
        .selectFrom('code_scans')
        .select(['id', 'repository', 'branch'])
        .where('project', '=', project)
        .execute();
    const content = {
        is_default: isDefault,
        revision,
        link_template: linkTemplate,
        files,
        uploaded_at: now,
        uploaded_by: by,
    };
    const branches = existing.filter((scan) => scan.repository === repository);
    const known = branches.find((scan) => scan.branch === branch);
    if (known) {
        await tx.updateTable('code_scans').set(content).where('id', '=', known.id).execute();
        return known.id;
    }
    if (branches.length >= BRANCHES_OF_REPOSITORY) {
        throw exceedsLimit('branches of a repository', BRANCHES_OF_REPOSITORY);
    }
    if (branches.length === 0 && new Set(existing.map((scan) => scan.repository)).size >= REPOSITORIES_OF_PROJECT) {
        throw exceedsLimit('repositories of a project', REPOSITORIES_OF_PROJECT);
    }
    const { id } = await tx
        .insertInto('code_scans')
        .values({ project, repository, branch, ...content })
        .returning('id')
        .executeTakeFirstOrThrow();
    return id;
}

/** The row of a flag that is no longer used counts as one reference. */
async function refuseTooMany(tx: Tx, scan: number, rows: readonly ReferenceRow[]): Promise<void> {
    const { others } = await tx
        .selectFrom('code_references')
        .select(({ fn, eb }) =>
            fn.sum<number | null>(eb.case().when('count', '>', 0).then(eb.ref('count')).else(1).end()).as('others'),
        )
        .where('scan', '!=', scan)
        .executeTakeFirstOrThrow();
    const total = rows.reduce((sum, { count }) => sum + Math.max(count, 1), others ?? 0);
    if (total > REFERENCES_IN_ALL) throw wouldExceedLimit(total, 'code references of all projects', REFERENCES_IN_ALL);
}

interface ScanSelection {
    project: string;
    repository: string;
    branch: string | undefined;
}

/** Deletes the scans of a repository that is no longer scanned, or of one of its branches. */
export const deleteScans = (
    recordObservation: RecordObservation,
    { project, repository, branch }: ScanSelection,
): Promise<void> =>
    recordObservation(
        async (tx) => {
            const scans = await tx
                .selectFrom('code_scans')
                .select('id')
                .where('project', '=', project)
                .where('repository', '=', repository)
                .$if(branch !== undefined, (query) => query.where('branch', '=', branch!))
                .execute();
            if (scans.length === 0) throw notFound(`scan of ${branch ? `branch ${branch} of ` : ''}${repository}`);
            const ids = scans.map(({ id }) => id);
            const flags = await tx
                .selectFrom('code_references')
                .select('flag')
                .distinct()
                .where('scan', 'in', ids)
                .execute();
            await tx.deleteFrom('code_scans').where('id', 'in', ids).execute();
            await noteMeasured(
                tx,
                flags.map(({ flag }) => flag),
            );
        },
        { exclusive: true },
    );
