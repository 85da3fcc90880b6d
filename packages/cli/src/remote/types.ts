import type { CliContext } from '../program/command.ts';
import { plain, printableJson } from '../program/printable.ts';
import type { Result } from '../program/result.ts';
import { writeNamedFile } from '../program/user-files.ts';
import { serviceOf } from './service.ts';

interface TypedFlag {
    key: string;
    type: 'boolean' | 'string' | 'integer' | 'float' | 'object';
    description: string | null;
    defaultValue: unknown;
}

interface TypesOptions {
    project: string;
    out: string | undefined;
    manifest: boolean;
}

const TYPES: Record<TypedFlag['type'], string> = {
    boolean: 'boolean',
    string: 'string',
    integer: 'number',
    float: 'number',
    object: 'JsonValue',
};

/** Generates the types of a project's flags: as TypeScript, or as the manifest that generators of other languages read. */
export async function types({ project, out, manifest }: TypesOptions, context: CliContext): Promise<Result> {
    const service = await serviceOf(context);
    const path = `/api/typed-flags/${encodeURIComponent(project)}/openfeature/v0/manifest`;
    const { flags } = await service.get<{ flags: TypedFlag[] }>(path);
    const text = manifest ? manifestOf(flags) : typeScriptOf(flags, `project ${project}`);
    if (out === undefined) return { json: text, text, isText: true };
    await writeNamedFile(out, `${text}\n`);
    return {
        json: { file: out, flags: flags.length },
        text: `${context.output.paint('green', '✓')} ${flags.length} flags in ${out}`,
    };
}

const SCHEMA = 'https://raw.githubusercontent.com/open-feature/cli/main/schema/v0/flag-manifest.json';

const manifestOf = (flags: readonly TypedFlag[]) =>
    printableJson(
        {
            $schema: SCHEMA,
            flags: Object.fromEntries(
                flags.map(({ key, type, defaultValue, description }) => [
                    key,
                    { flagType: type, defaultValue, ...(description && { description }) },
                ]),
            ),
        },
        2,
    );

function typeScriptOf(flags: readonly TypedFlag[], source: string): string {
    const members = flags.flatMap(({ key, type, description }) => [
        ...(description ? [`    /** ${commented(description)} */`] : []),
        `    ${printableJson(key)}: ${TYPES[type]};`,
    ]);
    const defaults = flags.map(({ key, defaultValue }) => `    ${printableJson(key)}: ${printableJson(defaultValue)},`);
    return `// Made by \`halyard types\` from ${plain(source)}: do not edit; run the command again.

export type JsonValue = string | number | boolean | null | JsonValue[] | { [member: string]: JsonValue };

export interface Flags {
${members.join('\n')}
}

export type FlagKey = keyof Flags;

/** The flags whose values have a certain type: \`FlagKeyOf<boolean>\`. */
export type FlagKeyOf<T> = { [Key in FlagKey]: Flags[Key] extends T ? (T extends Flags[Key] ? Key : never) : never }[FlagKey];

/** The values that code uses if no evaluation is available. */
export const flagDefaults: Flags = {
${defaults.join('\n')}
};`;
}

/** Prevents a description from ending the comment. */
const commented = (text: string) => plain(text.replace(/\s+/g, ' ').trim()).replaceAll('*/', '* /');
