import path from 'node:path';
import { CommandError } from '@halyard/cli/program/command';
import { plain } from '@halyard/cli/program/printable';
import { ServiceRefusal } from '@halyard/cli/remote/service';
import { type Folder, lineOf, requireDocuments, type SourceFile } from './files.ts';

/** The request body for a folder. */
export interface GitopsRequest {
    flags: Record<string, unknown>[];
    segments: Record<string, unknown>[];
    templates: Record<string, unknown>[];
    observed?: unknown;
    owned?: string[];
}

/** Converts the files to a request body; the project of a flag is the name of its folder. */
export function requestBodyOf(folder: Folder, include: readonly string[]): GitopsRequest {
    requireDocuments(folder);
    const observed = folder.settings?.content['observed'];
    return {
        flags: folder.flags.map((source) => ({ project: projectOf(source, folder), ...withoutSchema(source) })),
        segments: folder.segments.map(withoutSchema),
        templates: folder.templates.map(withoutSchema),
        ...(observed !== undefined && { observed }),
        ...(include.length > 0 && { owned: [...include] }),
    };
}

const withoutSchema = ({ content: { $schema: _, ...content } }: SourceFile) => content;

/** flags/web/new-checkout.yaml belongs to project web; without a subfolder, to the only project of the settings. */
function projectOf({ file }: SourceFile, { settings }: Folder): string {
    const [, project, ...rest] = file.split(path.sep);
    if (rest.length > 0) return project!;
    const projects = settings?.content['projects'];
    return Array.isArray(projects) && projects.length === 1 ? String(projects[0]) : 'default';
}

interface Finding {
    message?: string;
    path?: string;
}

/** Formats findings of the service, each with the file and line of its cause. */
export function withFileLines(findings: readonly Finding[], folder: Folder | undefined): string {
    return findings
        .slice(0, 20)
        .map(({ message = '', path: at = '' }) => {
            const [, , list, index, ...keys] = at.split('/').map((key) => key.replace(/~1/g, '/').replace(/~0/g, '~'));
            const isList = list === 'flags' || list === 'segments' || list === 'templates';
            const sources = isList ? folder?.[list] : undefined;
            const source = list === 'observed' ? folder?.settings : sources?.[Number(index)];
            const inside = list === 'observed' ? ['observed'] : keys;
            return source ? `${source.file}:${lineOf(source, inside)}: ${plain(message)}` : plain(message);
        })
        .join('\n');
}

/** Sends a request; if the service rejects a file, the error contains the file and line. */
export async function withFileLocations<T>(folder: Folder | undefined, send: () => Promise<T>): Promise<T> {
    try {
        return await send();
    } catch (error) {
        if (
            !(error instanceof ServiceRefusal) ||
            !error.details.some((detail) => /^\/body\/(flags|segments|templates|observed)/.test(detail.path ?? ''))
        )
            throw error;
        throw new CommandError(withFileLines(error.details, folder));
    }
}
