import type { DownloadPlatform } from '@pitboard/contract/downloads'
import { useText } from '../../messages/use-text.ts'
import { Disclosure } from '../../ui/shell/disclosure.tsx'
import { Prose } from '../../ui/shell/prose.tsx'
import { Section } from '../../ui/section.tsx'

const GUIDES = [
  { title: 'download.windows', steps: 'download.windowsSteps', platforms: ['windows-x64'] },
  {
    title: 'download.macos',
    steps: 'download.macosSteps',
    platforms: ['macos-arm64', 'macos-x64'],
  },
  {
    title: 'download.linux',
    steps: 'download.linuxSteps',
    platforms: ['linux-x64', 'linux-arm64'],
  },
  { title: 'download.portable', steps: 'download.portableSteps', platforms: ['portable'] },
] as const

interface AfterDownloadProps {
  /** The visitor's machine; null where it runs no recorder. */
  readonly platform: DownloadPlatform | null
}

/** How the file is started: for the visitor's machine at once, for the others on demand. */
export function AfterDownload({ platform }: AfterDownloadProps) {
  const text = useText()
  const isOwn = (guide: (typeof GUIDES)[number]) =>
    guide.platforms.some((candidate) => candidate === platform)
  const own = GUIDES.find(isOwn)
  return (
    <Section title={text('download.startTitle')}>
      {own && (
        <>
          <h3 className="mb-2 text-xl">{text(own.title)}</h3>
          <Prose>{text(own.steps)}</Prose>
        </>
      )}
      <div className="mt-3 flex flex-col">
        {GUIDES.filter((guide) => !isOwn(guide)).map((guide) => (
          <Disclosure
            key={guide.title}
            title={text('download.on', { platform: text(guide.title) })}
          >
            <Prose>{text(guide.steps)}</Prose>
          </Disclosure>
        ))}
      </div>
    </Section>
  )
}
