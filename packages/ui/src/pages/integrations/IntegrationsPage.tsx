export function IntegrationsPage() {
    return null;
}
