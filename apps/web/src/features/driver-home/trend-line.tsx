const WIDTH = 120
const HEIGHT = 36
const PADDING = 4

interface TrendLineProps {
  /** It says in words what the line says. */
  readonly label: string
  /** Better the higher they are; zero is level with the rival. */
  readonly values: readonly number[]
}

/** Draws a few values in their order, with a line where both are level. */
export function TrendLine({ label, values }: TrendLineProps) {
  if (values.length < 2) return null
  const low = Math.min(0, ...values)
  const high = Math.max(0, ...values)
  const span = high - low || 1
  const yOf = (value: number) => PADDING + ((high - value) / span) * (HEIGHT - 2 * PADDING)
  const places = values.map((value, index) => ({
    x: PADDING + (index / (values.length - 1)) * (WIDTH - 2 * PADDING),
    y: yOf(value),
  }))
  const last = places.at(-1)
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label={label}
      className="h-9 w-30 overflow-visible"
    >
      <line
        x1={0}
        x2={WIDTH}
        y1={yOf(0)}
        y2={yOf(0)}
        className="stroke-line-strong"
        strokeDasharray="3 3"
      />
      <polyline
        points={places.map(({ x, y }) => `${x},${y}`).join(' ')}
        fill="none"
        strokeWidth="2"
        strokeLinejoin="round"
        className="stroke-text"
      />
      {last && <circle cx={last.x} cy={last.y} r="3.5" className="fill-text" />}
    </svg>
  )
}
