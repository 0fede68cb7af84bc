import { useText } from '../../messages/use-text.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { ButtonLink } from '../../ui/link.tsx'
import { PageTitle } from '../../ui/shell/page-title.tsx'
import { GoLiveSteps } from '../live/go-live-steps.tsx'
import { LastRecorded } from '../live/last-recorded.tsx'
import { PictureSkeleton } from './picture-skeleton.tsx'
import { WhoGetsWhat } from './audience-benefits.tsx'

const LandingPicture = lazyPart(
  async () => (await import('./landing-picture.tsx')).LandingPicture,
  { fallback: <PictureSkeleton /> },
)

export function LandingPage() {
  const text = useText()
  return (
    <div className="flex flex-col gap-12">
      <PageTitle page={text('landing.title')} />
      <div className="flex flex-col gap-5">
        <div className="flex flex-col gap-x-12 gap-y-5 wide:flex-row wide:items-end wide:justify-between">
          <h1 className="max-w-[24ch] text-3xl text-balance sm:max-w-[34ch] sm:text-5xl wide:max-w-[46ch]">
            {text('landing.sentence')}
          </h1>
          <div className="flex shrink-0 flex-wrap gap-3">
            <ButtonLink to="/" hash="start" look="primary">
              {text('landing.showYours')}
            </ButtonLink>
            <ButtonLink to="/live">{text('landing.watchLive')}</ButtonLink>
          </div>
        </div>
        <LandingPicture />
      </div>
      <WhoGetsWhat />
      <div className="grid gap-x-12 gap-y-12 wide:grid-cols-2">
        <GoLiveSteps />
        <LastRecorded />
      </div>
    </div>
  )
}
