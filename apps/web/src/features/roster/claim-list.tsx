import { type NameClaim, rosters } from '@pitboard/contract/roster/roster'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { useText } from '../../messages/use-text.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { ItemList } from '../../ui/lists/item-list.tsx'
import { Section } from '../../ui/section.tsx'
import { claimsOf } from './roster-queries.ts'
import { PartProblem } from '../../ui/shell/query-content.tsx'
import { useEditedSeason } from '../season/edited-season.ts'

/** Lists who claims which name; shows nothing if nobody does. */
export function ClaimList() {
  const { season, edit } = useEditedSeason()
  const t = useText()
  const queries = useQueryClient()
  const query = useQuery(claimsOf(season.id))
  const { data } = query
  if (!data) return <PartProblem query={query} />
  if (data.length === 0) return null

  async function decide({ id: claimId, name }: NameClaim, status: 'approved' | 'refused') {
    const params = { seasonId: season.id, claimId }
    await edit.runWithToast(
      (ifMatch) => call(rosters.decideClaim, { params, body: { status }, ifMatch }),
      { done: t(`roster.${status}`, { name }), undo: null },
    )
    await queries.invalidateQueries({ queryKey: ['rosters', season.id] })
  }

  return (
    <Section title={t('roster.claims')}>
      <ItemList
        label={t('roster.claims')}
        items={data.map((claim) => {
          const { id, name, username, status } = claim
          return {
            id,
            title: (
              <>
                {t('roster.claimOf', { username, name })}
                {status === 'approved' && <Badge tone="good">{t('roster.isApproved')}</Badge>}
                {status === 'refused' && <Badge>{t('roster.isRefused')}</Badge>}
              </>
            ),
            detail: '',
            action: (
              <span className="flex gap-2">
                {status !== 'approved' && (
                  <Button
                    size="small"
                    aria-label={`${t('roster.approve')}: ${username}, ${name}`}
                    onClick={() => void decide(claim, 'approved')}
                  >
                    {t('roster.approve')}
                  </Button>
                )}
                {status !== 'refused' && (
                  <Button
                    size="small"
                    look="quiet"
                    aria-label={`${t('roster.refuse')}: ${username}, ${name}`}
                    onClick={() => void decide(claim, 'refused')}
                  >
                    {t('roster.refuse')}
                  </Button>
                )}
              </span>
            ),
          }
        })}
      />
    </Section>
  )
}
