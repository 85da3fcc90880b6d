import type { IncomingMessage, RequestListener } from 'node:http';
import type { FastifyRequest } from 'fastify';
import type { Caller } from '../../core/access/actor.ts';
import type { Route } from '../route/route.ts';
import type { ExpensiveRequests } from './expensive-requests.ts';
import type { ServerOptions } from './server-options.ts';

declare module 'fastify' {
    interface FastifyContextConfig {
        /** As declared by the first of the apps that share the framework instance. */
        route?: Route;
        number?: number;
    }
    interface FastifyRequest {
        actor: Caller | undefined;
    }
}

/** The app that a request was sent to. */
export interface RequestApp {
    id: string;
    routes: readonly Route[];
    options: ServerOptions;
    expensiveRequests: ExpensiveRequests;
    /** Handles requests that match no route. */
    pages: RequestListener;
}

export const answering = new WeakMap<IncomingMessage, RequestApp>();
export const appOf = ({ raw }: FastifyRequest) => answering.get(raw)!;
export const optionsOf = (request: FastifyRequest) => appOf(request).options;

/** As declared by the app of this request. */
export function routeOf(request: FastifyRequest): Route | undefined {
    const { number } = request.routeOptions.config;
    return number === undefined ? undefined : appOf(request).routes[number];
}
