import { ANNOUNCEMENT_TYPES } from '@pitboard/contract/leagues/announcement'
import { type Webhook, webhooks } from '@pitboard/contract/leagues/webhooks'
import { TEXT_MAX } from '@pitboard/contract/wire/text-limits'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { type Language, LANGUAGES } from '@pitboard/contract/words/languages'
import { useLanguage, useText } from '../../messages/use-text.ts'
import { ChoiceBar } from '../../ui/buttons/choice-bar.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { Checkbox } from '../../ui/forms/checkbox.tsx'
import { FieldGroup } from '../../ui/forms/field-group.tsx'
import type { FormValues } from '../../ui/forms/form-fields.tsx'
import { Form } from '../../ui/forms/form.tsx'

const LANGUAGE_LABELS = { en: 'English', de: 'Deutsch' } as const

interface ReceiverDialogProps {
  readonly leagueId: string
  /** Null stands for a new one. */
  readonly receiver: Webhook | null
  readonly onClose: () => void
  readonly onSaved: (saved: Webhook) => Promise<void>
}

export function ReceiverDialog({ leagueId, receiver, onClose, onSaved }: ReceiverDialogProps) {
  const t = useText()
  const pageLanguage = useLanguage()
  const [kind, setKind] = useState<Webhook['kind']>(receiver?.kind ?? 'discord')
  const [language, setLanguage] = useState(receiver?.language ?? pageLanguage)

  async function save({ name, url }: FormValues<'name' | 'url'>, entries: FormData) {
    const types = ANNOUNCEMENT_TYPES.filter((type) => entries.get(type) !== null)
    if (types.length === 0) return { types: t('announcements.typesMissing') }
    const saved = receiver
      ? await call(webhooks.update, {
          params: { leagueId, webhookId: receiver.id },
          body: { name, types, language, ...(url !== '' && { url }) },
        })
      : await call(webhooks.create, {
          params: { leagueId },
          body: { kind, name, url, types, language },
        })
    await onSaved(saved)
    return null
  }

  const urlHint = receiver
    ? t('announcements.urlHintEdit', { address: receiver.maskedUrl })
    : t(kind === 'discord' ? 'announcements.urlHintDiscord' : 'announcements.urlHintGeneric')
  const title = receiver
    ? t('announcements.editOf', { name: receiver.name })
    : t('announcements.add')
  return (
    <Dialog open onClose={onClose} title={title}>
      <Form
        label={title}
        submitLabel={t(receiver ? 'announcements.save' : 'announcements.addIt')}
        takesFocus
        fields={[
          {
            kind: 'text',
            name: 'name',
            label: t('announcements.name'),
            maxLength: TEXT_MAX.name,
            missing: t('announcements.nameMissing'),
            defaultValue: receiver?.name ?? '',
          },
          {
            kind: 'url',
            name: 'url',
            label: t('announcements.url'),
            hint: urlHint,
            ...(!receiver && { missing: t('announcements.urlMissing') }),
          },
          {
            kind: 'custom',
            name: 'types',
            render: (error) => (
              <TypeChoice chosen={receiver?.types ?? ANNOUNCEMENT_TYPES} error={error} />
            ),
          },
          {
            kind: 'custom',
            name: 'language',
            render: () => <LanguageChoice language={language} onChange={setLanguage} />,
          },
        ]}
        onSubmit={save}
      >
        {!receiver && (
          <ChoiceBar
            label={t('announcements.kind')}
            options={[
              { value: 'discord', label: t('announcements.discord') },
              { value: 'generic', label: t('announcements.generic') },
            ]}
            value={kind}
            onChange={setKind}
          />
        )}
      </Form>
    </Dialog>
  )
}

function LanguageChoice({
  language,
  onChange,
}: {
  readonly language: Language
  readonly onChange: (language: Language) => void
}) {
  const t = useText()
  return (
    <div className="flex flex-col gap-1.5">
      <p className="text-small">{t('announcements.language')}</p>
      <ChoiceBar
        label={t('announcements.language')}
        options={LANGUAGES.map((value) => ({ value, label: LANGUAGE_LABELS[value] }))}
        value={language}
        onChange={onChange}
      />
    </div>
  )
}

function TypeChoice({
  chosen,
  error,
}: {
  readonly chosen: readonly string[]
  readonly error: string | null
}) {
  const t = useText()
  return (
    <FieldGroup label={t('announcements.types')} error={error}>
      {ANNOUNCEMENT_TYPES.map((type) => (
        <Checkbox
          key={type}
          name={type}
          defaultChecked={chosen.includes(type)}
          label={t(`announcements.${type}`)}
        />
      ))}
    </FieldGroup>
  )
}
