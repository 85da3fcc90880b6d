import type { Change } from '../../../changes/change.ts';
import { conflict, HalyardError, invalid, notFound, preconditionFailed } from '../../../core/errors/errors.ts';
import { etagOf, matchesEtag } from '../../../http/bodies/etag.ts';
import type { RequestHeaders } from '../../../http/route/route.ts';
import type { FlagAddress } from '../../flags/flags/flag.queries.ts';
import { applyDocuments } from '../gitops/gitops.commands.ts';
import type { FlagDocument, ProposedRequest } from '../gitops/gitops.schemas.ts';
import { findFlagDocument, type TaggedDocument } from './flag-document.queries.ts';
import type { FlagDocumentUpdate } from './flag-document.schemas.ts';

interface DocumentChangeInput {
    address: FlagAddress;
    /** `If-Match` and `If-None-Match` make the change conditional. */
    headers: RequestHeaders;
}

export interface ChangedDocument {
    isNew: boolean;
    current: TaggedDocument | undefined;
    /** Open change requests of the caller that already contain the changes that need approval. */
    waiting: readonly ProposedRequest[];
}

/** Creates, changes or revives a flag so that it matches the document. */
export async function putFlagDocument(
    change: Change,
    { document, ...input }: DocumentChangeInput & { document: FlagDocumentUpdate },
): Promise<ChangedDocument> {
    const { project, name } = input.address;
    requireSame('flag', document.flag, name);
    requireSame('project', document.project, project);
    return changeDocument(change, input, { ...document, flag: name, project, archived: false });
}

/** Archives a flag. */
export async function deleteFlagDocument(change: Change, input: DocumentChangeInput): Promise<ChangedDocument> {
    const { project, name } = input.address;
    const { tx, actor } = change;
    const existing = await findFlagDocument(tx, actor, input.address);
    if (!existing) throw notFound(`flag ${name} in project ${project}`);
    return changeDocument(change, input, { flag: name, project, archived: true });
}

async function changeDocument(
    change: Change,
    { address, headers }: DocumentChangeInput,
    document: FlagDocument,
): Promise<ChangedDocument> {
    const { tx, actor } = change;
    const before = await findFlagDocument(tx, actor, address);
    requireMatch(address, before, headers);
    let waiting: readonly ProposedRequest[] = [];
    try {
        await applyDocuments(change, {
            // A caller who sends `enabled` wants it applied.
            body: { flags: [document], observed: [] },
            onDivided: ({ requests, blocked: [blocked] }) => {
                if (blocked) throw conflict(`Nothing was changed. ${blocked.message}`);
                waiting = requests;
            },
        });
    } catch (error) {
        throw error instanceof HalyardError ? withOwnPaths(error) : error;
    }
    return { isNew: before === undefined, current: await findFlagDocument(tx, actor, address), waiting };
}

function requireSame(member: 'flag' | 'project', inDocument: string | undefined, inPath: string): void {
    if (inDocument === undefined || inDocument === inPath) return;
    throw invalid(
        `The document is of ${member} ${inDocument}, and the path of ${member} ${inPath}. Use the same name, or leave \`${member}\` out.`,
        `/body/${member}`,
    );
}

function requireMatch({ name }: FlagAddress, current: TaggedDocument | undefined, headers: RequestHeaders): void {
    const { 'if-match': expected, 'if-none-match': unexpected } = headers;
    const matches = (header: RequestHeaders[string]) =>
        current !== undefined && (header === '*' || matchesEtag(header, etagOf(current.tag)));
    if (expected !== undefined && !matches(expected)) {
        throw preconditionFailed(
            current
                ? `Flag ${name} has changed since you read it. Read it again, repeat your change, and send the new ETag in If-Match.`
                : `Flag ${name} does not exist or is archived. Leave If-Match out to create it.`,
        );
    }
    if (unexpected !== undefined && matches(unexpected)) {
        throw preconditionFailed(`Flag ${name} exists. Leave If-None-Match out to change it.`);
    }
}

/** The path of a document in a request of several documents; here the document is the body. */
const DOCUMENT_PATH = /^\/body\/flags\/0(?=\/|$)/;

const withOwnPaths = ({ name, message, details, extra }: HalyardError) =>
    new HalyardError(
        name,
        message,
        details.map((detail) =>
            detail.path === undefined ? detail : { ...detail, path: detail.path.replace(DOCUMENT_PATH, '/body') },
        ),
        extra,
    );
