import { createRootRoute, Outlet } from '@tanstack/react-router'
import { SiteFrame } from '../pages/site-frame.tsx'
import { NotFound } from '../ui/shell/not-found.tsx'

export const rootRoute = createRootRoute({
  component: () => (
    <SiteFrame>
      <Outlet />
    </SiteFrame>
  ),
  notFoundComponent: NotFound,
})

export const getParentRoute = () => rootRoute
