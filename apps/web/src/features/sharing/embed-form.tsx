import { useEffect, useRef, useState } from 'react'
import type { Language } from '@pitboard/contract/words/languages'
import type { PlainKey } from '../../messages/create-text.ts'
import { useText } from '../../messages/use-text.ts'
import { CopyField } from '../../ui/forms/copy-field.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { Select } from '../../ui/forms/select.tsx'
import { type EmbedAddress, type EmbedKind, embedPath } from './embed-address.ts'
import type { Theme } from '../../ui/styles/apply-theme.ts'
import { DEFAULT_EMBED, embedSearch } from './embed-options.ts'

const KINDS = {
  drivers: 'embedding.drivers',
  teams: 'embedding.teams',
  calendar: 'embedding.calendar',
  sessions: 'embedding.result',
  live: 'embedding.live',
  liveUser: 'embedding.liveUser',
} as const satisfies Record<EmbedKind, PlainKey>

const HEIGHT = { before: 600, min: 120, max: 2_000 }

export interface EmbedFormProps {
  readonly title: string
  readonly addresses: readonly EmbedAddress[]
  /** A season whose tiers compete has a tier here; it is null for others. */
  readonly tier: string | null
}

/** Shows the code of a frame, and what readers of the other site see in it. */
export function EmbedForm({ title, addresses, tier }: EmbedFormProps) {
  const t = useText()
  const [kind, setKind] = useState(addresses[0]?.kind ?? null)
  const [theme, setTheme] = useState<Theme>(DEFAULT_EMBED.theme)
  const [language, setLanguage] = useState<Language | 'reader'>('reader')
  const { preview, height } = usePreviewHeight()
  const address = addresses.find((one) => one.kind === kind)
  if (!address) return null
  const chosen = language === 'reader' ? null : language
  const options = { ...DEFAULT_EMBED, theme, language: chosen, tier }
  const path = `${embedPath(address)}${embedSearch(options)}`
  const frame = { src: `${location.origin}${path}`, title, height }
  return (
    <>
      <div className="grid gap-3 sm:grid-cols-2">
        {addresses.length > 1 && (
          <div className="sm:col-span-2">
            <Field label={t('embedding.content')}>
              <Select<EmbedKind>
                options={addresses.map((one) => ({
                  value: one.kind,
                  label: t(KINDS[one.kind]),
                }))}
                value={address.kind}
                onChange={setKind}
              />
            </Field>
          </div>
        )}
        <Field label={t('embedding.theme')}>
          <Select<Theme>
            options={[
              { value: 'auto', label: t('embedding.themeAuto') },
              { value: 'light', label: t('embedding.themeLight') },
              { value: 'dark', label: t('embedding.themeDark') },
            ]}
            value={theme}
            onChange={setTheme}
          />
        </Field>
        <Field label={t('embedding.language')}>
          <Select<Language | 'reader'>
            options={[
              { value: 'reader', label: t('embedding.languageReader') },
              { value: 'en', label: 'English' },
              { value: 'de', label: 'Deutsch' },
            ]}
            value={language}
            onChange={setLanguage}
          />
        </Field>
      </div>
      <CopyField label={t('embedding.code')} value={embedCode(frame)} />
      <div className="flex flex-col gap-1.5">
        <p className="text-small text-muted">{t('embedding.preview')}</p>
        <iframe
          // Another address is another page: it starts again.
          key={path}
          ref={preview}
          src={path}
          title={t('embedding.preview')}
          sandbox="allow-scripts allow-popups"
          className="h-64 w-full rounded-m border border-line"
        />
        <p className="text-small text-muted">{t('embedding.previewHint')}</p>
      </div>
    </>
  )
}

/** An embed reports how high its content is (docs/embeds.md). */
function usePreviewHeight() {
  const preview = useRef<HTMLIFrameElement>(null)
  const [height, setHeight] = useState(HEIGHT.before)
  useEffect(() => {
    function receive({ source, data }: MessageEvent<{ pitboardEmbedHeight?: unknown } | null>) {
      const reported = data?.pitboardEmbedHeight
      if (source !== preview.current?.contentWindow || typeof reported !== 'number') return
      setHeight(Math.min(HEIGHT.max, Math.max(HEIGHT.min, Math.ceil(reported))))
    }
    addEventListener('message', receive)
    return () => removeEventListener('message', receive)
  }, [])
  return { preview, height }
}

interface EmbedFrame {
  readonly src: string
  readonly title: string
  readonly height: number
}

/** Returns the HTML of a frame, for a page of another site. */
function embedCode({ src, title, height }: EmbedFrame): string {
  const attributes = {
    src,
    title,
    width: '100%',
    height: String(height),
    style: 'border: 0',
    loading: 'lazy',
  }
  const html = Object.entries(attributes).map(([name, value]) => `${name}="${escapeValue(value)}"`)
  return `<iframe ${html.join(' ')}></iframe>`
}

function escapeValue(value: string): string {
  return value
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
}
