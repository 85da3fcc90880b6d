import {
    closestCenter,
    DndContext,
    type DragEndEvent,
    KeyboardSensor,
    PointerSensor,
    useSensor,
    useSensors,
} from '@dnd-kit/core';
import {
    SortableContext,
    sortableKeyboardCoordinates,
    useSortable,
    verticalListSortingStrategy,
} from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import { type ComponentProps, Fragment, type ReactNode } from 'react';

/** The properties that make an item of a list sortable. */
export interface Sortable {
    item: ComponentProps<'li'>;
    grip: ComponentProps<'button'>;
}

interface Props {
    className: string | undefined;
    ids: string[];
    onOrder: (ids: string[]) => void;
    isDisabled?: boolean;
    children: (id: string, sortable: Sortable) => ReactNode;
}

/** Items that are reordered by pointer or keyboard. */
export function SortableList({ className, ids, onOrder, isDisabled = false, children }: Props) {
    const sensors = useSensors(
        useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
        useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
    );
    function drop({ active, over }: DragEndEvent) {
        if (!over || active.id === over.id) return;
        const rest = ids.filter((id) => id !== active.id);
        onOrder(rest.toSpliced(ids.indexOf(String(over.id)), 0, String(active.id)));
    }
    return (
        <DndContext sensors={sensors} collisionDetection={closestCenter} onDragEnd={drop}>
            <SortableContext items={ids} strategy={verticalListSortingStrategy} disabled={isDisabled}>
                <ol className={className}>
                    {ids.map((id) => (
                        <SortableItem key={id} id={id}>
                            {(sortable) => children(id, sortable)}
                        </SortableItem>
                    ))}
                </ol>
            </SortableContext>
        </DndContext>
    );
}

function SortableItem({ id, children }: { id: string; children: (sortable: Sortable) => ReactNode }) {
    const { attributes, listeners, setNodeRef, transform, transition, isDragging } = useSortable({ id });
    const item = {
        ref: setNodeRef,
        'data-dragging': isDragging || undefined,
        style: { transform: CSS.Translate.toString(transform), transition },
    };
    return <Fragment>{children({ item, grip: { ...attributes, ...listeners } })}</Fragment>;
}
