import type { Download } from '@pitboard/contract/site/downloads'
import { useText } from '../../messages/use-text.ts'
import { Disclosure } from '../../ui/reading/disclosure.tsx'
import { Prose } from '../../ui/reading/prose.tsx'
import { Section } from '../../ui/section.tsx'
import { Card } from '../../ui/card.tsx'
import { Icon } from '../../ui/icon.tsx'
import { OutsideLink } from '../../ui/buttons/link.tsx'

const BYTES_IN_MEGABYTE = 1_000_000

/** Lists every file of the recorder, with what it takes to check it. */
export function FileList({ files }: { readonly files: readonly Download[] }) {
  const t = useText()
  return (
    <Card as="ul" frame>
      {files.map(({ platform, bytes, sha256 }) => (
        <li
          key={platform}
          className="grid gap-x-6 gap-y-1 border-line px-4 py-3 not-first:border-t md:grid-cols-[14rem_1fr]"
        >
          <span className="flex flex-wrap items-center gap-x-3">
            <OutsideLink href={`/download/${platform}`}>
              <span className="inline-flex items-center gap-2">
                <Icon name="download" size="size-4" />
                {t(`download.${platform}`)}
              </span>
            </OutsideLink>
            <span className="text-small text-muted">
              {t('download.megabytes', { size: Math.ceil(bytes / BYTES_IN_MEGABYTE) })}
            </span>
          </span>
          <code className="font-code text-micro text-muted wrap-anywhere">{sha256}</code>
        </li>
      ))}
    </Card>
  )
}

const GUIDES = [
  {
    title: 'download.windows',
    steps: 'download.windowsSteps',
    warning: { signed: 'download.windowsSigned', unsigned: 'download.windowsUnsigned' },
    platforms: ['windows-x64'],
  },
  {
    title: 'download.macos',
    steps: 'download.macosSteps',
    warning: { signed: 'download.macosSigned', unsigned: 'download.macosUnsigned' },
    platforms: ['macos-arm64', 'macos-x64'],
  },
  {
    title: 'download.linux',
    steps: 'download.linuxSteps',
    warning: null,
    platforms: ['linux-x64', 'linux-arm64'],
  },
  {
    title: 'download.portable',
    steps: 'download.portableSteps',
    warning: null,
    platforms: ['portable'],
  },
] as const
type Guide = (typeof GUIDES)[number]

interface AfterDownloadProps {
  /** The server offers these files. */
  readonly files: readonly Download[]
  /** It is the one for the visitor's machine; undefined where that runs no recorder. */
  readonly own: Download | undefined
}

/** Says how the file is started: the visitor's own at once, the others on demand. */
export function AfterDownload({ files, own: ownFile }: AfterDownloadProps) {
  const t = useText()
  const offered = GUIDES.filter((guide) => files.some((file) => isFor(guide, file)))
  const own = offered.find((guide) => ownFile && isFor(guide, ownFile))
  return (
    <Section title={t('download.startTitle')}>
      {own && (
        <>
          <h3 className="mb-2">{t(own.title)}</h3>
          <GuideSteps guide={own} files={files} />
        </>
      )}
      <div className="mt-3 flex flex-col">
        {offered
          .filter((guide) => guide !== own)
          .map((guide) => (
            <Disclosure key={guide.title} title={t('download.on', { platform: t(guide.title) })}>
              <GuideSteps guide={guide} files={files} />
            </Disclosure>
          ))}
      </div>
    </Section>
  )
}

interface GuideStepsProps {
  readonly guide: Guide
  readonly files: readonly Download[]
}

/** What the system says of a program depends on whether the operator has signed it. */
function GuideSteps({ guide, files }: GuideStepsProps) {
  const t = useText()
  const isSigned = files.some((file) => isFor(guide, file) && file.isSigned === true)
  const warning = guide.warning && t(guide.warning[isSigned ? 'signed' : 'unsigned'])
  return <Prose>{t(guide.steps, { warning: warning ?? '' })}</Prose>
}

function isFor({ platforms }: Guide, { platform }: Download): boolean {
  return platforms.some((candidate) => candidate === platform)
}
