import type { ReactNode } from 'react'
import { Card } from '../card.tsx'

interface Item {
  readonly id: string
  readonly title: ReactNode
  /** It is a smaller line below. */
  readonly detail: ReactNode
  readonly action?: ReactNode
}

/** Lists things of one kind, each with what can be done with it. */
export function ItemList({ label, items }: { readonly label: string; readonly items: Item[] }) {
  return (
    <Card as="ul" frame label={label}>
      {items.map(({ id, title, detail, action }) => (
        <li
          key={id}
          className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line px-4 py-2.5 last:border-b-0"
        >
          <div className="min-w-0 flex-1 basis-52">
            <p className="flex flex-wrap items-center gap-2 wrap-anywhere">{title}</p>
            <p className="text-small wrap-anywhere text-muted">{detail}</p>
          </div>
          {action}
        </li>
      ))}
    </Card>
  )
}
