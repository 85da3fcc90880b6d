import { chunked } from '../../../storage/chunked.ts';
import type { Db } from '../../../storage/database.ts';
import { prepared } from '../../../storage/prepared.ts';
import type { StoredCodeReference } from '../../../storage/tables/flags.ts';
import type { CodeScans, FlagReferences } from './code-reference.schemas.ts';

/** Returns the scans of a project, ordered by repository and branch. */
export async function listScans(db: Db, project: string): Promise<CodeScans['scans']> {
    const rows = await db
        .selectFrom('code_scans')
        .leftJoin('code_references', (join) =>
            join.onRef('code_references.scan', '=', 'code_scans.id').on('code_references.count', '>', 0),
        )
        .select(({ fn }) => [
            'code_scans.id',
            'code_scans.repository',
            'code_scans.branch',
            'code_scans.is_default',
            'code_scans.revision',
            'code_scans.uploaded_at',
            'code_scans.uploaded_by',
            'code_scans.files',
            fn.count<number>('code_references.flag').as('flags'),
            fn.sum<number | null>('code_references.count').as('references'),
        ])
        .where('code_scans.project', '=', project)
        .groupBy('code_scans.id')
        .orderBy('code_scans.repository')
        .orderBy('code_scans.branch')
        .execute();
    return rows.map((row) => ({
        ...toScan(row),
        uploadedBy: row.uploaded_by,
        files: row.files,
        flags: row.flags,
        references: row.references ?? 0,
    }));
}

interface ScanRow {
    repository: string;
    branch: string;
    is_default: boolean;
    revision: string;
    uploaded_at: string;
}

const toScan = ({ repository, branch, is_default, revision, uploaded_at }: ScanRow) => ({
    repository,
    branch,
    isDefault: is_default,
    revision,
    uploadedAt: uploaded_at,
});

/** Beyond this number of branches, only the number of uses is returned, without locations: this bounds the response. */
const BRANCHES_WITH_PLACES = 20;

/** Returns the code references of a flag of the project; default branches come first. */
export async function findReferences(db: Db, project: string, flag: string): Promise<FlagReferences> {
    const [rows, scanned] = await Promise.all([
        db
            .selectFrom('code_references')
            .innerJoin('code_scans', 'code_scans.id', 'code_references.scan')
            .select([
                'code_scans.repository',
                'code_scans.branch',
                'code_scans.is_default',
                'code_scans.revision',
                'code_scans.uploaded_at',
                'code_scans.link_template',
                'code_references.scan',
                'code_references.count',
                'code_references.gone_at',
                'code_references.gone_revision',
            ])
            .where('code_references.flag', '=', flag)
            .where('code_scans.project', '=', project)
            .orderBy('code_scans.is_default', 'desc')
            .orderBy('code_scans.repository')
            .orderBy('code_scans.branch')
            .execute(),
        db.selectFrom('code_scans').select('id').where('project', '=', project).limit(1).execute(),
    ]);
    const shown = rows.filter(({ count }) => count > 0).slice(0, BRANCHES_WITH_PLACES);
    const references = await referencesByScan(
        db,
        flag,
        shown.map(({ scan }) => scan),
    );
    return {
        total: rows.reduce((sum, { count }) => sum + count, 0),
        isScanned: scanned.length > 0,
        branches: rows.map((row) => ({
            ...toScan(row),
            count: row.count,
            places: (references.get(row.scan) ?? []).map((reference) => toReference(reference, row)),
            ...(row.gone_at !== null &&
                row.gone_revision !== null && { gone: { at: row.gone_at, revision: row.gone_revision } }),
        })),
    };
}

async function referencesByScan(
    db: Db,
    flag: string,
    scans: readonly number[],
): Promise<Map<number, StoredCodeReference[]>> {
    if (scans.length === 0) return new Map();
    const rows = await db
        .selectFrom('code_references')
        .select(['scan', 'places'])
        .where('flag', '=', flag)
        .where('scan', 'in', scans)
        .execute();
    return new Map(rows.map(({ scan, places }) => [scan, places]));
}

function toReference(
    { path, line, kind, symbol }: StoredCodeReference,
    scan: ScanRow & { link_template: string | null },
) {
    const url = scan.link_template === null ? undefined : addressOf(scan.link_template, { ...scan, path, line });
    return { path, line, kind, ...(symbol !== undefined && { symbol }), ...(url !== undefined && { url }) };
}

/** Replaces all placeholders in one pass, so that a path that looks like a placeholder is not replaced. */
function addressOf(
    template: string,
    { revision, branch, path, line }: { revision: string; branch: string; path: string; line: number },
): string {
    const values: Record<string, string> = {
        revision,
        branch: encodePath(branch),
        path: encodePath(path),
        line: String(line),
    };
    return template.replace(/\{(revision|branch|path|line)\}/g, (_, name: string) => values[name]!);
}

const encodePath = (path: string) => path.toWellFormed().split('/').map(encodeURIComponent).join('/');

/** Returns the number of lines that use each flag. Flags without references are missing. */
export async function countReferences(db: Db, flags: readonly string[]): Promise<Map<string, number>> {
    const counts = new Map<string, number>();
    for (const names of chunked(flags)) {
        for (const { flag, count } of await referencesOf(db, { names })) counts.set(flag, count);
    }
    return counts;
}

// Only references of the current project of the flag are counted: references of another project belong to that project.
const referencesOf = prepared((db: Db, { names }: { names: readonly string[] }) =>
    db
        .selectFrom('code_references')
        .innerJoin('code_scans', 'code_scans.id', 'code_references.scan')
        .innerJoin('flags', (join) =>
            join.onRef('flags.name', '=', 'code_references.flag').onRef('flags.project', '=', 'code_scans.project'),
        )
        .select(({ fn }) => ['code_references.flag', fn.sum<number>('code_references.count').as('count')])
        .where('code_references.flag', 'in', names)
        .where('code_references.count', '>', 0)
        .groupBy('code_references.flag'),
);

/** Returns the time of the last scan of a default branch, by project, for all projects or one. */
export async function lastScans(db: Db, project?: string): Promise<Map<string, string>> {
    const rows = await db
        .selectFrom('code_scans')
        .select(({ fn }) => ['project', fn.max('uploaded_at').as('at')])
        .where('is_default', '=', true)
        .$if(project !== undefined, (query) => query.where('project', '=', project!))
        .groupBy('project')
        .execute();
    return new Map(rows.map(({ project: id, at }) => [id, at]));
}
