import { crc32 } from 'node:zlib';
import { answeredBefore } from './etag.ts';
import { joined, listOf, type Part, tagOf } from './parts.ts';
import type { RouteReply } from './route.ts';

export const JSON_TYPE = 'application/json; charset=utf-8';

/** In characters: joined and encoded in far less than a millisecond. */
const SHORT = 128 * 1024;

/** Answers with a list of parts, which is made for this one caller. */
export async function answerWith(
    { before, parts, after }: { before: string; parts: readonly Part[]; after: string },
    { headers, hasLeft }: { headers: Record<string, string | string[] | undefined>; hasLeft: () => boolean },
    reply: RouteReply,
): Promise<Buffer | string> {
    if (answeredBefore(`${tagOf(parts)}.${crc32(after).toString(36)}`, headers, reply)) return '';
    reply.header('content-type', JSON_TYPE);
    const length = parts.reduce((sum, { text }) => sum + text.length, 0);
    if (length > SHORT) return joined(listOf(before, parts, after), hasLeft);
    // Encoded where it is sent: bytes of its own would be memory to be had and collected for every answer.
    return `${before}[${parts.map(({ text }) => text).join()}]${after}`;
}
