import type { ReactNode } from 'react'

/** Shows one part in one state, under its name. */
export function Specimen({
  name,
  children,
}: {
  readonly name: string
  readonly children: ReactNode
}) {
  return (
    <div className="min-w-0">
      <p className="label mb-1.5">{name}</p>
      {children}
    </div>
  )
}

export function SpecimenRow({ children }: { readonly children: ReactNode }) {
  return <div className="flex flex-wrap items-start gap-x-8 gap-y-5">{children}</div>
}
