import path from 'node:path';
import type ts from 'typescript';
import { CommandError } from '../../program/command.ts';
import type { TypeScript } from './load-typescript.ts';

export interface TypeScriptProject {
    options: ts.CompilerOptions;
    files: string[];
}

/** How the repository compiles these files, by its tsconfig; without one, as plain code. */
export function projectOf(
    ts: TypeScript,
    folder: string,
    said: string | undefined,
    files: readonly string[],
): TypeScriptProject {
    const config = said ? path.resolve(folder, said) : ts.findConfigFile(folder, ts.sys.fileExists);
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
    if (!parsed) throw new CommandError(`${config} cannot be read. Say with --tsconfig which one to use.`);
    return {
        options: { ...parsed.options, ...(allowJs && { allowJs }), noEmit: true, incremental: false, composite: false },
        files: [...new Set([...parsed.fileNames, ...files])],
    };
}

/** The program with some files as they would be. */
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

/** New type errors, one line each. */
export function newMistakes(ts: TypeScript, before: ts.Program, after: ts.Program): string[] {
    const known = new Map<string, number>();
    for (const { key } of mistakesIn(ts, before)) known.set(key, (known.get(key) ?? 0) + 1);
    return mistakesIn(ts, after).flatMap(({ key, says }) => {
        const count = known.get(key) ?? 0;
        known.set(key, count - 1);
        return count > 0 ? [] : [says];
    });
}

function mistakesIn(ts: TypeScript, program: ts.Program): { key: string; says: string }[] {
    const found = [...program.getSyntacticDiagnostics(), ...program.getSemanticDiagnostics()];
    return found.map(({ file, start, code, messageText }) => {
        const says = ts.flattenDiagnosticMessageText(messageText, ' ');
        const line = file && start !== undefined ? file.getLineAndCharacterOfPosition(start).line + 1 : 1;
        // Lines move; the same mistake is the same wherever it stands.
        return { key: `${file?.fileName} ${code} ${says}`, says: `${file?.fileName}:${line} ${says}` };
    });
}
