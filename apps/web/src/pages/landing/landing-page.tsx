import { useText } from '../../messages/use-text.ts'
import { lazyPart } from '../../ui/states/lazy-part.tsx'
import { ButtonLink } from '../../ui/buttons/link.tsx'
import { PageTitle } from '../../ui/shell/not-found.tsx'
import { GoLiveSteps } from '../live/go-live-steps.tsx'
import { LastRecorded } from '../live/last-recorded.tsx'
import { PictureSkeleton } from './race-picture.tsx'
import { Section } from '../../ui/section.tsx'

const READERS = [
  {
    who: 'landing.organiser',
    gets: ['landing.organiser1', 'landing.organiser2', 'landing.organiser3'],
  },
  { who: 'landing.driver', gets: ['landing.driver1', 'landing.driver2', 'landing.driver3'] },
  { who: 'landing.viewer', gets: ['landing.viewer1', 'landing.viewer2', 'landing.viewer3'] },
] as const

function WhoGetsWhat() {
  const text = useText()
  return (
    <Section title={text('landing.whatFor')}>
      <div className="grid gap-x-10 gap-y-8 md:grid-cols-3">
        {READERS.map(({ who, gets }) => (
          <div key={who} className="border-t-2 border-primary pt-3">
            <h3>{text(who)}</h3>
            <ul className="mt-2 flex flex-col gap-2.5 text-muted">
              {gets.map((line) => (
                <li key={line}>{text(line)}</li>
              ))}
            </ul>
          </div>
        ))}
      </div>
    </Section>
  )
}

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
          <h1 className="max-w-[24ch] text-balance sm:max-w-[34ch] wide:max-w-[46ch]">
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
