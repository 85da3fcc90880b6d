import type { Change } from '../../../changes/change.ts';
import { conflict, HalyardError, invalid, notFound } from '../../../core/errors/errors.ts';
import type { FlagAddress } from '../../flags/flags/flag.queries.ts';
import type { FlagDocument } from '../gitops/file.schemas.ts';
import { applyDocuments } from '../gitops/gitops.commands.ts';
import type { ProposedRequest } from '../gitops/gitops.schemas.ts';
import { findFlagDocument, type TaggedDocument } from './flag-document.queries.ts';
import type { FlagDocumentUpdate } from './flag-document.schemas.ts';

interface DocumentChangeInput {
    address: FlagAddress;
    /** Throws if the current document, which may not exist, is not the one that the caller expects. */
    requireExpected: (current: TaggedDocument | undefined) => void;
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
    { address, requireExpected }: DocumentChangeInput,
    document: FlagDocument,
): Promise<ChangedDocument> {
    const { tx, actor } = change;
    const before = await findFlagDocument(tx, actor, address);
    requireExpected(before);
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
