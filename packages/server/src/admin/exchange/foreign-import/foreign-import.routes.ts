import type { Services } from '../../../app/services.ts';
import { stepOf } from '../../../changes/change.ts';
import type { AdminActor } from '../../../core/access/actor.ts';
import { invalidWith } from '../../../core/errors/errors.ts';
import { type Route, routeWithTag } from '../../../http/route/route.ts';
import { inProject } from '../../../http/route/schemas.ts';
import type { Db } from '../../../storage/database.ts';
import { planImport } from '../import-export/import-plan.ts';
import type { FlagChange } from './flag-changes.ts';
import { importTranslation } from './foreign-import.commands.ts';
import {
    ForeignContents,
    ForeignDocument,
    ForeignImport,
    ForeignImportRehearsal,
    ForeignImportReport,
} from './foreign-import.schemas.ts';
import { contentsOf, type ForeignTranslation, reportOf, translateDocument } from './foreign-import.ts';

const route = routeWithTag('Import and export');
const PATH = '/api/admin/projects/:projectId/foreign-import';

export const foreignImportRoutes = ({ db, write, rehearse, config: { limits, maxImportMb } }: Services): Route[] => [
    route(`POST ${PATH}/contents`, {
        operationId: 'readForeignDocument',
        summary: 'Count the flags and list the environments in a document of another product',
        description: 'For the mapping of environments before an import. Nothing is imported.',
        access: 'UPDATE_FEATURE',
        expensive: true,
        scope: inProject,
        leavesNoEvent: true,
        body: ForeignDocument,
        bodyLimit: maxImportMb * 1024 * 1024,
        responds: { status: 200, body: ForeignContents },
        handler: ({ body, signal }) => contentsOf(body, signal),
    }),
    route(`POST ${PATH}/rehearsal`, {
        operationId: 'rehearseForeignImport',
        summary: "Preview the import of another product's flags, rule by rule",
        description:
            'The import is executed and rolled back. For each rule, the report contains whether it is imported exactly, and for each existing flag what would change.',
        access: 'UPDATE_FEATURE',
        expensive: true,
        scope: inProject,
        leavesNoEvent: true,
        body: ForeignImportRehearsal,
        bodyLimit: maxImportMb * 1024 * 1024,
        responds: { status: 200, body: ForeignImportReport },
        handler: async ({ actor, params: { projectId: project }, body, signal }) => {
            const translation = await translateDocument({ db, actor, limits, project, signal }, body);
            const step = stepOf(importTranslation, { translation, replace: new Set(['*']) });
            const { failed, results } = await rehearse(actor, [step]);
            const changes = results[0] as FlagChange[] | undefined;
            return {
                ...reportOf(translation, changes),
                warnings: warningTexts(await warningsIn(db, actor, translation), changes),
                ...(failed && { problem: failed.error.message }),
            };
        },
    }),
    route(`POST ${PATH}`, {
        operationId: 'importForeign',
        summary: "Import another product's flags into a project",
        description:
            'All environments are imported in one change, or nothing. Flags that cannot be imported completely are refused unless they are accepted by name, and so are existing flags that would change, unless their replacement is confirmed by name. Malformed flags are left out and reported.',
        access: 'UPDATE_FEATURE',
        expensive: true,
        scope: inProject,
        body: ForeignImport,
        bodyLimit: maxImportMb * 1024 * 1024,
        responds: { status: 200, body: ForeignImportReport },
        errors: [404, 409],
        handler: async ({ actor, params: { projectId: project }, body, signal }) => {
            const { accept = [], replace = [], ...given } = body;
            const translation = await translateDocument({ db, actor, limits, project, signal }, given);
            requireAcceptance(translation, new Set([...accept, ...(given.leaveOut ?? [])]));
            const warnings = await warningsIn(db, actor, translation);
            const changes = await write(actor, importTranslation, { translation, replace: new Set(replace) });
            return { ...reportOf(translation, changes), warnings: warningTexts(warnings, changes) };
        },
    }),
];

/** Returns the affected objects of each warning of the imports. */
async function warningsIn(db: Db, actor: AdminActor, { imports }: ForeignTranslation): Promise<Map<string, string[]>> {
    const items: { message: string; item: string }[] = [];
    for (const each of imports) {
        const { warnings } = await planImport(db, actor, each);
        for (const { message, affectedItems } of warnings) {
            for (const item of affectedItems) items.push({ message, item });
        }
    }
    const byMessage = Map.groupBy(items, ({ message }) => message);
    return new Map([...byMessage].map(([message, all]) => [message, [...new Set(all.map(({ item }) => item))]]));
}

const MAX_SHOWN = 20;

/** Describes the warnings, except those about flags that do not change. */
function warningTexts(warnings: ReadonlyMap<string, readonly string[]>, changes: readonly FlagChange[] = []): string[] {
    const unchanged = new Set(changes.filter(({ change }) => change === 'unchanged').map(({ name }) => name));
    return [...warnings].flatMap(([message, items]) => {
        const shown = items.filter((item) => !unchanged.has(item));
        if (shown.length === 0) return [];
        return `${message}: ${shown.slice(0, MAX_SHOWN).join(', ')}${shown.length > MAX_SHOWN ? ', …' : ''}.`;
    });
}

/** Throws if flags that change their behaviour are not accepted by name. This ensures that users read the report. */
function requireAcceptance({ report: { flags, proof } }: ForeignTranslation, accepted: ReadonlySet<string>): void {
    const differing = new Set(proof.differences.map(({ flag }) => flag));
    const open = flags.filter(
        ({ name, verdict }) => (verdict === 'lost' || differing.has(name)) && !accepted.has(name) && !accepted.has('*'),
    );
    if (open.length === 0) return;
    const named = open.slice(0, 10).map(({ name }) => name);
    throw invalidWith(
        `Nothing was imported. A part of ${open.length === 1 ? 'this flag' : `these ${open.length} flags`} would be lost: ${named.join(', ')}${open.length > 10 ? ', …' : ''}. Name them in "accept" (--accept on the command line) to import them anyway.`,
        open.slice(0, 100).map(({ name, path, environments }) => ({
            message: `${name}: ${lostOf(environments)}`,
            path: `/body/document/${path}`,
        })),
    );
}

const lostOf = (environments: ForeignTranslation['report']['flags'][number]['environments']) =>
    environments
        .flatMap(({ rules }) => rules)
        .filter(({ verdict }) => verdict === 'lost')
        .map(({ title, reasons }) => `${title} (${reasons.join('; ')})`)
        .slice(0, 5)
        .join(', ');
