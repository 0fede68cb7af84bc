import type { DownloadPlatform } from '@pitboard/contract/downloads'
import { useEffect, useState } from 'react'
import { visitorPlatform } from './visitor-platform.ts'

interface UserAgentData {
  readonly platform: string
  readonly getHighEntropyValues: (
    hints: readonly string[],
  ) => Promise<{ readonly architecture?: string }>
}

declare global {
  interface Navigator {
    readonly userAgentData?: UserAgentData
  }
}

/** At once by what every browser tells; a moment later by the processor, where one tells it. */
export function useVisitorPlatform(): DownloadPlatform {
  const { userAgent, userAgentData } = navigator
  const [architecture, setArchitecture] = useState<string>()
  useEffect(() => {
    userAgentData
      ?.getHighEntropyValues(['architecture'])
      .then((values) => setArchitecture(values.architecture))
      .catch(() => undefined)
  }, [userAgentData])
  return visitorPlatform({ userAgent, platform: userAgentData?.platform, architecture })
}
