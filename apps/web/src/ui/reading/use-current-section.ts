import { useEffect, useState } from 'react'

/** A section counts as reached once its head is in the upper part of the window. */
const REACHED = 0.3

/** Returns the section that the reader has scrolled to; the first one until then. */
export function useCurrentSection(
  sections: readonly { readonly anchor: string }[],
): string | undefined {
  const [current, setCurrent] = useState(sections[0]?.anchor)
  const anchors = sections.map(({ anchor }) => anchor).join(' ')
  useEffect(() => {
    let frame = 0
    const follow = () => {
      frame = 0
      setCurrent(findCurrent(anchors.split(' ')))
    }
    const onScroll = () => {
      if (frame === 0) frame = requestAnimationFrame(follow)
    }
    addEventListener('scroll', onScroll, { passive: true })
    return () => {
      removeEventListener('scroll', onScroll)
      cancelAnimationFrame(frame)
    }
  }, [anchors])
  return current
}

function findCurrent(anchors: readonly string[]): string | undefined {
  const { scrollHeight } = document.documentElement
  // The last sections may not reach the upper part at the end of the page.
  if (scrollY > 0 && scrollY + innerHeight >= scrollHeight - 2) return anchors.at(-1)
  return (
    anchors.findLast((anchor) => {
      const top = document.getElementById(anchor)?.getBoundingClientRect().top
      return top !== undefined && top < innerHeight * REACHED
    }) ?? anchors[0]
  )
}
