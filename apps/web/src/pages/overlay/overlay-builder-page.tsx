import { isUuid } from '@pitboard/contract/wire/uuid'
import { useLocation, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useAccount } from '../../auth/account.ts'
import { useText } from '../../messages/use-text.ts'
import { ButtonLink, TextLink } from '../../ui/buttons/link.tsx'
import { CopyField } from '../../ui/forms/copy-field.tsx'
import { Switch } from '../../ui/forms/checkbox.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { Select } from '../../ui/forms/select.tsx'
import { Section } from '../../ui/section.tsx'
import { PageTitle } from '../../ui/shell/not-found.tsx'
import { lazyPart } from '../../ui/states/lazy-part.tsx'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { OverlayForm } from './overlay-form.tsx'
import { DEFAULT_OVERLAY, overlaySearch, SAMPLE } from './overlay-options.ts'
import { createSceneSecret, readSceneFragment, sceneFragment } from './overlay-scene.ts'
import { OverlayPreview } from './overlay-preview.tsx'
import { type OverlaySubject, useShownSession } from './use-shown-session.ts'

const SceneRemote = lazyPart(async () => (await import('./scene-remote.tsx')).SceneRemote, {
  fallback: null,
})

/** Builds the address of a stream's overlay. */
export function OverlayBuilderPage() {
  const t = useText()
  const account = useAccount()
  const { session, user } = useSearch({ from: '/streamOverlay' })
  const remoteSecret = readSceneFragment(useLocation({ select: ({ hash }) => hash }))
  const sessionId = isUuid(session) ? session : null
  const userId = isUuid(user) ? user : sessionId === null ? (account?.userId ?? null) : null
  if (remoteSecret !== null) {
    return (
      <div className="flex max-w-2xl flex-col gap-6">
        <PageTitle page={t('overlay.remote')} />
        <h1>{t('overlay.remote')}</h1>
        <SceneRemote secret={remoteSecret} sessionId={sessionId} userId={userId} />
      </div>
    )
  }
  return (
    <div className="flex flex-col gap-6">
      <PageTitle page={t('overlay.title')} />
      <header className="flex max-w-prose flex-col gap-3">
        <h1>{t('overlay.title')}</h1>
        <p className="text-muted">{t('overlay.intro')}</p>
        <p>
          <TextLink to="/guides/broadcasting">{t('overlay.guide')}</TextLink>
        </p>
      </header>
      <Builder sessionId={sessionId} userId={userId} />
    </div>
  )
}

/** No session has it: its overlay shows nothing but a sample. */
const NOBODY = '00000000-0000-0000-0000-000000000000'

/** Returns the address of an overlay with a sample race in place of its session. */
function sampleOf(path: string): string {
  const url = new URL(path, location.origin)
  url.searchParams.set(SAMPLE, '')
  return `${url.pathname}${url.search}${url.hash}`
}

type Followed = 'session' | 'user'

function Builder({ sessionId, userId }: OverlaySubject) {
  const t = useText()
  const [options, setOptions] = useState(DEFAULT_OVERLAY)
  const [followed, setFollowed] = useState<Followed>(userId === null ? 'session' : 'user')
  const subject = {
    sessionId: followed === 'user' ? null : sessionId,
    userId: followed === 'user' ? userId : null,
  }
  const hasSubject = sessionId !== null || userId !== null
  const isSample = useShownSession(subject) === null
  const page = followed === 'user' ? `/liveUser/${userId}` : `/live/${sessionId ?? NOBODY}`
  const path = `${page}/overlay${overlaySearch(options)}${sceneFragment(options.sceneSecret)}`
  return (
    <div className="grid items-start gap-8 wide:grid-cols-[20rem_minmax(0,1fr)]">
      <div className="flex flex-col gap-5">
        {sessionId !== null && userId !== null && (
          <Field label={t('overlay.follow')}>
            <Select<Followed>
              options={[
                { value: 'user', label: t('overlay.followUser') },
                { value: 'session', label: t('overlay.followSession') },
              ]}
              value={followed}
              onChange={setFollowed}
            />
          </Field>
        )}
        <OverlayForm options={options} onChange={setOptions} />
        <Switch
          label={t('overlay.controlled')}
          checked={options.sceneSecret !== null}
          onChange={(isControlled) =>
            setOptions({ ...options, sceneSecret: isControlled ? createSceneSecret() : null })
          }
        />
      </div>
      <div className="flex min-w-0 flex-col gap-6 wide:sticky wide:top-20">
        {hasSubject ? (
          <CopyField label={t('overlay.address')} value={`${location.origin}${path}`} />
        ) : (
          <EmptyState
            title={t('overlay.nothing')}
            action={<ButtonLink to="/live">{t('overlay.liveSessions')}</ButtonLink>}
          >
            {t('overlay.nothingWhy')}
          </EmptyState>
        )}
        {options.sceneSecret !== null && (
          <Section title={t('overlay.remote')}>
            <div className="flex flex-col gap-4">
              {hasSubject && (
                <>
                  <CopyField
                    label={t('overlay.remoteAddress')}
                    value={`${location.origin}/streamOverlay?${followed}=${followed === 'user' ? userId : sessionId}${sceneFragment(options.sceneSecret)}`}
                  />
                  <p className="text-small text-muted">{t('overlay.remoteHint')}</p>
                </>
              )}
              <SceneRemote secret={options.sceneSecret} {...subject} />
            </div>
          </Section>
        )}
        <Section title={t('overlay.preview')}>
          <OverlayPreview path={isSample ? sampleOf(path) : path} />
          <p className="mt-2 text-small text-muted">
            {t(isSample ? 'overlay.previewSample' : 'overlay.previewHint')}
          </p>
        </Section>
      </div>
    </div>
  )
}
