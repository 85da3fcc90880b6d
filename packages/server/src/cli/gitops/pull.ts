import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { type CliContext, CommandError } from '@halyard/cli/program/command';
import { printableJson } from '@halyard/cli/program/printable';
import type { Result } from '@halyard/cli/program/result';
import { type FileToWrite, writeFiles } from '@halyard/cli/program/user-files';
import { type ServiceClient, serviceOf } from '@halyard/cli/remote/service';
import { Document } from 'yaml';
import { FILE_SCHEMA } from '../../admin/exchange/gitops/file-schema.ts';
import type { GitopsPlan } from '../../admin/exchange/gitops/gitops.schemas.ts';
import { located, sentOf, withFileLocations } from './documents.ts';
import { type Folder, readFolder, type SourceFile, YAML_OPTIONS } from './files.ts';

interface PullOptions {
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
export async function pull(asked: PullOptions, context: CliContext): Promise<Result> {
    const { folder, format } = asked;
    if (format !== 'yaml' && format !== 'json') throw new CommandError('--format is yaml or json.');
    await mkdir(folder, { recursive: true });
    const files = await readFolder(folder);
    const service = await serviceOf(context);
    const projects = projectsOf(asked, files);
    const globalSegments = asked.globalSegments || files.settings?.content['globalSegments'] === true;
    const updates = await updatedFiles(service, files, context);
    const creations: FileToWrite[] = [];
    const progress = context.output.progress('Reading flags');
    for (const [index, project] of projects.entries()) {
        progress.update(index, projects.length, project);
        const address = `/api/admin/projects/${encodeURIComponent(project)}/gitops/files`;
        const found = await service.get<Files>(`${address}?globalSegments=${globalSegments && index === 0}`);
        for (const [file, content] of newFiles(files, project, found)) {
            creations.push(newFile(`${file}.${format}`, content));
        }
    }
    progress.end();
    const others = await settingsAndSchema(files, { projects, globalSegments, format });
    await writeFiles(folder, [...updates, ...creations, ...others]);
    const { output } = context;
    const [created, updated] = [creations, updates].map((written) => written.map(({ file }) => file)) as [
        string[],
        string[],
    ];
    return {
        json: { created, updated },
        text:
            created.length + updated.length === 0
                ? 'The files say what the service says.'
                : `${output.paint('green', '✓')} ${created.length} files written, ${updated.length} changed in ${folder}`,
    };
}

function projectsOf({ project }: PullOptions, { settings }: Folder): string[] {
    const known = settings?.content['projects'];
    const projects = project.length > 0 ? project : Array.isArray(known) ? known.map(String) : [];
    if (projects.length > 0) return projects;
    throw new CommandError(
        'Say with --project whose flags to pull. It is written into halyard.yaml for the next time.',
    );
}

/** Files follow the service where they mention something, observed or owned: what a plan would tell, the other way round. */
async function updatedFiles(service: ServiceClient, files: Folder, { output }: CliContext): Promise<FileToWrite[]> {
    if (files.flags.length + files.segments.length === 0) return [];
    const plan = await withFileLocations(files, () =>
        service.send<GitopsPlan>('POST', '/api/admin/gitops/plan', sentOf(files, [])),
    );
    const sources = new Map<string, SourceFile>([
        ...files.flags.map((source) => [`flag ${String(source.content['flag'])}`, source] as const),
        ...files.segments.map((source) => [`segment ${String(source.content['segment'])}`, source] as const),
    ]);
    const updated: FileToWrite[] = [];
    for (const { key, kind, action, differences } of plan.planned) {
        const source = sources.get(key)!;
        if (action === 'move') {
            output.note(`${source.file}: the service does not know it by its new name yet. Apply first.`);
            continue;
        }
        for (const { path: at, onService } of differences)
            follow(source, at.length === 0 ? gone(kind) : { at, value: onService });
        updated.push({ file: source.file, text: textOf(source.file, source.document) });
    }
    const left = plan.problems.filter(
        ({ path: at }) => !updated.some(({ file }) => located([{ path: at }], files).startsWith(`${file}:`)),
    );
    if (left.length > 0) output.note(located(left, files));
    return updated;
}

/** Said, so that the next plan does not create it again. */
const gone = (kind: 'flag' | 'segment') => ({ at: [kind === 'flag' ? 'archived' : 'deleted'], value: true });

function follow({ document }: SourceFile, { at, value }: { at: string[]; value: unknown }): void {
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

function newFile(file: string, content: Content): FileToWrite {
    const schema = path.relative(path.dirname(file), SCHEMA_FILE).split(path.sep).join('/');
    const document = new Document(file.endsWith('.json') ? { $schema: schema, ...content } : content, YAML_OPTIONS);
    if (!file.endsWith('.json')) document.commentBefore = ` yaml-language-server: $schema=${schema}`;
    // A file that was created meanwhile is not overwritten.
    return { file, text: textOf(file, document), isNew: true };
}

/** Comments stay, and lines are not broken anew. */
const textOf = (file: string, document: Document) =>
    file.endsWith('.json') ? `${printableJson(document.toJS(), 4)}\n` : document.toString({ lineWidth: 0 });

interface PullSettings {
    projects: string[];
    globalSegments: boolean;
    format: string;
}

/** The settings, if there are none, and the schema of this version for editors, if it differs. */
async function settingsAndSchema(
    { path: folder, settings }: Folder,
    { projects, globalSegments, format }: PullSettings,
): Promise<FileToWrite[]> {
    const text = `${JSON.stringify(FILE_SCHEMA, null, 2)}\n`;
    const current = await readFile(path.join(folder, SCHEMA_FILE), 'utf8').catch(() => undefined);
    return [
        ...(settings ? [] : [newFile(`halyard.${format}`, { projects, ...(globalSegments && { globalSegments }) })]),
        ...(current === text ? [] : [{ file: SCHEMA_FILE, text }]),
    ];
}
