import { formatNumber } from '../../components/text/numbers.ts';
import classes from './Applications.module.css';
import { type Graph, type GraphNode, graphInWords } from './graph.ts';

const WIDTH = 820;
const PLACES = { application: 0, environments: 300, flags: 560 };
/** The maximum width of the names in each column. */
const ROOM = { application: 170, environments: 150, flags: 250 };

/** The flags evaluated by an application per environment. The table contains the same data for screen readers. */
export function UsageGraph({ graph }: { graph: Graph }) {
    const { application, environments, flags, runs, asks, height, more } = graph;
    const above = 18;
    return (
        <figure className={classes['graph']}>
            <svg viewBox={`0 0 ${WIDTH} ${height + above}`} role="img" aria-label={graphInWords(graph)}>
                <g transform={`translate(0 ${above})`}>
                    {runs.map(({ from, to }) => (
                        <Line
                            key={to.name}
                            x={[PLACES.application + ROOM.application, PLACES.environments]}
                            y={[from.y, to.y]}
                        />
                    ))}
                    {asks.map(({ from, to }) => (
                        <Line
                            key={`${from.name} ${to.name}`}
                            x={[PLACES.environments + ROOM.environments, PLACES.flags]}
                            y={[from.y, to.y]}
                            isMissing={to.isMissing}
                        />
                    ))}
                    <Node node={application} x={PLACES.application} width={ROOM.application} />
                    {environments.map((node) => (
                        <Node key={node.name} node={node} x={PLACES.environments} width={ROOM.environments} />
                    ))}
                    {flags.map((node) => (
                        <Node key={node.name} node={node} x={PLACES.flags} width={ROOM.flags} />
                    ))}
                </g>
                <text className={classes['column']} x={PLACES.application} y={9}>
                    Application
                </text>
                <text className={classes['column']} x={PLACES.environments} y={9}>
                    Environments
                </text>
                <text className={classes['column']} x={PLACES.flags} y={9}>
                    Flags
                </text>
            </svg>
            {more > 0 && <figcaption>and {formatNumber(more)} more flags, in the table</figcaption>}
        </figure>
    );
}

/** Truncates names that are too long. A letter is about seven units wide. */
function fitting(name: string, width: number): string {
    const most = Math.floor((width - 20) / 6.6);
    return name.length > most ? `${name.slice(0, most - 1)}…` : name;
}

function Node({ node: { name, y, isMissing }, x, width }: { node: GraphNode; x: number; width: number }) {
    return (
        <g className={classes['node']} data-missing={isMissing}>
            <title>{isMissing ? `${name} does not exist` : name}</title>
            <rect x={x} y={y - 10} width={width} height={20} rx={5} />
            <text x={x + 10} y={y + 4}>
                {fitting(name, width)}
            </text>
        </g>
    );
}

interface LineProps {
    x: [number, number];
    y: [number, number];
    isMissing?: boolean | undefined;
}

function Line({ x: [x1, x2], y: [y1, y2], isMissing }: LineProps) {
    const bend = (x2 - x1) / 2;
    return (
        <path
            className={classes['line']}
            data-missing={isMissing}
            d={`M ${x1} ${y1} C ${x1 + bend} ${y1}, ${x2 - bend} ${y2}, ${x2} ${y2}`}
        />
    );
}
