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
import { requestBodyOf, withFileLines, withFileLocations } from './documents.ts';
import { type Folder, fileNameOf, readFolder, type SourceFile, YAML_OPTIONS } from './files.ts';

interface PullOptions {
    folder: string;
    project: string[];
    globalSegments: boolean;
    format: string;
}

type Content = Record<string, unknown>;
type Files = { flags: Content[]; segments: Content[]; templates: Content[] };

const SCHEMA_FILE = 'halyard.schema.json';

/**
 * Writes the state of the service to files. Existing files change only in properties that they contain, and keep their comments; flags and
 * segments without a file get one.
 */
export async function pull(options: PullOptions, context: CliContext): Promise<Result> {
    const { folder, format } = options;
    if (format !== 'yaml' && format !== 'json') throw new CommandError('--format must be yaml or json.');
    await mkdir(folder, { recursive: true });
    const files = await readFolder(folder);
    const service = await serviceOf(context);
    const projects = projectsOf(options, files);
    const globalSegments = options.globalSegments || files.settings?.content['globalSegments'] === true;
    const updates = await updatedFiles(service, files, context);
    const creations: FileToWrite[] = [];
    const progress = context.output.progress('Reading flags');
    for (const [index, project] of projects.entries()) {
        progress.update(index, projects.length, project);
        const url = `/api/admin/projects/${encodeURIComponent(project)}/gitops/files`;
        const response = await service.get<Files>(`${url}?globalSegments=${globalSegments && index === 0}`);
        for (const [file, content] of newFiles(files, project, response)) {
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
                ? 'The files match the service.'
                : `${output.paint('green', '✓')} ${created.length} files written, ${updated.length} changed in ${folder}`,
    };
}

function projectsOf({ project }: PullOptions, { settings }: Folder): string[] {
    const known = settings?.content['projects'];
    const projects = project.length > 0 ? project : Array.isArray(known) ? known.map(String) : [];
    if (projects.length > 0) return projects;
    throw new CommandError('Specify the project with --project. It is stored in halyard.yaml for the next pull.');
}

/** Updates the properties that existing files contain, observed or owned: the reverse of a plan. */
async function updatedFiles(service: ServiceClient, files: Folder, { output }: CliContext): Promise<FileToWrite[]> {
    if (files.flags.length + files.segments.length + files.templates.length === 0) return [];
    const plan = await withFileLocations(files, () =>
        service.query<GitopsPlan>('/api/admin/gitops/plan', requestBodyOf(files, [])),
    );
    const sources = new Map<string, SourceFile>([
        ...files.flags.map((source) => [`flag ${String(source.content['flag'])}`, source] as const),
        ...files.segments.map((source) => [`segment ${String(source.content['segment'])}`, source] as const),
        ...files.templates.map((source) => [`template ${String(source.content['template'])}`, source] as const),
    ]);
    const updated: FileToWrite[] = [];
    for (const { key, kind, action, differences } of plan.planned) {
        const source = sources.get(key)!;
        if (action === 'move') {
            output.note(`${source.file}: the rename is not applied yet. Run \`halyard apply\` first.`);
            continue;
        }
        for (const { path: at, onService } of differences)
            updateDocument(source, at.length === 0 ? removalMark(kind) : { at, value: onService });
        updated.push({ file: source.file, text: textOf(source.file, source.document) });
    }
    const left = plan.problems.filter(
        ({ path: at }) => !updated.some(({ file }) => withFileLines([{ path: at }], files).startsWith(`${file}:`)),
    );
    if (left.length > 0) output.note(withFileLines(left, files));
    return updated;
}

/** Marks the removal in the file, so that the next plan does not create the object again. */
const removalMark = (kind: GitopsPlan['planned'][number]['kind']) => ({
    at: [kind === 'flag' ? 'archived' : 'deleted'],
    value: true,
});

function updateDocument({ document }: SourceFile, { at, value }: { at: string[]; value: unknown }): void {
    // The absence of the mark means that the object exists.
    const isRemoved = value === undefined || (value === false && (at[0] === 'archived' || at[0] === 'deleted'));
    if (isRemoved) document.deleteIn(at);
    else document.setIn(at, document.createNode(value));
}

function* newFiles(
    files: Folder,
    project: string,
    { flags, segments, templates }: Files,
): Generator<[string, Content]> {
    const existingFlags = new Set(files.flags.map(({ content }) => content['flag']));
    for (const content of flags) {
        const { project: _, ...properties } = content;
        const folder = fileNameOf(project);
        // The folder is the project, unless its id cannot be the name of a folder.
        if (!existingFlags.has(content['flag']))
            yield [path.join('flags', folder, fileNameOf(content['flag'])), folder === project ? properties : content];
    }
    yield* newFilesOf('segments', 'segment', files.segments, segments);
    yield* newFilesOf('templates', 'template', files.templates, templates);
}

/** Names of these objects need not be names of files. */
function* newFilesOf(
    folder: string,
    member: string,
    sources: readonly SourceFile[],
    contents: readonly Content[],
): Generator<[string, Content]> {
    const existing = new Set(sources.map(({ content }) => content[member]));
    const usedNames = new Set(
        sources.map(({ file }) =>
            path
                .basename(file)
                .replace(/\.\w+$/, '')
                .toLowerCase(),
        ),
    );
    for (const content of contents) {
        if (existing.has(content[member])) continue;
        const name = fileNameOf(content[member]);
        let free = name;
        for (let count = 2; usedNames.has(free.toLowerCase()); count++) free = `${name}-${count}`;
        usedNames.add(free.toLowerCase());
        yield [path.join(folder, free), content];
    }
}

function newFile(file: string, content: Content): FileToWrite {
    const schema = path.relative(path.dirname(file), SCHEMA_FILE).split(path.sep).join('/');
    const document = new Document(file.endsWith('.json') ? { $schema: schema, ...content } : content, YAML_OPTIONS);
    if (!file.endsWith('.json')) document.commentBefore = ` yaml-language-server: $schema=${schema}`;
    // A file that was created meanwhile is not overwritten.
    return { file, text: textOf(file, document), isNew: true };
}

/** Serializes a document; comments stay, and lines are not wrapped. */
const textOf = (file: string, document: Document) =>
    file.endsWith('.json') ? `${printableJson(document.toJS(), 4)}\n` : document.toString({ lineWidth: 0 });

interface PullSettings {
    projects: string[];
    globalSegments: boolean;
    format: string;
}

/** Returns the settings file if none exists, and the JSON schema of this version for editors if it differs. */
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
