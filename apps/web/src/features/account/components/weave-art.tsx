const CELL = 72;
const COLUMNS = 10;
const ROWS = 14;
/** Highlighted cells: a day with its tasks and meetings. */
const lit = new Set(['2,3', '3,6', '4,8', '5,4', '6,2', '7,7', '8,5']);
const sun = '5,6';

/** The logo's weave as a pattern at 16 % opacity, with one highlighted day. */
export function WeaveArt() {
  const cells = Array.from({ length: ROWS * COLUMNS }, (_, index) => {
    const row = Math.floor(index / COLUMNS);
    const column = index % COLUMNS;
    const key = `${row},${column}`;
    const isAcross = (row + column) % 2 === 0;
    const opacity = lit.has(key) ? 1 : 0.16;
    const [x, y] = [column * CELL, row * CELL];
    if (key === sun) return <circle key={key} cx={x + 36} cy={y + 36} r={26} fill="var(--sun)" />;
    return isAcross ? (
      <g key={key} fill="var(--primary-light)" opacity={opacity}>
        <rect x={x + 4} y={y + 6} width={64} height={26} rx={13} />
        <rect x={x + 4} y={y + 40} width={64} height={26} rx={13} />
      </g>
    ) : (
      <g key={key} fill="var(--secondary-light)" opacity={opacity}>
        <rect x={x + 6} y={y + 4} width={26} height={64} rx={13} />
        <rect x={x + 40} y={y + 4} width={26} height={64} rx={13} />
      </g>
    );
  });
  return (
    <svg width={COLUMNS * CELL} height={ROWS * CELL} style={{ position: 'absolute', left: -40, top: -18 }}>
      {cells}
    </svg>
  );
}
