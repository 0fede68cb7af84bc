import { useQuery } from '@tanstack/react-query'
import { useText } from '../../messages/use-text.ts'
import { sessionTypeName } from '../../timing/names.ts'
import { TabLink } from '../../ui/link.tsx'
import { weekendOf } from './related-queries.ts'

/** Leads to the other sessions of the weekend; its place is kept free until they are known. */
export function WeekendTabs({ sessionId }: { readonly sessionId: string }) {
  const text = useText()
  const { data } = useQuery(weekendOf(sessionId))
  if (data && data.length < 2) return null
  return (
    <nav aria-label={text('session.weekend')} className="flex min-h-11 overflow-x-auto">
      {data?.map(({ id, sessionType }) => (
        <TabLink
          key={id}
          to="/sessions/$sessionId"
          params={{ sessionId: id }}
          aria-current={id === sessionId ? 'page' : undefined}
        >
          {sessionTypeName(sessionType, text)}
        </TabLink>
      ))}
    </nav>
  )
}
