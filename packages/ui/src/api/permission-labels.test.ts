import { expect, test } from 'vitest';
import { withPermissionLabels } from './permission-labels.ts';

test('permission names in messages of the service are replaced with their labels', () => {
    expect(withPermissionLabels('You need the permission "UPDATE_FEATURE_ENVIRONMENT" in "shop" to do this.')).toBe(
        'You need the permission “Turn flags on and off” in "shop" to do this.',
    );
    expect(withPermissionLabels('"NO_SUCH" stays')).toBe('"NO_SUCH" stays');
});
