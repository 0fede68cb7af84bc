import type { Season } from '@pitboard/contract/seasons/season'
import type { DecisionPreview as Preview } from '@pitboard/contract/stewards/decision'
import { type Penalty, PENALTY_AMOUNTS } from '@pitboard/contract/stewards/penalty'
import { STEWARD_MAX, type StewardCase, stewards } from '@pitboard/contract/stewards/steward-case'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { changesOf } from '../../changes/edit-versions.ts'
import { refusalErrors, refusalText } from '../../messages/refusal-text.ts'
import { useText } from '../../messages/use-text.ts'
import { Button } from '../../ui/buttons/button.tsx'
import type { FormValues } from '../../ui/forms/form-fields.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { Switch } from '../../ui/forms/checkbox.tsx'
import { showToast } from '../../ui/toast/toast.ts'
import { DecisionPreview } from './decision-preview.tsx'
import { PenaltyRows } from './penalty-rows.tsx'
import { STEWARDS_KEY } from './steward-queries.ts'
import { carNames } from './steward-words.ts'

interface DecisionFormProps {
  readonly season: Season
  readonly of: StewardCase
  readonly initial: { readonly penalties: readonly Penalty[]; readonly reason: string }
  readonly onPublished: () => void
}

/**
 * Proposes a decision or publishes it. It is based on the case as it was when the form was opened; after
 * a conflict the typed text stays, and the next attempt is based on the newest version.
 */
export function DecisionForm({ season, of: one, initial, onPublished }: DecisionFormProps) {
  const text = useText()
  const queries = useQueryClient()
  const [base, setBase] = useState(one.version)
  const [penalties, setPenalties] = useState(initial.penalties)
  const [isPublic, setPublic] = useState(false)
  const [preview, setPreview] = useState<Preview | null>(null)
  const params = { seasonId: season.id, caseId: one.id }
  const isComplete = penalties.every(
    ({ kind, amount }) => (PENALTY_AMOUNTS[kind] === null) === (amount === null),
  )

  function change(next: readonly Penalty[]) {
    setPenalties(next)
    setPreview(null)
  }

  async function showPreview() {
    try {
      const body = { penalties: [...penalties] }
      setPreview(await call(stewards.preview, { params, body }))
    } catch (error) {
      void showToast({ title: refusalText(error, text), tone: 'bad' })
    }
  }

  async function submit({ reason }: FormValues<'reason'>) {
    if (!isComplete) return { form: text('stewards.amountMissing') }
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
      return { form: text('stewards.conflict') }
    }
    const done = isPublic ? 'stewards.published' : 'stewards.proposed'
    void showToast({ title: text(done), tone: 'good' })
    await queries.invalidateQueries({ queryKey: STEWARDS_KEY })
    if (isPublic) {
      await queries.invalidateQueries({ queryKey: ['seasons'] })
      onPublished()
    }
    return null
  }

  return (
    <Form
      label={text('stewards.newDecision')}
      submitLabel={text(isPublic ? 'stewards.publish' : 'stewards.propose')}
      errorsOf={(error, words) => refusalErrors(error, words, ['reason'])}
      actions={
        isComplete && <Button onClick={() => void showPreview()}>{text('stewards.preview')}</Button>
      }
      fields={[
        {
          kind: 'textArea',
          name: 'reason',
          maxLength: STEWARD_MAX.text,
          label: text('stewards.reason'),
          hint: text('stewards.reasonHint'),
          missing: text('stewards.textMissing'),
          defaultValue: initial.reason,
        },
      ]}
      onSubmit={submit}
    >
      <PenaltyRows
        penalties={penalties}
        names={carNames(season, one.sessionId, one.cars)}
        firstCar={one.cars[0]?.driverIdx ?? 0}
        onChange={change}
      />
      {preview && <DecisionPreview preview={preview} />}
      <Switch label={text('stewards.publishNow')} checked={isPublic} onChange={setPublic} />
    </Form>
  )
}
