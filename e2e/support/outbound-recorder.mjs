// @ts-nocheck Functions with several signatures are replaced.
// Loaded into a process before its program: records every connection and name lookup except those of this machine, and refuses them.
import dgram from 'node:dgram';
import dns from 'node:dns';
import { appendFileSync } from 'node:fs';
import net from 'node:net';

const IS_LOCAL = /^(127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+|localhost)$/;

function refuse(kind, address) {
    appendFileSync(process.env.OUTBOUND_RECORD, `${kind} ${address}\n`);
    return Object.assign(new Error(`connect ECONNREFUSED ${address}`), { code: 'ECONNREFUSED' });
}

const connect = net.Socket.prototype.connect;
net.Socket.prototype.connect = function (...args) {
    const [first] = Array.isArray(args[0]) ? args[0] : args;
    const {
        path,
        host = 'localhost',
        port,
    } = typeof first === 'object' ? first : { port: first, host: typeof args[1] === 'string' ? args[1] : undefined };
    if (path !== undefined || IS_LOCAL.test(host)) return connect.apply(this, args);
    const error = refuse('connection', `${host}:${port}`);
    process.nextTick(() => this.destroy(error));
    return this;
};

const send = dgram.Socket.prototype.send;
dgram.Socket.prototype.send = function (...args) {
    const host = args.findLast((each) => typeof each === 'string') ?? 'localhost';
    if (IS_LOCAL.test(host)) return send.apply(this, args);
    throw refuse('datagram', host);
};

for (const name of Object.keys(dns).filter(
    (each) => /^(lookup|resolve)/.test(each) && typeof dns[each] === 'function',
)) {
    const original = dns[name];
    dns[name] = (host, ...args) => {
        if (IS_LOCAL.test(host)) return original(host, ...args);
        const error = refuse('lookup', host);
        process.nextTick(args.at(-1), error);
    };
    const promised = dns.promises[name];
    if (promised === undefined) continue;
    dns.promises[name] = async (host, ...args) => {
        if (IS_LOCAL.test(host)) return promised(host, ...args);
        throw refuse('lookup', host);
    };
}
