import path from 'node:path';
import { type CliContext, CommandError } from '../../program/command.ts';
import { plain } from '../../program/printable.ts';
import type { Result } from '../../program/result.ts';
import { writeFiles } from '../../program/user-files.ts';
import { serviceOf } from '../../remote/service.ts';
import { pathWithin, repositoryAround } from '../git.ts';
import { scan, workingFiles } from '../scan.ts';
import { settingsOf } from '../settings.ts';
import { loadTypeScript } from './load-typescript.ts';
import { patchOf } from './patch.ts';
import { rewrite } from './rewrite.ts';
import { newTypeErrors, programOf, projectOf } from './type-check.ts';

interface RemoveOptions {
    flag: string;
    dir: string | undefined;
    keep: string | undefined;
    tsconfig: string | undefined;
    write: boolean;
}

const SCRIPT = /\.[cm]?[jt]sx?$/;

/** Prints the changes; files are written only with `--write`, and only if no new type errors appear. */
export async function removeFlag(
    { flag, dir = '.', keep, tsconfig, write }: RemoveOptions,
    context: CliContext,
): Promise<Result> {
    const folder = path.resolve(dir);
    const top = await repositoryAround(folder);
    const isOn = await valueToKeep(flag, keep, context);
    const settings = await settingsOf(top);
    const result = await scan(await workingFiles(top, folder), { flags: [flag], settings, hashKey: undefined });
    const paths = [...new Set(result.references.map((each) => each.path))];
    const files = paths.filter((file) => SCRIPT.test(file)).map((file) => path.join(top, file));
    const others = result.references
        .filter((each) => !SCRIPT.test(each.path))
        .map((each) => `${each.path}:${each.line}`);
    if (files.length === 0) {
        const also = others.length > 0 ? ` Other files use it: ${others.slice(0, 5).join(', ')}.` : '';
        throw new CommandError(`No JavaScript or TypeScript file uses ${flag}.${also}`);
    }
    const ts = loadTypeScript(folder);
    const project = projectOf(ts, folder, tsconfig, files);
    const before = programOf(ts, project, new Map());
    const { texts, left } = rewrite(ts, before, files, { flag, isOn, wrappers: result.wrappers });
    const typeErrors = newTypeErrors(ts, before, programOf(ts, project, texts));
    if (typeErrors.length > 0) {
        throw new CommandError(
            `Without ${flag}, the code would not type-check, so nothing was changed: ${typeErrors.slice(0, 5).map(plain).join('; ')}`,
        );
    }
    const changes = [...texts].map(([file, after]) => ({
        file,
        path: pathWithin(top, file),
        before: before.getSourceFile(file)!.text,
        after,
    }));
    const patch = await patchOf(changes);
    if (write)
        await writeFiles(
            top,
            changes.map((change) => ({ file: change.path, text: change.after })),
        );
    const byHand = [...left.map(({ file, line }) => `${pathWithin(top, file)}:${line}`), ...others];
    for (const location of byHand)
        context.output.note(`Change manually: ${plain(location)} uses ${flag} in an unsupported way.`);
    const summary = `${changes.length} files ${write ? 'changed' : 'would change'}; ${flag} is ${isOn ? 'on' : 'off'} permanently.`;
    if (!write && patch !== '') context.output.note(summary);
    return {
        json: {
            flag,
            keep: isOn ? 'on' : 'off',
            files: changes.map((each) => each.path),
            byHand,
            written: write,
            patch,
        },
        text: write || patch === '' ? summary : patch.replace(/\n$/, ''),
        isText: !write,
        isExact: !write && patch !== '',
        exitCode: byHand.length > 0 ? 2 : 0,
    };
}

interface FlagPage {
    features: { name: string; oneAnswer?: { enabled: boolean; variant?: string } }[];
}

async function valueToKeep(flag: string, keep: string | undefined, context: CliContext): Promise<boolean> {
    if (keep === 'on' || keep === 'off') return keep === 'on';
    if (keep !== undefined) throw new CommandError('--keep must be on or off.');
    const service = await serviceOf(context);
    const query = new URLSearchParams({ name: `IS:${flag}`, limit: '1' });
    const { features } = await service.get<FlagPage>(`/api/admin/search/features?${query}`);
    const result = features[0]?.oneAnswer;
    if (!result) {
        throw new CommandError(
            `Users in production get different values of ${flag}, or no SDK evaluates it. Specify the branch to keep with --keep on or --keep off.`,
        );
    }
    context.output.note(`All users in production get ${result.enabled ? 'on' : 'off'}, so that branch stays.`);
    return result.enabled;
}
