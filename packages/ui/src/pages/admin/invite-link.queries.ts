import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { useChange } from '../../api/use-change.ts';

export function useInviteLinks() {
    return useQuery({
        queryKey: ['invite-links'],
        queryFn: () => api.GET('/api/admin/invite-link/tokens'),
        select: ({ tokens }) => tokens,
    });
}

export function useCreateInviteLink() {
    return useChange(
        (body: { name: string; expiresAt: string }) => api.POST('/api/admin/invite-link/tokens', { body }),
        {
            successMessage: ({ name }) => `Invite link ${name} created`,
            invalidates: ['invite-links'],
        },
    );
}

export function useEnableInviteLink() {
    return useChange(
        ({ secret, enabled }: { secret: string; name: string; enabled: boolean }) =>
            api.PUT('/api/admin/invite-link/tokens/{token}', { path: { token: secret }, body: { enabled } }),
        {
            successMessage: ({ name, enabled }) => `Invite link ${name} ${enabled ? 'enabled' : 'disabled'}`,
            invalidates: ['invite-links'],
            isDirect: true,
        },
    );
}
