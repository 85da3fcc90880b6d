import type { FetchResponse, RequestBodyOption } from 'openapi-fetch';
import type { paths } from './schema.generated.ts';

export const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
type Method = Lowercase<(typeof METHODS)[number]>;

interface OperationTypes {
    parameters: { path?: unknown; query?: unknown };
    responses: object;
}

type PathsWith<M extends Method> = {
    [P in keyof paths]: paths[P] extends Record<M, OperationTypes> ? P : never;
}[keyof paths];

type OperationAt<P extends keyof paths, M extends Method> =
    paths[P] extends Record<M, infer Operation> ? (Operation extends OperationTypes ? Operation : never) : never;

/** `path` and `query` parameters and the `body`, as far as the operation has them. */
type RequestInput<Operation extends OperationTypes> = Pick<Operation['parameters'], 'path' | 'query'> &
    RequestBodyOption<Operation> & { headers?: Record<string, string>; signal?: AbortSignal };

/** Responses to proposed and rehearsed changes have other bodies, which are thrown. */
type BodyOf<Response> = Response extends { data: infer Body } ? Exclude<Body, undefined> : never;

/** Returns the body of a successful response and throws an `ApiError` otherwise. */
type ApiMethod<M extends Method> = <P extends PathsWith<M>, Input extends RequestInput<OperationAt<P, M>>>(
    path: P,
    ...input: Partial<Input> extends Input ? [input?: Input] : [input: Input]
) => Promise<BodyOf<FetchResponse<OperationAt<P, M>, unknown, `${string}/${string}`>>>;

export type ApiClient = { [M in (typeof METHODS)[number]]: ApiMethod<Lowercase<M>> };
