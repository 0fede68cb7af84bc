import type { Column } from './column.ts'

/** The widths by the names of the breakpoints. */
export const FROM = { sm: 'max-sm:hidden', md: 'max-md:hidden', wide: 'max-wide:hidden' } as const

const ALIGN = { left: 'text-left', right: 'text-right', center: 'text-center' } as const

/** Beside what is in a cell. */
export function padding<Row>({ tight = false }: Column<Row>): string {
  return tight ? 'px-0.5' : 'px-2'
}

export function alignment<Row>({ align = 'left' }: Column<Row>): string {
  return ALIGN[align]
}
