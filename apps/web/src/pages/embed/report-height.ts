/**
 * Sends the height of the content to the page around the frame, now and whenever it changes. Nothing else
 * is in the message, so that any page may receive it (docs/embeds.md).
 */
export function reportHeight(content: Element): void {
  if (parent === window) return
  let reported = 0
  const report = () => {
    const height = Math.ceil(content.getBoundingClientRect().height)
    if (height === 0 || height === reported) return
    reported = height
    parent.postMessage({ pitboardEmbedHeight: height }, '*')
  }
  new ResizeObserver(report).observe(content)
}
