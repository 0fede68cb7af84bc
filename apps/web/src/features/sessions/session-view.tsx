import type { SessionDetail } from '@pitboard/contract/session'
import { ClassificationTable } from './classification-table.tsx'
import { LapTimesTable } from './lap-times-table.tsx'
import { PenaltyList } from './penalty-list.tsx'
import { SessionHeader } from './session-header.tsx'
import { TyreStrategy } from './tyre-strategy.tsx'

export function SessionView({ session }: { readonly session: SessionDetail }) {
  return (
    <div className="flex flex-col gap-8">
      <SessionHeader session={session} />
      <ClassificationTable session={session} />
      <TyreStrategy session={session} />
      <LapTimesTable session={session} />
      <PenaltyList session={session} />
    </div>
  )
}
