import { sessions } from './session-endpoints.ts'

/** The landing page and the list of live sessions show these: servers link to the same address in the page's head. */
export const LATEST_SESSIONS = { page: 1, pageSize: 6 } as const

const { page, pageSize } = LATEST_SESSIONS
export const LATEST_SESSIONS_PATH = `${sessions.list.path}?page=${page}&pageSize=${pageSize}`
