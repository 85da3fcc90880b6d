import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Document } from 'yaml';
import { FILE_SCHEMA } from '../../admin/gitops/file-schema.ts';
import type { GitopsPlan } from '../../admin/gitops/gitops.schemas.ts';
import { CommandError, type Context } from '../command.ts';
import { type Service, serviceOf } from '../remote/service.ts';
import type { Result } from '../result.ts';
import { plain } from '../../core/printable.ts';
import { located, sentOf, tellingPlaces } from './documents.ts';
import { FOR_ALL_READERS, type Folder, readFolder, type Source } from './files.ts';

interface Asked {
    folder: string;
    project: string[];
    globalSegments: boolean;
    format: string;
}

type Content = Record<string, unknown>;
type Files = { flags: Content[]; segments: Content[] };

const SCHEMA_FILE = 'halyard.schema.json';

/**
 * Writes what the service says into files. Files that are there change only where they differ in what they mention, and keep their
 * comments; flags and segments without a file get one.
 */
export async function pull(asked: Asked, context: Context): Promise<Result> {
    const { folder, format } = asked;
    if (format !== 'yaml' && format !== 'json') throw new CommandError('--format is yaml or json.');
    await mkdir(folder, { recursive: true });
    const files = await readFolder(folder);
    const service = await serviceOf(context);
    const projects = projectsOf(asked, files);
    const globalSegments = asked.globalSegments || files.settings?.content['globalSegments'] === true;
    const updated = await updateFiles(service, files, context);
    const created: string[] = [];
    const progress = context.output.progress('Writing files');
    for (const [index, project] of projects.entries()) {
        progress.update(index, projects.length, project);
        const address = `/api/admin/projects/${encodeURIComponent(project)}/gitops/files`;
        const found = await service.get<Files>(`${address}?globalSegments=${globalSegments && index === 0}`);
        for (const [file, content] of newFiles(files, project, found)) {
            const name = `${file}.${format}`;
            await writeNew(folder, name, content);
            created.push(name);
        }
    }
    progress.end();
    await writeSurroundings(files, { projects, globalSegments, format });
    const { output } = context;
    return {
        json: { created, updated },
        text:
            created.length + updated.length === 0
                ? 'The files say what the service says.'
                : `${output.paint('green', '✓')} ${created.length} files written, ${updated.length} changed in ${folder}`,
    };
}

function projectsOf({ project }: Asked, { settings }: Folder): string[] {
    const known = settings?.content['projects'];
    const projects = project.length > 0 ? project : Array.isArray(known) ? known.map(String) : [];
    if (projects.length > 0) return projects;
    throw new CommandError(
        'Say with --project whose flags to pull. It is written into halyard.yaml for the next time.',
    );
}

/** Files follow the service where they mention something, observed or owned: what a plan would tell, the other way round. */
async function updateFiles(service: Service, files: Folder, { output }: Context): Promise<string[]> {
    if (files.flags.length + files.segments.length === 0) return [];
    const plan = await tellingPlaces(files, () =>
        service.send<GitopsPlan>('POST', '/api/admin/gitops/plan', sentOf(files, [])),
    );
    const sources = new Map<string, Source>([
        ...files.flags.map((source) => [`flag ${String(source.content['flag'])}`, source] as const),
        ...files.segments.map((source) => [`segment ${String(source.content['segment'])}`, source] as const),
    ]);
    const updated: string[] = [];
    for (const { key, kind, action, differences } of plan.planned) {
        const source = sources.get(key)!;
        if (action === 'move') {
            output.note(`${source.file}: the service does not know it by its new name yet. Apply first.`);
            continue;
        }
        for (const { path: at, onService } of differences)
            follow(source, at.length === 0 ? gone(kind) : { at, value: onService });
        await write(files.path, source);
        updated.push(source.file);
    }
    const followed = new Set(updated);
    const left = plan.problems.filter(
        ({ path: at }) => ![...followed].some((file) => located([{ path: at }], files).startsWith(`${file}:`)),
    );
    if (left.length > 0) output.note(located(left, files));
    return updated;
}

/** Said, so that the next plan does not create it again. */
const gone = (kind: 'flag' | 'segment') => ({ at: [kind === 'flag' ? 'archived' : 'deleted'], value: true });

function follow({ document }: Source, { at, value }: { at: string[]; value: unknown }): void {
    // That something is there needs no word.
    const isGone = value === undefined || (value === false && (at[0] === 'archived' || at[0] === 'deleted'));
    if (isGone) document.deleteIn(at);
    else document.setIn(at, document.createNode(value));
}

function* newFiles(files: Folder, project: string, { flags, segments }: Files): Generator<[string, Content]> {
    const flagsThere = new Set(files.flags.map(({ content }) => content['flag']));
    for (const content of flags) {
        const { project: _, ...said } = content;
        if (!flagsThere.has(content['flag']))
            yield [path.join('flags', fileNameOf(project), fileNameOf(content['flag'])), said];
    }
    const segmentsThere = new Set(files.segments.map(({ content }) => content['segment']));
    const taken = new Set(
        files.segments.map(({ file }) =>
            path
                .basename(file)
                .replace(/\.\w+$/, '')
                .toLowerCase(),
        ),
    );
    for (const content of segments) {
        if (segmentsThere.has(content['segment'])) continue;
        const name = fileNameOf(content['segment']);
        let free = name;
        for (let count = 2; taken.has(free.toLowerCase()); count++) free = `${name}-${count}`;
        taken.add(free.toLowerCase());
        yield [path.join('segments', free), content];
    }
}

/** No name, whatever a service says, leads out of the folder. */
const fileNameOf = (name: unknown) =>
    String(name)
        .replace(/[^\w~.\-!*'()]+/g, '-')
        .replace(/^\./, '_')
        .slice(0, 200);

async function writeNew(folder: string, file: string, content: Content): Promise<void> {
    const full = path.join(folder, file);
    await mkdir(path.dirname(full), { recursive: true });
    const schema = path.relative(path.dirname(file), SCHEMA_FILE).split(path.sep).join('/');
    const document = new Document(file.endsWith('.json') ? { $schema: schema, ...content } : content, FOR_ALL_READERS);
    if (!file.endsWith('.json')) document.commentBefore = ` yaml-language-server: $schema=${schema}`;
    // One that came meanwhile, or is a link, is not written over.
    await writeFile(full, textOf(file, document), { flag: 'wx' }).catch((error: NodeJS.ErrnoException) => {
        throw new CommandError(`${plain(full)} cannot be written (${error.code}).`);
    });
}

const write = (folder: string, { file, document }: Source) =>
    writeFile(path.join(folder, file), textOf(file, document));

/** Comments stay, and lines are not broken anew. */
const textOf = (file: string, document: Document) =>
    file.endsWith('.json') ? `${JSON.stringify(document.toJS(), null, 4)}\n` : document.toString({ lineWidth: 0 });

interface Surroundings {
    projects: string[];
    globalSegments: boolean;
    format: string;
}

/** The settings, if there are none, and the schema of this version for editors. */
async function writeSurroundings(
    { path: folder, settings }: Folder,
    { projects, globalSegments, format }: Surroundings,
): Promise<void> {
    if (!settings) {
        await writeNew(folder, `halyard.${format}`, { projects, ...(globalSegments && { globalSegments }) });
    }
    const file = path.join(folder, SCHEMA_FILE);
    const text = `${JSON.stringify(FILE_SCHEMA, null, 2)}\n`;
    if ((await readFile(file, 'utf8').catch(() => undefined)) !== text) await writeFile(file, text);
}
