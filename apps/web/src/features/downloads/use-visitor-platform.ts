import type { DownloadPlatform } from '@pitboard/contract/site/downloads'
import { useEffect, useState } from 'react'
import { isHandheld, visitorPlatform } from './visitor-platform.ts'

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

interface VisitorPlatform {
  readonly platform: DownloadPlatform
  /** The file is for another machine than this one. */
  readonly isHandheld: boolean
}

/** Returns the platform by the user agent at once, and by the processor a moment later if the browser reports it. */
export function useVisitorPlatform(): VisitorPlatform {
  const { userAgent, userAgentData, maxTouchPoints } = navigator
  const [architecture, setArchitecture] = useState<string>()
  useEffect(() => {
    userAgentData
      ?.getHighEntropyValues(['architecture'])
      .then((values) => setArchitecture(values.architecture))
      .catch(() => undefined)
  }, [userAgentData])
  const system = userAgentData?.platform
  const machine = { userAgent, platform: system, architecture, touchPoints: maxTouchPoints }
  return { platform: visitorPlatform(machine), isHandheld: isHandheld(machine) }
}
