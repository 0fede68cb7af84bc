import type { Download, DownloadPlatform } from '@pitboard/contract/site/downloads'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { AfterDownload, FileList } from '../../features/downloads/after-download.tsx'
import { offeredFile, recorderFiles } from '../../features/downloads/download-button.tsx'
import { useVisitorPlatform } from '../../features/downloads/use-visitor-platform.ts'
import { useText } from '../../messages/use-text.ts'
import { writeStored } from '../../state/browser-storage.ts'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { OutsideLink } from '../../ui/buttons/link.tsx'
import { Section } from '../../ui/section.tsx'
import { PageSkeleton, Skeleton } from '../../ui/states/page-skeleton.tsx'
import { QueryContent } from '../../ui/shell/query-content.tsx'
import { PageTitle } from '../../ui/shell/not-found.tsx'
import { Prose } from '../../ui/reading/prose.tsx'

export function DownloadInfoPage() {
  const t = useText()
  const { platform, isHandheld } = useVisitorPlatform()
  const { data, isPending } = useQuery(recorderFiles)
  // The first paragraph depends on it, and everything below would move.
  if (isPending) return <PageSkeleton />
  const files = data?.platforms ?? []
  const own = data && !isHandheld ? offeredFile(data, platform) : undefined
  return (
    <div className="grid items-start gap-x-12 gap-y-9 wide:grid-cols-2">
      <PageTitle page={t('download.title')} />
      <div className="wide:col-span-2">
        <h1>{t('download.title')}</h1>
        {isHandheld && <OnHandheld />}
        {own && <OnComputer platform={platform} file={own} />}
        {data && files.length === 0 && <NothingOffered />}
      </div>
      {files.length > 0 && <AfterDownload files={files} own={own} />}
      <Steps title={t('download.pairTitle')}>{t('download.pairSteps')}</Steps>
      <Steps title={t('download.gameTitle')}>{t('download.gameSteps')}</Steps>
      <Steps title={t('download.firewallTitle')}>{t('download.firewallSteps')}</Steps>
      {(!data || files.length > 0) && (
        <div className="wide:col-span-2">
          <Section anchor="files" title={t('download.filesTitle')}>
            <Files />
          </Section>
        </div>
      )}
    </div>
  )
}

/** It comes first, since no download has started, and none will. */
function NothingOffered() {
  const t = useText()
  return (
    <div className="mt-4">
      <EmptyState title={t('download.none')}>{t('download.noneWhy')}</EmptyState>
    </div>
  )
}

interface OnComputerProps {
  readonly platform: DownloadPlatform
  readonly file: Download
}

function OnComputer({ platform, file }: OnComputerProps) {
  const t = useText()
  // The server does not know who downloads its files: the first steps read this.
  useEffect(() => writeStored('downloaded', 'yes'), [])
  return (
    <>
      <p className="mt-2 max-w-prose text-timing text-muted">
        {file.kind === 'program'
          ? t('download.intro', { platform: t(`download.${file.platform}`) })
          : t('download.introArchive')}
      </p>
      <p className="mt-2">
        <OutsideLink href={`/download/${platform}`}>{t('download.again')}</OutsideLink>
      </p>
    </>
  )
}

/** The file that came is of no use here, so what to do instead comes first. */
function OnHandheld() {
  const t = useText()
  return (
    <div className="mt-4 border-l-2 border-secondary pl-4">
      <p className="max-w-prose text-timing">{t('download.onHandheld')}</p>
      <div className="mt-2">
        <Prose>{t('download.onHandheldSteps', { address: location.origin })}</Prose>
      </div>
    </div>
  )
}

function Steps({ title, children }: { readonly title: string; readonly children: string }) {
  return (
    <Section title={title}>
      <Prose>{children}</Prose>
    </Section>
  )
}

function Files(): ReactNode {
  const t = useText()
  const query = useQuery(recorderFiles)
  return (
    <QueryContent query={query} placeholder={<Skeleton className="h-80" />}>
      {(data) => {
        return (
          <div className="flex flex-col gap-4">
            <p>{t('download.version', { version: data.version })}</p>
            <FileList files={data.platforms} />
            <Prose>{t('download.checksums')}</Prose>
          </div>
        )
      }}
    </QueryContent>
  )
}
