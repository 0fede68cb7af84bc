import { lazyRouteComponent } from '@tanstack/react-router'

/** A page's code did not come, for want of a network. */
export class PageNotFetched extends Error {
  override readonly name = 'PageNotFetched'
}

/**
 * The router loads a page anew whose code is missing, since it may be that of an older release.
 * Without a network that would leave the reader with the browser's own error and nothing else.
 */
export const lazyPage: typeof lazyRouteComponent = (load, name) =>
  lazyRouteComponent(async () => {
    try {
      return await load()
    } catch (error) {
      throw navigator.onLine ? error : new PageNotFetched()
    }
  }, name)
