import { type Static, Type } from 'typebox';
import { Body, BypassedApproval, Dictionary } from '../../../http/route/schemas.ts';
import { VERDICTS } from '../../../import/compiler/verdict.ts';
import { CHANGES } from '../../../import/report.ts';
import { SOURCE_NAMES, type SourceName } from '../../../import/source-names.ts';

const environment = Type.String({ minLength: 1, maxLength: 100 });

const document = {
    source: Type.Unsafe<SourceName>(
        Type.Enum([...SOURCE_NAMES], { description: 'The product that exported the document' }),
    ),
    document: Type.Unknown({ description: 'Export of the product: as JSON, or as the text of a YAML or JSON file' }),
};

const members = {
    ...document,
    environments: Type.Unsafe<Record<string, string>>({
        ...Dictionary(environment, { maxProperties: 50 }),
        minProperties: 1,
        description:
            'Mapping of environments of the document to environments here; * is the environment of a document with a single unnamed environment',
    }),
    percentages: Type.Optional(
        Type.Unsafe<'share' | 'people'>(
            Type.Enum(['share', 'people'], {
                description:
                    'share (default): the same share of users, in every SDK; people: exactly the same users, only where Halyard evaluates',
            }),
        ),
    ),
};

export const ForeignDocument = Body(document, { $id: 'foreignDocument' });
export type ForeignDocument = Static<typeof ForeignDocument>;

export const ForeignContents = Type.Object(
    {
        product: Type.String(),
        flags: Type.Integer({ description: 'Number of flags in the document' }),
        environments: Type.Array(Type.String(), {
            description: 'Environments in the document; * for a document with a single unnamed environment',
        }),
    },
    { $id: 'foreignContents' },
);
export type ForeignContents = Static<typeof ForeignContents>;

export const ForeignImportRehearsal = Body(members, { $id: 'foreignImportRehearsal' });
export type ForeignImportRehearsal = Static<typeof ForeignImportRehearsal>;

export const ForeignImport = Body(
    {
        ...members,
        accept: Type.Optional(
            Type.Array(Type.String({ maxLength: 100 }), {
                maxItems: 50_000,
                description: 'Flags that are imported even if a part of them is lost; * for all',
            }),
        ),
        replace: Type.Optional(
            Type.Array(Type.String({ maxLength: 100 }), {
                maxItems: 50_000,
                description: 'Existing flags that may change; * for all',
            }),
        ),
        leaveOut: Type.Optional(
            Type.Array(Type.String({ maxLength: 100 }), {
                maxItems: 50_000,
                description: 'Flags that are not imported',
            }),
        ),
    },
    { $id: 'foreignImport' },
);
export type ForeignImport = Static<typeof ForeignImport>;

const texts = Type.Array(Type.String());
const verdict = Type.Enum([...VERDICTS]);

export const ForeignImportReport = Type.Object(
    {
        bypassedApproval: BypassedApproval,
        product: Type.String(),
        percentages: Type.String(),
        counts: Type.Object(Object.fromEntries(VERDICTS.map((each) => [each, Type.Integer()]))),
        flags: Type.Array(
            Type.Object({
                name: Type.String(),
                path: Type.String({ description: 'Location in the document' }),
                verdict,
                change: Type.Optional(
                    Type.Enum([...CHANGES], {
                        description:
                            'Effect on the flag here. Missing if the flag is left out or archived, or if the import fails',
                    }),
                ),
                differences: Type.Optional(
                    Type.Array(Type.String(), { description: 'What changes in an existing flag, in sentences' }),
                ),
                notes: texts,
                environments: Type.Array(
                    Type.Object({
                        from: Type.String(),
                        environment: Type.String(),
                        enabled: Type.Boolean(),
                        reads: Type.String({
                            description: 'enabled: code checks whether the flag is on; variant: code reads the variant',
                        }),
                        verdict,
                        strategies: Type.Integer(),
                        notes: texts,
                        rules: Type.Array(
                            Type.Object({
                                path: Type.String(),
                                title: Type.String(),
                                verdict,
                                reasons: texts,
                                when: texts,
                            }),
                        ),
                    }),
                ),
            }),
        ),
        leftOut: Type.Array(Type.Object({ name: Type.String(), path: Type.String(), reason: Type.String() }), {
            description: 'Flags that cannot be imported, such as malformed ones',
        }),
        notes: texts,
        proof: Type.Object({
            seed: Type.Integer(),
            compared: Type.Integer(),
            differences: Type.Array(
                Type.Object({
                    flag: Type.String(),
                    environment: Type.String(),
                    context: Type.Record(Type.String(), Type.String()),
                }),
            ),
        }),
        document: Type.String({ description: 'SHA-256 of the document' }),
        markdown: Type.String({ description: 'The report as readable text' }),
        problem: Type.Optional(Type.String({ description: 'Reason why nothing can be imported in the current state' })),
        warnings: texts,
    },
    { $id: 'foreignImportReport' },
);
export type ForeignImportReport = Static<typeof ForeignImportReport>;
