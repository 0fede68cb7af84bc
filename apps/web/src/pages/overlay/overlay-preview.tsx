import { useLayoutEffect, useRef, useState } from 'react'
import { observeWidth } from '../../timing/chart-place.ts'
import { useText } from '../../messages/use-text.ts'

/** The page recommends a browser source of this size, in pixels. */
const WIDTH = 1920
const HEIGHT = 1080

/** Shows the overlay in the size of a stream, made as small as there is room. */
export function OverlayPreview({ path }: { readonly path: string }) {
  const t = useText()
  const box = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(WIDTH / 4)
  useLayoutEffect(() => (box.current ? observeWidth(box.current, setWidth) : undefined), [])
  return (
    <div
      ref={box}
      className="relative overflow-hidden rounded-l border border-line bg-[repeating-conic-gradient(var(--color-line-strong)_0_25%,var(--color-road)_0_50%)] bg-[length:2rem_2rem]"
      style={{ aspectRatio: `${WIDTH} / ${HEIGHT}` }}
    >
      {/* oxlint-disable-next-line react/iframe-missing-sandbox -- a page of this site: its scripts need the origin */}
      <iframe
        // The preview is a page of its own, which starts again with another address.
        key={path}
        src={path}
        title={t('overlay.preview')}
        tabIndex={-1}
        width={WIDTH}
        height={HEIGHT}
        className="absolute top-0 left-0 origin-top-left"
        style={{ transform: `scale(${width / WIDTH})` }}
      />
    </div>
  )
}
