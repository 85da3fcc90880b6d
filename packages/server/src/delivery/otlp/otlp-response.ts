import { BinaryWriter, WireType } from '@bufbuild/protobuf/wire';
import { HalyardError } from '../../core/errors/errors.ts';
import type { RouteReply } from '../../http/route/route.ts';

export const PROTOBUF = 'application/x-protobuf';
export const JSON_TYPE = 'application/json';

/** The parts of a request that an OTLP endpoint left out. */
interface Rejection {
    count: number;
    reason: string;
}

type RejectedMember = 'rejectedDataPoints' | 'rejectedLogRecords';

/** The response in the encoding of the request: full success, partial success with what was left out, or why it must not be sent again. */
export async function otlpResponse(
    type: string,
    member: RejectedMember,
    reply: RouteReply,
    receive: () => Promise<Rejection>,
): Promise<Buffer> {
    try {
        const rejection = await receive();
        reply.header('content-type', type);
        return successOf(type, member, rejection);
    } catch (error) {
        if (!(error instanceof HalyardError) || error.status !== 400) throw error;
        reply.status(400);
        reply.header('content-type', type);
        return statusOf(type, error.message);
    }
}

function successOf(type: string, member: RejectedMember, { count, reason }: Rejection): Buffer {
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
function statusOf(type: string, message: string): Buffer {
    if (type === JSON_TYPE) return Buffer.from(JSON.stringify({ code: INVALID_ARGUMENT, message }));
    const status = new BinaryWriter().tag(1, WireType.Varint).int32(INVALID_ARGUMENT);
    return Buffer.from(status.tag(2, WireType.LengthDelimited).string(message).finish());
}
