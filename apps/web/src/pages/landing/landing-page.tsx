import { useText } from '../../messages/use-text.ts'
import { lazyPart } from '../../ui/states/lazy-part.tsx'
import { ButtonLink } from '../../ui/buttons/link.tsx'
import { PageTitle } from '../../ui/shell/not-found.tsx'
import { GoLiveSteps } from '../live-list/go-live-steps.tsx'
import { LastRecorded } from '../live-list/last-recorded.tsx'
import { PictureSkeleton } from './race-picture.tsx'

export const LandingPicture = lazyPart(
  async () => (await import('./landing-picture.tsx')).LandingPicture,
  { fallback: <PictureSkeleton /> },
)

export function LandingPage() {
  const t = useText()
  return (
    <div className="flex flex-col gap-12">
      <PageTitle page={t('landing.title')} />
      <div className="flex flex-col gap-5">
        <div className="flex flex-col gap-x-12 gap-y-5 wide:flex-row wide:items-end wide:justify-between">
          <div>
            <h1 className="text-balance">{t('landing.sentence')}</h1>
            <p className="mt-2 max-w-[64ch] text-timing text-muted">{t('landing.lead')}</p>
          </div>
          <div className="flex shrink-0 flex-wrap gap-3">
            <ButtonLink to="/" hash="start" look="primary">
              {t('landing.showYours')}
            </ButtonLink>
            <ButtonLink to="/live">{t('landing.watchLive')}</ButtonLink>
          </div>
        </div>
        <LandingPicture />
      </div>
      <GoLiveSteps look="secondary" />
      <LastRecorded />
    </div>
  )
}
