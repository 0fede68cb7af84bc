import { type DownloadPlatform, downloads } from '@pitboard/contract/site/downloads'
import { FileAnswer, Refusal, type StubSite } from './stub-site.ts'

/** Offers the recorder's files, with contents that are small. */
export function offerDownloads(
  site: StubSite,
  platforms: readonly DownloadPlatform[],
  isSigned = false,
): void {
  const files = platforms.map((platform) => ({
    platform,
    file: `pitboard-recorder-${platform}`,
    bytes: 10,
    sha256: '0'.repeat(64),
    kind: platform === 'portable' ? ('archive' as const) : ('program' as const),
    ...(isSigned && { isSigned }),
  }))
  site.answer(downloads.list, () => ({ version: '0.1.0', platforms: files }))
  site.answerPath('GET', '/download/{platform}', ({ params }) => {
    const offered = files.find(({ platform }) => platform === params['platform']) ?? files.at(-1)
    if (!offered) throw new Refusal(404)
    return new FileAnswer(offered.file)
  })
}
