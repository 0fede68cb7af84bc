import {
  type CaseStatement,
  STEWARD_MAX,
  type StewardCase,
  stewards,
} from '@pitboard/contract/stewards/steward-case'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { MessageForm } from '../../changes/message-form.tsx'
import { useMessage } from '../../changes/use-draft.ts'
import { useText } from '../../messages/use-text.ts'
import { showToast } from '../../ui/toast/toast.ts'
import { linksField, readLinks } from './clip-links.tsx'
import { STEWARDS_KEY } from './steward-queries.ts'

interface StatementFormProps {
  readonly seasonId: string
  readonly of: StewardCase
  readonly kind: CaseStatement['kind']
}

/** A reported driver responds, or an involved one appeals. */
export function StatementForm({ seasonId, of: one, kind }: StatementFormProps) {
  const t = useText()
  const queries = useQueryClient()
  const draft = useMessage({ text: '', links: '' }, `${kind}.${one.id}`)
  const isResponse = kind === 'response'
  return (
    <MessageForm<'text' | 'links'>
      draft={draft}
      label={t(isResponse ? 'stewards.respond' : 'stewards.appeal')}
      submitLabel={t(isResponse ? 'stewards.sendResponse' : 'stewards.sendAppeal')}
      fields={[
        {
          kind: 'textArea',
          name: 'text',
          maxLength: STEWARD_MAX.text,
          label: t(isResponse ? 'stewards.respond' : 'stewards.appeal'),
          hint: t('stewards.once'),
          missing: t('stewards.textMissing'),
        },
        linksField(t),
      ]}
      onSend={async ({ text: typed, links }) => {
        await call(stewards.state, {
          params: { seasonId, caseId: one.id },
          body: { kind, text: typed, links: readLinks(links) },
        })
        void showToast({ title: t('stewards.sent'), tone: 'good' })
        await queries.invalidateQueries({ queryKey: STEWARDS_KEY })
      }}
    />
  )
}
