import { type Static, Type } from 'typebox';
import { WEB_ADDRESS } from '../../../core/text/patterns.ts';
import { Body, DateTime, Nullable } from '../../../http/route/schemas.ts';

/** The maximum number of references in one upload: a larger one is not a list of flags but a whole repository. */
const MAX_REFERENCES = 20_000;
const MAX_GONE = 5_000;

/** The text appears in lists and terminals, so line breaks are not allowed. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern excludes control characters
const ONE_LINE = /^[^\u0000-\u001f\u007f]+$/.source;

const Repository = Type.String({
    minLength: 1,
    maxLength: 200,
    pattern: ONE_LINE,
    description: 'Name of the repository, such as acme/shop',
});
const Branch = Type.String({ minLength: 1, maxLength: 250, pattern: ONE_LINE });
const Revision = Type.String({ minLength: 1, maxLength: 64, pattern: '^[0-9A-Za-z]+$', description: 'The commit' });

const KINDS = ['call', 'definition', 'alias', 'text'] as const;

const Reference = Body(
    {
        flag: Type.String({ minLength: 1, maxLength: 100 }),
        path: Type.String({ minLength: 1, maxLength: 500, pattern: ONE_LINE }),
        line: Type.Integer({ minimum: 1, maximum: 100_000_000 }),
        kind: Type.Optional(
            Type.Enum([...KINDS], {
                default: 'text',
                description:
                    'Kind of the reference: call of an SDK, definition of an alias, use of an alias, or other text',
            }),
        ),
        symbol: Type.Optional(
            Type.String({ maxLength: 200, pattern: ONE_LINE, description: 'Name of the function or the alias' }),
        ),
        hash: Type.Optional(
            Type.String({
                maxLength: 64,
                pattern: '^[0-9A-Za-z]+$',
                description: 'Hash that identifies a line after it moved. Source text is not accepted.',
            }),
        ),
    },
    { $id: 'newCodeReference' },
);

export const CodeUpload = Body(
    {
        repository: Repository,
        branch: Branch,
        isDefault: Type.Optional(Type.Boolean({ default: true, description: 'Whether it is the default branch' })),
        revision: Revision,
        committedAt: Type.Optional(DateTime('Time of the commit')),
        linkTemplate: Type.Optional(
            Nullable(
                Type.String({
                    maxLength: 500,
                    pattern: WEB_ADDRESS,
                    description: 'URL template of a line of code, with {revision}, {branch}, {path} and {line}',
                }),
            ),
        ),
        files: Type.Optional(Type.Integer({ default: 0, minimum: 0, maximum: 2 ** 31 - 1 })),
        references: Type.Array(Reference, { maxItems: MAX_REFERENCES }),
        gone: Type.Optional(
            Type.Array(
                Body({ flag: Type.String({ minLength: 1, maxLength: 100 }), revision: Revision, at: DateTime() }),
                { maxItems: MAX_GONE, description: 'Flags whose last reference was removed, according to the history' },
            ),
        ),
    },
    { $id: 'codeUpload' },
);
export type CodeUpload = Static<typeof CodeUpload>;

export const CodeUploadResult = Type.Object(
    {
        references: Type.Integer({ description: 'Number of stored references' }),
        flags: Type.Integer({ description: 'Number of flags with references' }),
        leftOut: Type.Array(Type.String(), {
            description: 'Up to 100 names that are not flags of this project; they are not stored',
        }),
    },
    { $id: 'codeUploadResult' },
);
export type CodeUploadResult = Static<typeof CodeUploadResult>;

export const BranchQuery = Type.Object({ repository: Repository, branch: Type.Optional(Branch) });

const scanMembers = {
    repository: Type.String(),
    branch: Type.String(),
    isDefault: Type.Boolean(),
    revision: Type.String(),
    uploadedAt: DateTime(),
};

export const CodeScans = Type.Object(
    {
        scans: Type.Array(
            Type.Object(
                {
                    ...scanMembers,
                    uploadedBy: Type.String(),
                    files: Type.Integer(),
                    flags: Type.Integer({ description: 'Number of flags of the project that the branch uses' }),
                    references: Type.Integer(),
                },
                { $id: 'codeScan' },
            ),
        ),
    },
    { $id: 'codeScans' },
);
export type CodeScans = Static<typeof CodeScans>;

export const FlagReferences = Type.Object(
    {
        total: Type.Integer({ description: 'Number of lines that use the flag, in all repositories' }),
        isScanned: Type.Boolean({ description: 'Whether any repository was scanned for this project' }),
        branches: Type.Array(
            Type.Object(
                {
                    ...scanMembers,
                    count: Type.Integer(),
                    places: Type.Array(
                        Type.Object(
                            {
                                path: Type.String(),
                                line: Type.Integer(),
                                kind: Type.String(),
                                symbol: Type.Optional(Type.String()),
                                url: Type.Optional(Type.String()),
                            },
                            { $id: 'codePlace' },
                        ),
                        { description: 'The first 500 references of each of the first 20 branches that use the flag' },
                    ),
                    gone: Type.Optional(
                        Type.Object(
                            { at: DateTime(), revision: Type.String() },
                            {
                                description:
                                    'Time when the last reference was removed, for branches without references',
                            },
                        ),
                    ),
                },
                { $id: 'codeBranch' },
            ),
        ),
    },
    { $id: 'featureCodeReferences' },
);
export type FlagReferences = Static<typeof FlagReferences>;

export const RemovalQuery = Type.Object({
    days: Type.Optional(
        Type.Integer({
            default: 30,
            minimum: 1,
            maximum: 9_999,
            description: 'Required number of days without evaluations',
        }),
    ),
});

export const Removal = Type.Object(
    {
        verdict: Type.Enum(['safe', 'not-yet', 'unknown'], {
            description:
                'safe: all reasons are in favour; not-yet: at least one reason is against; unknown: not enough data',
        }),
        reasons: Type.Array(
            Type.Object(
                {
                    about: Type.Enum(['code', 'traffic', 'answers', 'dependants', 'change-requests']),
                    speaks: Type.Enum(['for', 'against', 'unknown']),
                    says: Type.String(),
                },
                { $id: 'removalReason' },
            ),
        ),
    },
    { $id: 'featureRemoval' },
);
export type Removal = Static<typeof Removal>;
