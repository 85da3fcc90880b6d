export type Schema = { [key: string]: unknown; $ref?: string };

export interface OpenApiParameter {
    $ref?: string;
    name: string;
    in: string;
    required?: boolean;
    description?: string;
    schema?: Schema;
}

export interface OpenApiOperation {
    operationId: string;
    summary: string;
    description?: string;
    tags: [string];
    deprecated?: boolean;
    security: unknown[];
    parameters: OpenApiParameter[];
    requestBody?: { content: Record<string, { schema: Schema }> };
    responses: Record<string, { description: string; content?: Record<string, { schema?: Schema }> }>;
}

export interface OpenApi {
    tags: { name: string }[];
    paths: Record<string, Record<string, OpenApiOperation>>;
    components: {
        schemas: Record<string, Schema>;
        parameters: Record<string, OpenApiParameter>;
        responses: Record<string, OpenApiOperation['responses'][string]>;
    };
}
