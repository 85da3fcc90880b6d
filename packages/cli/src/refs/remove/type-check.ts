import path from 'node:path';
import type ts from 'typescript';
import { CommandError } from '../../program/command.ts';
import type { TypeScript } from './load-typescript.ts';

export interface TypeScriptProject {
    options: ts.CompilerOptions;
    files: string[];
}

/** Returns the compiler options and files of the repository's tsconfig; without one, default options. */
export function projectOf(
    ts: TypeScript,
    folder: string,
    tsconfig: string | undefined,
    files: readonly string[],
): TypeScriptProject {
    const config = tsconfig ? path.resolve(folder, tsconfig) : ts.findConfigFile(folder, ts.sys.fileExists);
    const allowJs = files.some((file) => /\.[cm]?jsx?$/.test(file));
    if (!config) {
        const options: ts.CompilerOptions = {
            allowJs,
            target: ts.ScriptTarget.ESNext,
            module: ts.ModuleKind.ESNext,
            moduleResolution: ts.ModuleResolutionKind.Bundler,
            allowImportingTsExtensions: true,
            jsx: ts.JsxEmit.Preserve,
            noEmit: true,
            skipLibCheck: true,
            types: [],
        };
        return { options, files: [...files] };
    }
    const host = { ...ts.sys, onUnRecoverableConfigFileDiagnostic: () => undefined };
    const parsed = ts.getParsedCommandLineOfConfigFile(config, { noEmit: true }, host);
    if (!parsed) throw new CommandError(`${config} cannot be read. Specify another one with --tsconfig.`);
    return {
        options: { ...parsed.options, ...(allowJs && { allowJs }), noEmit: true, incremental: false, composite: false },
        files: [...new Set([...parsed.fileNames, ...files])],
    };
}

/** Creates the program with the new content of some files. */
export function programOf(
    ts: TypeScript,
    { options, files }: TypeScriptProject,
    texts: ReadonlyMap<string, string>,
): ts.Program {
    const host = ts.createCompilerHost(options, true);
    const readFile = host.readFile.bind(host);
    host.readFile = (file) => texts.get(path.resolve(file)) ?? readFile(file);
    host.getSourceFile = (file, language) => {
        const text = host.readFile(file);
        return text === undefined ? undefined : ts.createSourceFile(file, text, language, true);
    };
    return ts.createProgram(files, options, host);
}

/** Returns new type errors, one line each. */
export function newTypeErrors(ts: TypeScript, before: ts.Program, after: ts.Program): string[] {
    const known = new Map<string, number>();
    for (const { key } of typeErrorsIn(ts, before)) known.set(key, (known.get(key) ?? 0) + 1);
    return typeErrorsIn(ts, after).flatMap(({ key, message }) => {
        const count = known.get(key) ?? 0;
        known.set(key, count - 1);
        return count > 0 ? [] : [message];
    });
}

function typeErrorsIn(ts: TypeScript, program: ts.Program): { key: string; message: string }[] {
    const diagnostics = [...program.getSyntacticDiagnostics(), ...program.getSemanticDiagnostics()];
    return diagnostics.map(({ file, start, code, messageText }) => {
        const message = ts.flattenDiagnosticMessageText(messageText, ' ');
        const line = file && start !== undefined ? file.getLineAndCharacterOfPosition(start).line + 1 : 1;
        // Lines move, so equal errors are matched without their position.
        return { key: `${file?.fileName} ${code} ${message}`, message: `${file?.fileName}:${line} ${message}` };
    });
}
