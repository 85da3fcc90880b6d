import { BinaryWriter, WireType } from '@bufbuild/protobuf/wire';
import { HalyardError } from '../../core/errors/errors.ts';
import type { RouteReply } from '../../http/route/route.ts';

export const PROTOBUF = 'application/x-protobuf';
export const JSON_TYPE = 'application/json';

/** What an endpoint of OTLP left out of a request. */
export interface Rejection {
    count: number;
    reason: string;
}

type RejectedMember = 'rejectedDataPoints' | 'rejectedLogRecords';

/** The response in the encoding of the request: full success, or partial success with what was left out. */
export function otlpResponse(
    type: string,
    member: RejectedMember,
    { count, reason }: Rejection,
    reply: RouteReply,
): Buffer {
    reply.header('content-type', type);
    if (type === JSON_TYPE) {
        const partialSuccess = { [member]: String(count), errorMessage: reason };
        return Buffer.from(JSON.stringify(count > 0 ? { partialSuccess } : {}));
    }
    if (count === 0) return Buffer.alloc(0);
    const partial = new BinaryWriter()
        .tag(1, WireType.Varint)
        .int64(count)
        .tag(2, WireType.LengthDelimited)
        .string(reason);
    return Buffer.from(new BinaryWriter().tag(1, WireType.LengthDelimited).bytes(partial.finish()).finish());
}

const INVALID_ARGUMENT = 3;

/** The `google.rpc.Status` that OTLP requires for a request that must not be sent again. */
export function otlpError(type: string, error: unknown, reply: RouteReply): Buffer {
    if (!(error instanceof HalyardError) || error.status !== 400) throw error;
    reply.status(400);
    reply.header('content-type', type);
    const { message } = error;
    if (type === JSON_TYPE) return Buffer.from(JSON.stringify({ code: INVALID_ARGUMENT, message }));
    const status = new BinaryWriter().tag(1, WireType.Varint).int32(INVALID_ARGUMENT);
    return Buffer.from(status.tag(2, WireType.LengthDelimited).string(message).finish());
}
