import { itemAt } from '@pitboard/contract/wire/item-at'
import type { Season } from '@pitboard/contract/seasons/season'
import type { DecisionPreview as Preview } from '@pitboard/contract/stewards/decision'
import { type Penalty, PENALTY_AMOUNTS } from '@pitboard/contract/stewards/penalty'
import { STEWARD_MAX, type StewardCase, stewards } from '@pitboard/contract/stewards/steward-case'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { changesOf } from '../../changes/edit-versions.ts'
import { MessageForm } from '../../changes/message-form.tsx'
import { type Draft, useMessage } from '../../changes/use-draft.ts'
import { refusalErrors, refusalText } from '../../messages/refusal-text.ts'
import { useText } from '../../messages/use-text.ts'
import { Button } from '../../ui/buttons/button.tsx'
import type { FormValues } from '../../ui/forms/form-fields.tsx'
import { Switch } from '../../ui/forms/checkbox.tsx'
import { showToast } from '../../ui/toast/toast.ts'
import { DecisionPreview } from './decision-preview.tsx'
import { PenaltyRows } from './penalty-rows.tsx'
import { STEWARDS_KEY } from './steward-queries.ts'
import { carNames } from './steward-words.ts'

interface DecisionFormProps {
  readonly season: Season
  readonly of: StewardCase
  readonly initial: TypedDecision
}

interface TypedDecision {
  readonly penalties: readonly Penalty[]
  readonly reason: string
}

/** What somebody types stays, also if others decide meanwhile. */
export function DecisionSection({ season, of: one, initial }: DecisionFormProps) {
  const t = useText()
  const draft = useMessage(initial, `decision.${one.id}`)
  if (one.state === 'decided' && !draft.isDirty) return null
  return (
    <section aria-label={t('stewards.newDecision')} className="flex flex-col gap-3">
      <h4 className="text-subhead">{t('stewards.newDecision')}</h4>
      {one.state === 'waiting' && <p className="text-muted">{t('stewards.mustWait')}</p>}
      <DecisionForm season={season} of={one} draft={draft} />
    </section>
  )
}

/**
 * Proposes a decision or publishes it. It is based on the case as it was when the form was opened; after
 * a conflict the typed text stays, and the next attempt is based on the newest version.
 */
function DecisionForm({
  season,
  of: one,
  draft,
}: Pick<DecisionFormProps, 'season' | 'of'> & { readonly draft: Draft<TypedDecision> }) {
  const t = useText()
  const queries = useQueryClient()
  const [base, setBase] = useState(one.version)
  const { penalties } = draft.value
  const [isPublic, setPublic] = useState(false)
  const [preview, setPreview] = useState<Preview | null>(null)
  const params = { seasonId: season.id, caseId: one.id }
  const isComplete = penalties.every(
    ({ kind, amount }) => (PENALTY_AMOUNTS[kind] === null) === (amount === null),
  )

  function change(next: readonly Penalty[]) {
    draft.set({ penalties: next })
    setPreview(null)
  }

  async function showPreview() {
    try {
      const body = { penalties: [...penalties] }
      setPreview(await call(stewards.preview, { params, body }))
    } catch (error) {
      void showToast({ title: refusalText(error, t), tone: 'bad' })
    }
  }

  async function submit({ reason }: FormValues<'reason'>) {
    if (!isComplete) return { form: t('stewards.amountMissing') }
    const body = { penalties: [...penalties], reason }
    try {
      if (isPublic) await call(stewards.decide, { params, body, ifMatch: base })
      else await call(stewards.propose, { params, body })
    } catch (error) {
      if (changesOf(error) === null) throw error
      const [newest] = await Promise.all([
        call(stewards.case, { params }),
        queries.invalidateQueries({ queryKey: STEWARDS_KEY }),
      ])
      setBase(newest.version)
      return { form: t('stewards.conflict') }
    }
    const done = isPublic ? 'stewards.published' : 'stewards.proposed'
    void showToast({ title: t(done), tone: 'good' })
    await queries.invalidateQueries({ queryKey: STEWARDS_KEY })
    if (isPublic) await queries.invalidateQueries({ queryKey: ['seasons'] })
    return null
  }

  return (
    <MessageForm
      draft={draft}
      label={t('stewards.newDecision')}
      submitLabel={t(isPublic ? 'stewards.publish' : 'stewards.propose')}
      errorsOf={(error, words) => refusalErrors(error, words, ['reason'])}
      actions={
        isComplete && <Button onClick={() => void showPreview()}>{t('stewards.preview')}</Button>
      }
      fields={[
        {
          kind: 'textArea',
          name: 'reason',
          maxLength: STEWARD_MAX.text,
          label: t('stewards.reason'),
          hint: t('stewards.reasonHint'),
          missing: t('stewards.textMissing'),
        },
      ]}
      onSend={submit}
    >
      <PenaltyRows
        penalties={penalties}
        names={carNames(season, one.sessionId, one.cars)}
        firstCar={itemAt(one.cars, 0).driverIdx}
        onChange={change}
      />
      {preview && <DecisionPreview preview={preview} />}
      <Switch label={t('stewards.publishNow')} checked={isPublic} onChange={setPublic} />
    </MessageForm>
  )
}
