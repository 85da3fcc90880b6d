import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { PEERS } from '../install.ts';

/** A module of a peer. Its types are missing until it is installed, so the caller declares the part that it uses. */
export async function importPeer<Module>(file: string): Promise<Module> {
    return import(pathToFileURL(path.join(PEERS, 'node_modules', file)).href);
}
