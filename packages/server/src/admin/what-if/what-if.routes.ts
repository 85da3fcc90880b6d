import { jsonInChunks } from '../../http/chunks.ts';
import { type Route, route } from '../../http/route.ts';
import type { Services } from '../../services.ts';
import { WhatIf, WhatIfAnswer } from './what-if.schemas.ts';
import { whatIf } from './what-if.ts';

export const whatIfRoutes = (services: Services): Route[] => [
    route({
        method: 'POST',
        path: '/api/admin/what-if',
        operationId: 'whatIf',
        summary: 'What a change would make different, and for whom, without making it',
        description: 'Whoever sees the project may ask. Nothing of it is stored.',
        tag: 'Proposals',
        access: 'authenticated',
        leavesNoEvent: true,
        body: WhatIf,
        responds: { status: 200, body: WhatIfAnswer, contentType: 'application/json' },
        errors: [404],
        handler: async ({ actor, body, hasLeft }, reply) => {
            const answer = await whatIf(services, body, { actor, hasLeft });
            return jsonInChunks(answer, reply, hasLeft);
        },
    }),
];
