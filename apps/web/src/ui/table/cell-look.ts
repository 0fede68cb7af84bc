import type { Column } from './column.ts'

/** The widths by the names of the breakpoints. */
export const FROM = { sm: 'max-sm:hidden', md: 'max-md:hidden', wide: 'max-wide:hidden' } as const

const ALIGN = { left: 'text-left', right: 'text-right', center: 'text-center' } as const

export function alignment<Row>({ align = 'left' }: Column<Row>): string {
  return ALIGN[align]
}
