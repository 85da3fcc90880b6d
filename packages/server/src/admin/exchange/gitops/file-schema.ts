import { FILES } from './file.schemas.ts';

/** The schema of the files, for editors: one of four schemas, each with a member that the others do not have. */
export const FILE_SCHEMA = {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'Halyard: flags, segments, release templates and settings as files',
    description: 'Properties that a file omits stay unchanged. See docs/gitops.md.',
    anyOf: [plain(FILES.flag), plain(FILES.segment), plain(FILES.template), plain(FILES.settings)],
};

/** Removes the schema names of the API description, because editors would interpret them as URLs. */
function plain(schema: unknown): unknown {
    if (Array.isArray(schema)) return schema.map(plain);
    if (typeof schema !== 'object' || schema === null) return schema;
    return Object.fromEntries(
        Object.entries(schema)
            .filter(([name, value]) => !(name === '$id' && typeof value === 'string'))
            .map(([name, value]) => [name, plain(value)]),
    );
}
