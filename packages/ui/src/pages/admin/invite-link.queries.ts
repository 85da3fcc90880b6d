import { useQuery } from '@tanstack/react-query';
import { api, responseBody } from '../../api/client.ts';
import { useChange } from '../../api/use-change.ts';

export function useInviteLinks() {
    return useQuery({
        queryKey: ['invite-links'],
        queryFn: () => responseBody(api.GET('/api/admin/invite-link/tokens')),
        select: ({ tokens }) => tokens,
    });
}

export function useCreateInviteLink() {
    return useChange(
        (body: { name: string; expiresAt: string }) =>
            responseBody(api.POST('/api/admin/invite-link/tokens', { body })),
        {
            successMessage: ({ name }) => `Invite link ${name} created`,
            invalidates: ['invite-links'],
        },
    );
}

export function useEnableInviteLink() {
    return useChange(
        ({ secret, enabled }: { secret: string; name: string; enabled: boolean }) =>
            responseBody(
                api.PUT('/api/admin/invite-link/tokens/{token}', {
                    params: { path: { token: secret } },
                    body: { enabled },
                }),
            ),
        {
            successMessage: ({ name, enabled }) => `Invite link ${name} ${enabled ? 'enabled' : 'disabled'}`,
            invalidates: ['invite-links'],
            isDirect: true,
        },
    );
}
