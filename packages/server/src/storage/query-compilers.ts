import {
    type BinaryOperationNode,
    OperatorNode,
    PostgresQueryCompiler,
    PrimitiveValueListNode,
    SqliteQueryCompiler,
    ValueNode,
} from 'kysely';
import { Placeholder } from './prepared.ts';

// A list is passed as one parameter, whatever its length: one statement serves all lengths, and no list is too long. Only a list
// with a single value has a separate statement.

export class PostgresCompiler extends PostgresQueryCompiler {
    protected override visitBinaryOperation(node: BinaryOperationNode): void {
        const list = listIn(node);
        if (list === undefined) {
            super.visitBinaryOperation(node);
            return;
        }
        this.visitNode(node.leftOperand);
        if (isSingle(list)) {
            this.append(list.isNot ? ' <> ' : ' = ');
            this.appendValue(list.values);
            return;
        }
        this.append(list.isNot ? ' <> all (' : ' = any (');
        this.appendValue(list.values);
        this.append(')');
    }
}

export class SqliteCompiler extends SqliteQueryCompiler {
    protected override visitBinaryOperation(node: BinaryOperationNode): void {
        const list = listIn(node);
        if (list === undefined) {
            super.visitBinaryOperation(node);
            return;
        }
        this.visitNode(node.leftOperand);
        if (isSingle(list)) {
            this.append(list.isNot ? ' <> ' : ' = ');
            this.appendValue(list.values);
            return;
        }
        this.append(list.isNot ? ' not in ' : ' in ');
        this.append('(select value from json_each(');
        this.appendValue(list.values);
        this.append('))');
    }
}

interface List {
    values: readonly unknown[] | Placeholder;
    isNot: boolean;
}

const isSingle = ({ values }: List) => values instanceof Placeholder && values.isSingle;

function listIn({ operator, rightOperand }: BinaryOperationNode): List | undefined {
    if (!OperatorNode.is(operator) || (operator.operator !== 'in' && operator.operator !== 'not in')) return undefined;
    const isNot = operator.operator === 'not in';
    if (PrimitiveValueListNode.is(rightOperand)) return { values: rightOperand.values, isNot };
    const isPlaceholder = ValueNode.is(rightOperand) && rightOperand.value instanceof Placeholder;
    return isPlaceholder ? { values: rightOperand.value as Placeholder, isNot } : undefined;
}
