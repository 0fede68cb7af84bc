import { SmallLineChart } from '../../timing/small-line-chart.tsx'

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
  const yOf = (value: number) => (high - value) / (high - low || 1)
  const points = values.map((value, index) => ({
    x: index / (values.length - 1),
    y: yOf(value),
    ...(index === values.length - 1 && { dot: 'stroke-text' }),
  }))
  return (
    <SmallLineChart
      label={label}
      lines={[{ key: 'trend', points, colour: 'var(--color-text)', width: 2 }]}
      level={yOf(0)}
      className="h-9 w-30"
    />
  )
}
