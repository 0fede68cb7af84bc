import { useLayoutEffect, useRef } from 'react'
import { observeWidth } from '../chart-place.ts'

export interface Plot<Shown> {
  readonly show: (shown: Shown) => void
  readonly resize: (width: number) => void
  readonly destroy: () => void
}

interface PlotHostProps<Shown> {
  readonly label: string
  readonly height: number
  readonly className: string
  /** The chart is painted again when this is another object. */
  readonly shown: Shown
  /** Another function begins again. */
  readonly create: (host: HTMLElement) => Plot<Shown>
}

/** Keeps the place of a painted chart, whose painting follows its width and its data past React. */
export function PlotHost<Shown>({ label, height, className, shown, create }: PlotHostProps<Shown>) {
  const host = useRef<HTMLDivElement>(null)
  const plot = useRef<Plot<Shown>>(null)
  const latest = useRef(shown)

  useLayoutEffect(() => {
    const element = host.current
    if (!element) return undefined
    const created = create(element)
    plot.current = created
    created.show(latest.current)
    const forget = observeWidth(element, created.resize)
    return () => {
      forget()
      created.destroy()
      plot.current = null
    }
  }, [create])

  useLayoutEffect(() => {
    latest.current = shown
    plot.current?.show(shown)
  }, [shown])

  return (
    <div
      ref={host}
      role="img"
      aria-label={label}
      className={`timing w-full min-w-0 overflow-hidden ${className}`}
      style={{ height }}
    />
  )
}
